/** True in a run of `npm run night`, which tries every case. */
export const isNight = process.env.NIGHT === '1'

const DAY_MS = 86_400_000

/**
 * All cases in the night; otherwise one of `each`, and other ones each day, so that a week of merges
 * has tried them all. A test that samples has the tag 'sampled'.
 */
export function sample<T>(cases: readonly T[], each: number): readonly T[] {
  if (isNight) return cases
  const today = Math.floor(Date.now() / DAY_MS)
  return cases.filter((_, index) => (index + today) % each === 0)
}

/** How many random cases a property tries. */
export const runs = (inTheNight: number, otherwise: number): number =>
  isNight ? inTheNight : otherwise
