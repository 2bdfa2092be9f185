/** One thing that is on sale, as it is spoken of. */
export interface Offer {
  id: string
  /** '10:00 AM' */
  name: string
  /** '3 left' */
  words: string
  /** Coarser than the words: only when it changes there is something to say. */
  level: string
}

const MOST_NAMED = 3

/**
 * What to say of the changes between two looks; '' when there is nothing. `noun` is the plural of
 * what is on sale: 'times'.
 */
export function newsOf(
  before: ReadonlyMap<string, string>,
  offers: readonly Offer[],
  noun: string,
): string {
  const changed = offers.filter(({ id, level }) => before.has(id) && before.get(id) !== level)
  if (changed.length > MOST_NAMED) return `Availability of ${changed.length} ${noun} has changed.`
  return changed.map(({ name, words }) => `${name}: ${words}.`).join(' ')
}

export const levelsOf = (offers: readonly Offer[]): ReadonlyMap<string, string> =>
  new Map(offers.map(({ id, level }) => [id, level]))
