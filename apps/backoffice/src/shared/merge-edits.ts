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
      conflicts.push({ name, theirs: text(name, theirs[name]), mine: text(name, mine[name]) })
    }
  }
  return { taken, conflicts }
}
