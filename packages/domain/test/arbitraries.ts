import fc from 'fast-check'
import { ALL_TICKET_TYPES, type Discount } from '../src/discount.ts'
import { buildQuote, type FeeSet, type QuoteRequestLine } from '../src/quote.ts'
import type { RefundRequest } from '../src/refund.ts'
import type { TaxRate } from '../src/tax.ts'
import type { BoughtOrder } from './refund-in-turn.ts'

export const anyFeeSet: fc.Arbitrary<FeeSet | null> = fc.option(
  fc.record({
    id: fc.uuid(),
    name: fc.string(),
    isActive: fc.boolean(),
    feeType: fc.constantFrom('flat' as const, 'percentage' as const),
    flatMinor: fc.integer({ min: 0, max: 100_000 }),
    ratePpm: fc.integer({ min: 0, max: 1_000_000 }),
  }),
)

const anyTaxRate: fc.Arbitrary<TaxRate | null> = fc.option(
  fc.record({
    id: fc.uuid(),
    name: fc.constantFrom('IVA', 'Sales tax'),
    ratePpm: fc.integer({ min: 0, max: 1_000_000 }),
    isInclusive: fc.boolean(),
  }),
)

/** The line with any taxes, and an absorbed fee as often as not. */
export const withTaxes = (line: QuoteRequestLine): fc.Arbitrary<QuoteRequestLine> =>
  fc.tuple(anyTaxRate, anyTaxRate, fc.boolean()).map(([taxRate, onFee, isAbsorbed]) => ({
    ...line,
    taxRate,
    feeSet: line.feeSet && { ...line.feeSet, taxRate: onFee, isAbsorbed },
  }))

/** Cheap and free ones are frequent, because rounding matters most for them. */
const anyPriceMinor = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: 0, max: 10_000_000 }),
)

const lineOf = (id: fc.Arbitrary<string>, maxQuantity: number): fc.Arbitrary<QuoteRequestLine> =>
  fc.record({
    kind: fc.constantFrom('ticket' as const, 'addOn' as const),
    id,
    name: fc.string(),
    quantity: fc.integer({ min: 0, max: maxQuantity }),
    unitPriceMinor: anyPriceMinor,
    feeSet: anyFeeSet,
  })

export const anyLines = fc.array(lineOf(fc.uuid(), 100), { maxLength: 20 })

/** Sometimes above the subtotal, which it then reduces to 0. */
export const anyDiscountMinor = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 10 }),
  fc.integer({ min: 0, max: 100_000_000 }),
)

/** An amount off all tickets. */
export const amountOff = (amountMinor: number): Discount[] => [
  { ticketTypeId: ALL_TICKET_TYPES, discountType: 'fixed', amountMinor },
]

/** Discounts for all, and for some of the ticket types of these lines. */
export const anyDiscountsOf = (lines: readonly QuoteRequestLine[]): fc.Arbitrary<Discount[]> =>
  fc.array(
    fc
      .tuple(
        fc.constantFrom(ALL_TICKET_TYPES, 'of another event', ...lines.map(({ id }) => id)),
        fc.oneof(
          fc.record({
            discountType: fc.constant('percentage' as const),
            ratePpm: fc.integer({ min: 0, max: 1_000_000 }),
          }),
          fc.record({ discountType: fc.constant('fixed' as const), amountMinor: anyDiscountMinor }),
        ),
      )
      .map(([ticketTypeId, discount]) => ({ ticketTypeId, ...discount })),
    { maxLength: 4 },
  )

/** The items in another order. */
export const shuffled = <T>(items: readonly T[]): fc.Arbitrary<T[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length })

/** An order and its tickets. There are few ids, so that a type is often in several of its lines. */
export const anyOrder: fc.Arbitrary<BoughtOrder & { lines: QuoteRequestLine[] }> = fc
  .tuple(
    fc.array(lineOf(fc.constantFrom('ga', 'vip', 'photo'), 5), { minLength: 1, maxLength: 5 }),
    anyDiscountMinor,
  )
  .chain(([lines, discountMinor]) => {
    return orderOf(lines, discountMinor)
  })

/** The same with taxes and absorbed fees. */
export const anyTaxedOrder: typeof anyOrder = anyOrder.chain(({ lines }) =>
  fc
    .tuple(fc.tuple(...lines.map(withTaxes)), anyDiscountMinor)
    .chain(([taxed, discountMinor]) => orderOf(taxed, discountMinor)),
)

function orderOf(
  lines: QuoteRequestLine[],
  discountMinor: number,
): fc.Arbitrary<BoughtOrder & { lines: QuoteRequestLine[] }> {
  const quote = buildQuote(lines, 'usd', amountOff(discountMinor))
  const places = quote.lines
    .filter((line) => line.kind === 'ticket')
    .flatMap((line) => Array.from({ length: line.quantity }, () => line))
  return fc
    .uniqueArray(fc.uuid(), { minLength: places.length, maxLength: places.length })
    .map((ids) => ({
      lines,
      quote,
      tickets: places.map((line, index) => ({
        id: ids[index] ?? '',
        ticketTypeId: line.id,
        priceMinor: line.unitPriceMinor,
      })),
    }))
}

/** Any request to refund this order, sensible or not. */
export function anyRefundRequest({ quote, tickets }: BoughtOrder): fc.Arbitrary<RefundRequest> {
  const withFees = fc.boolean()
  const ticketIds = fc.subarray([...tickets.map((ticket) => ticket.id), 'of another order'])
  const amountMinor = fc.integer({ min: -1, max: quote.totalMinor + 1 })
  return fc.oneof(
    fc.record({ kind: fc.constant('whole' as const), withFees }),
    fc.record({ kind: fc.constant('tickets' as const), ticketIds, withFees }),
    fc.record({ kind: fc.constant('amount' as const), amountMinor, withFees }),
  )
}

/** The items, divided into groups of any size, in any order. */
export const partitionOf = <T>(items: readonly T[]): fc.Arbitrary<T[][]> =>
  fc
    .tuple(shuffled(items), fc.array(fc.integer({ min: 1, max: 4 }), { minLength: items.length }))
    .map(([shuffledItems, sizes]) => {
      // A copy: the same array is mapped again when a failing example is shrunk.
      const left = [...shuffledItems]
      return sizes.map((size) => left.splice(0, size)).filter((group) => group.length > 0)
    })
