import { applyRate } from './money.ts'

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

/**
 * Prices a cart. Pure: the same lines give the same quote, in any order of lines.
 * Lines of quantity 0 are dropped. No discounts exist yet; the field is part of the sum already,
 * so that nothing downstream changes when they do.
 */
export function buildQuote(lines: readonly QuoteRequestLine[], currency: string): Quote {
  const priced = lines
    .filter((line) => line.quantity > 0)
    .map((line): QuoteLine => {
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
    })
  const sum = (pick: (line: QuoteLine) => number) => priced.reduce((total, l) => total + pick(l), 0)
  const subtotalMinor = sum((line) => line.subtotalMinor)
  const feeMinor = sum((line) => line.feeMinor)
  const discountMinor = 0
  return {
    currency,
    lines: priced,
    ticketCount: sum((line) => (line.kind === 'ticket' ? line.quantity : 0)),
    subtotalMinor,
    discountMinor,
    feeMinor,
    totalMinor: subtotalMinor - discountMinor + feeMinor,
  }
}
