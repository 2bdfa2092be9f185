/** A type with its price. */
interface Priced {
  id: string
  name: string
  /** One ticket with fees; null while it has no price. */
  allInMinor: number | null
}

export interface PriceDifference {
  /** What one ticket costs more, fees included. */
  moreMinor: number
  /** The name of the cheapest type. */
  than: string
}

/**
 * How much more each type costs than the cheapest one, by id. Types without a price or with the
 * lowest price have no entry.
 */
export function priceDifferences(types: readonly Priced[]): Map<string, PriceDifference> {
  const priced = types.flatMap(({ id, name, allInMinor }) =>
    allInMinor === null ? [] : [{ id, name, allInMinor }],
  )
  const cheapest = priced.toSorted((a, b) => a.allInMinor - b.allInMinor)[0]
  const differences = new Map<string, PriceDifference>()
  if (!cheapest) return differences
  for (const { id, allInMinor } of priced) {
    const moreMinor = allInMinor - cheapest.allInMinor
    if (moreMinor > 0) differences.set(id, { moreMinor, than: cheapest.name })
  }
  return differences
}
