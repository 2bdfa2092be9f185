/**
 * A word of a catalogue that a typed word may mean. All words are folded: lower case, without
 * accents.
 */

export interface MeantWord {
  word: string
  /** 1 if it is the typed word, less if that is a part of it, least if the spelling differs. */
  quality: number
}

const INSIDE = 0.5
const MISSPELT = 0.3
/** Below this length a word is contained in too many others. */
const INSIDE_FROM = 4

/**
 * How many typing errors a word of this length may have; with any, a short word would match too
 * much.
 */
const slipsIn = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2)

/**
 * Returns the candidates that a typed word may mean: words that contain it. If there are none, or
 * if it only begins one, also the nearest spellings of a word's beginning, because the person may
 * still be typing.
 */
export function meantWords(
  typed: string,
  begins: boolean,
  candidates: readonly string[],
): MeantWord[] {
  const inside =
    typed.length >= INSIDE_FROM ? candidates.filter((word) => word.indexOf(typed) > 0) : []
  if (begins || inside.length > 0) return inside.map((word) => ({ word, quality: INSIDE }))
  const slips = candidates.map((word) => ({ word, slips: slipsToBegin(typed, word) }))
  const fewest = Math.min(slipsIn(typed.length), ...slips.map((each) => each.slips))
  return slips
    .filter((each) => each.slips <= fewest)
    .map(({ word }) => ({ word, quality: MISSPELT }))
}

/**
 * The candidate for 'did you mean'. It may differ more than {@link meantWords} allows, up to a
 * limit.
 */
export function nearestWord(typed: string, candidates: readonly string[]): string | undefined {
  const [best] = candidates
    .map((word) => ({ word, slips: slipsToBegin(typed, word) }))
    .filter(({ slips }) => slips * 2 <= typed.length)
    .sort((a, b) => a.slips - b.slips)
  return best?.word
}

/**
 * The smallest number of typing errors (a letter wrong, missing or too many, two neighbours
 * swapped) between `typed` and any beginning of `word`.
 */
export function slipsToBegin(typed: string, word: string): number {
  const width = word.length + 1
  let older: number[] = []
  let last = Array.from({ length: width }, (_, column) => column)
  for (let row = 1; row <= typed.length; row += 1) {
    const next = [row]
    for (let column = 1; column < width; column += 1) {
      const isSame = typed[row - 1] === word[column - 1]
      const isSwap = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1]
      next.push(
        Math.min(
          at(last, column) + 1,
          at(next, column - 1) + 1,
          at(last, column - 1) + (isSame ? 0 : 1),
          isSwap ? at(older, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    older = last
    last = next
  }
  return Math.min(...last)
}

const at = (row: readonly number[], column: number): number =>
  row[column] ?? Number.POSITIVE_INFINITY
