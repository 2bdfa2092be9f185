/** Draws what happens to the next call or event: one of the kinds, or nothing. */
export type Draw<Kind extends string> = () => Kind | undefined

/**
 * Draws from kinds that exclude each other. The same seed gives the same draws, so that a run can
 * be repeated.
 *
 * @param chances the share of each kind, 0 to 1.
 * @throws RangeError if they add up to more than 1.
 */
export function createDraw<Kind extends string>(
  kinds: readonly Kind[],
  chances: Partial<Record<Kind, number>>,
  seed: number,
): Draw<Kind> {
  const shares = kinds.map((kind) => ({ kind, share: chances[kind] ?? 0 }))
  const total = shares.reduce((sum, { share }) => sum + share, 0)
  // Five times 0.2 may be a little more than 1 in floating point.
  if (total > 1 + 1e-9) throw new RangeError(`The chances add up to ${total}, more than 1.`)
  const next = createRandom(seed)
  return () => {
    let left = next()
    for (const { kind, share } of shares) {
      left -= share
      if (left < 0) return kind
    }
    return undefined
  }
}

/** Numbers from 0 to 1, mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
