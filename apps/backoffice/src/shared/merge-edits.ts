/** A field that both people changed, and differently. Values as a person reads them. */
export interface Conflict {
  name: string
  theirs: string
  mine: string
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** A value of a form, as the question about a conflict shows it. */
function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(shown).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The most characters of a difference: the whole text is in the form, and theirs one click away. */
const MOST_SHOWN = 400

/** Two values as they are asked about; of texts with several lines, those between which they differ. */
function difference(theirs: string, mine: string): { theirs: string; mine: string } {
  const [one, other] = [theirs.split('\n'), mine.split('\n')]
  const most = Math.min(one.length, other.length)
  let first = 0
  while (first < most - 1 && one[first] === other[first]) first += 1
  let last = 0
  while (last < most - 1 - first && one.at(-1 - last) === other.at(-1 - last)) last += 1
  const of = (lines: readonly string[]) => {
    const text = lines
      .slice(first, lines.length - last)
      .join('\n')
      .trim()
    return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text || 'nothing'
  }
  return { theirs: of(one), mine: of(other) }
}

/**
 * Joins the edits of two people: a field that only the other person changed takes their value; a field
 * that both changed keeps what was typed here, and is a conflict.
 *
 * @param base what the form began with
 * @param mine what it has now
 * @param theirs the thing as it is stored now
 * @param textOf a value in words, where the value itself says nothing, such as an id
 */
export function mergeEdits<Values extends Record<string, unknown>>(
  base: Readonly<Record<string, unknown>>,
  mine: Values,
  theirs: Values,
  textOf: (name: string, value: unknown) => string | null = () => null,
): { taken: Partial<Values>; conflicts: Conflict[] } {
  const taken: Partial<Values> = {}
  const conflicts: Conflict[] = []
  const text = (name: string, value: unknown) => textOf(name, value) ?? shown(value)
  for (const name in theirs) {
    if (isSame(theirs[name], mine[name]) || isSame(theirs[name], base[name])) continue
    if (isSame(mine[name], base[name])) taken[name] = theirs[name]
    else {
      const [one, other] = [text(name, theirs[name]), text(name, mine[name])]
      conflicts.push({ name, ...difference(one, other) })
    }
  }
  return { taken, conflicts }
}
