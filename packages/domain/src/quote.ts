import { applyRate, prorate } from './money.ts'

/** A service fee. `flatMinor` counts per ticket; `ratePpm` is parts per million (12.5 % = 125,000). */
export interface FeeSet {
  id: string
  name: string
  isActive: boolean
  feeType: 'flat' | 'percentage'
  flatMinor: number
  ratePpm: number
}

/** What is asked for, with prices and fees as they stand (or stood when the hold froze them). */
export interface QuoteRequestLine {
  kind: 'ticket' | 'addOn'
  id: string
  name: string
  quantity: number
  unitPriceMinor: number
  /** The type's own fee set, else the event's, else null: see {@link feeSetFor}. */
  feeSet: FeeSet | null
}

export interface QuoteLine {
  kind: 'ticket' | 'addOn'
  id: string
  name: string
  quantity: number
  unitPriceMinor: number
  subtotalMinor: number
  /** The line's share of the quote's discount; absent where there is none. */
  discountMinor?: number
  feeMinor: number
  totalMinor: number
  feeName: string | null
}

/** A priced cart that explains itself: total = subtotal - discount + fee, and so do its lines. */
export interface Quote {
  currency: string
  lines: QuoteLine[]
  ticketCount: number
  subtotalMinor: number
  discountMinor: number
  feeMinor: number
  totalMinor: number
}

/** A ticket type's own fee set overrides the event's. */
export const feeSetFor = (own: FeeSet | null, ofEvent: FeeSet | null): FeeSet | null =>
  own ?? ofEvent

/**
 * Flat: amount × quantity. Percentage: price × quantity × percent, rounded to the minor unit.
 * Zero when the set is missing or inactive, or the price is 0.
 */
export function feeMinorOf(
  unitPriceMinor: number,
  quantity: number,
  feeSet: FeeSet | null,
): number {
  if (!feeSet?.isActive || unitPriceMinor === 0) return 0
  if (feeSet.feeType === 'flat') return feeSet.flatMinor * quantity
  return applyRate(unitPriceMinor * quantity, feeSet.ratePpm)
}

/** The price of one, fees included: what cards, calendars and slots show. */
export const allInMinor = (unitPriceMinor: number, feeSet: FeeSet | null): number =>
  unitPriceMinor + feeMinorOf(unitPriceMinor, 1, feeSet)

/** Lines in an order of their own, so that no cent depends on how a cart was put together. */
export const inFixedOrder = (lines: readonly QuoteLine[]): QuoteLine[] =>
  lines
    .map((line) => ({ line, key: identityOf(line) }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1))
    .map(({ line }) => line)

// One type may stand in several lines: of sessions with other prices, or of holds with other fees.
const identityOf = ({ kind, id, unitPriceMinor, quantity, feeMinor }: QuoteLine) =>
  [kind, id, unitPriceMinor, quantity, feeMinor].join(' ')

function priceLine(line: QuoteRequestLine): QuoteLine {
  const subtotalMinor = line.unitPriceMinor * line.quantity
  const feeMinor = feeMinorOf(line.unitPriceMinor, line.quantity, line.feeSet)
  return {
    kind: line.kind,
    id: line.id,
    name: line.name,
    quantity: line.quantity,
    unitPriceMinor: line.unitPriceMinor,
    subtotalMinor,
    feeMinor,
    totalMinor: subtotalMinor + feeMinor,
    feeName: feeMinor > 0 ? (line.feeSet?.name ?? null) : null,
  }
}

/** Takes each line's share of a discount off it; the shares are in proportion to the subtotals. */
function spreadDiscount(lines: readonly QuoteLine[], discountMinor: number): void {
  const inOrder = inFixedOrder(lines)
  const shares = prorate(
    discountMinor,
    inOrder.map((line) => line.subtotalMinor),
  )
  for (const [index, line] of inOrder.entries()) {
    const share = shares[index]
    if (!share) continue
    line.discountMinor = share
    line.totalMinor -= share
  }
}

/**
 * Prices a cart. Pure: the same lines give the same quote, in any order of lines.
 * Lines of quantity 0 are dropped.
 *
 * @param discountMinor off the whole cart, minor units; no more than the subtotal is taken off,
 *   and fees stay those of the full price (docs/pricing.md)
 */
export function buildQuote(
  lines: readonly QuoteRequestLine[],
  currency: string,
  discountMinor = 0,
): Quote {
  const priced = lines.filter((line) => line.quantity > 0).map(priceLine)
  const sum = (pick: (line: QuoteLine) => number) => priced.reduce((total, l) => total + pick(l), 0)
  const subtotalMinor = sum((line) => line.subtotalMinor)
  const feeMinor = sum((line) => line.feeMinor)
  const takenOffMinor = Math.max(0, Math.min(discountMinor, subtotalMinor))
  spreadDiscount(priced, takenOffMinor)
  return {
    currency,
    lines: priced,
    ticketCount: sum((line) => (line.kind === 'ticket' ? line.quantity : 0)),
    subtotalMinor,
    discountMinor: takenOffMinor,
    feeMinor,
    totalMinor: subtotalMinor - takenOffMinor + feeMinor,
  }
}
