import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyDiscountsOf, anyFeeSet, anyOrder } from '../test/arbitraries.ts'
import { quoteCancellation } from './cancellation.ts'
import { type ChangeableOrder, quoteOrderChange, remainingDiscounts } from './order-change.ts'
import { type OrderUnit, sumOfUnits, ticketUnitsOf } from './order-units.ts'
import { buildQuote } from './quote.ts'

const LEAST_CHARGE_MINOR = 50

interface Books {
  order: ChangeableOrder
  endedTicketIds: string[]
  charged: { amountMinor: number; feeMinor: number }
  refunded: { amountMinor: number; feeMinor: number }
  keptMinor: number
  changeFeesMinor: number
  cancelled: { ticketTypeId: string; discountMinor: number }[]
}

/** What was paid less what the order has: 0 as long as the equation of docs/decisions/0018 holds. */
const imbalance = ({ order, charged, refunded, keptMinor, changeFeesMinor }: Books): number =>
  charged.amountMinor -
  refunded.amountMinor -
  sumOfUnits(order.units, 'amountMinor') -
  order.creditMinor -
  keptMinor -
  changeFeesMinor

const anyStep = fc.record({
  cancels: fc.boolean(),
  sharesPpm: fc.array(fc.constantFrom(0, 333_333, 1_000_000), { minLength: 2, maxLength: 2 }),
  withFees: fc.boolean(),
  picks: fc.array(fc.nat(9), { minLength: 1, maxLength: 4 }),
  toTypeId: fc.constantFrom('ga', 'vip', 'photo', 'new'),
  unitPriceMinor: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 100_000 })),
  feeSet: anyFeeSet,
  changeFeeMinor: fc.constantFrom(0, 20, 500),
  refundsDecrease: fc.boolean(),
})
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never

const chosen = ({ order }: Books, { picks }: Step): OrderUnit[] => {
  const tickets = order.units.filter(({ ticketId }) => ticketId)
  return tickets.filter((_, index) => picks.includes(index))
}

function cancel(books: Books, step: Step): Books {
  const { order } = books
  const ticketIds = chosen(books, step).flatMap(({ ticketId }) => ticketId ?? [])
  if (ticketIds.length === 0) return books
  const refundable = { ...books, units: order.units }
  const [early = 0, late = 0] = step.sharesPpm
  const tickets = ticketIds.map((ticketId, index) => ({
    ticketId,
    sharePpm: index === 0 ? early : late,
  }))
  const { units, refund, keptMinor } = quoteCancellation(refundable, tickets, step)
  const ending = units.map(({ unit }) => unit)
  expect(units.reduce((sum, { refundMinor }) => sum + refundMinor, 0)).toBe(refund.amountMinor)
  const amounts = [keptMinor, refund.feeMinor, ...units.map((each) => each.refundMinor)]
  expect(Math.min(...amounts)).toBeGreaterThanOrEqual(0)
  expect(refund.feeMinor).toBeLessThanOrEqual(refund.amountMinor)
  const cancelled = [
    ...books.cancelled,
    ...ending
      .filter(({ kind }) => kind === 'ticket')
      .map(({ id, discountMinor }) => ({ ticketTypeId: id, discountMinor })),
  ]
  return {
    ...books,
    cancelled,
    order: {
      ...order,
      units: order.units.filter((unit) => !ending.includes(unit)),
      discounts: remainingDiscounts(order.discounts, cancelled.slice(books.cancelled.length)),
    },
    endedTicketIds: [...books.endedTicketIds, ...ticketIds],
    refunded: {
      amountMinor: books.refunded.amountMinor + refund.amountMinor,
      feeMinor: books.refunded.feeMinor + refund.feeMinor,
    },
    keptMinor: books.keptMinor + sumOfUnits(ending, 'amountMinor') - refund.amountMinor,
  }
}

function exchange(books: Books, step: Step): Books {
  const { order } = books
  const leaving = chosen(books, step)
  if (leaving.length === 0) return books
  const { toTypeId: ticketTypeId, unitPriceMinor, feeSet } = step
  const to = { ticketTypeId, name: ticketTypeId, unitPriceMinor, feeSet }
  const quote = quoteOrderChange(
    order,
    leaving.map(({ ticketId }) => ({ ticketId: ticketId ?? '', to })),
    step,
  )
  const staying = order.units.filter((unit) => !leaving.includes(unit))
  for (const unit of staying) {
    expect(order.units).toContain(unit)
  }
  expect(quote.after.totalMinor).toBe(
    sumOfUnits(staying, 'amountMinor') +
      quote.tickets.reduce((sum, { after }) => sum + after.amountMinor, 0),
  )
  for (const { after } of quote.tickets) {
    expect(after.discountMinor).toBeLessThanOrEqual(after.priceMinor)
    expect(Math.min(after.discountMinor, after.feeMinor)).toBeGreaterThanOrEqual(0)
  }
  expect(quote.due.amountMinor === 0 || quote.due.amountMinor >= LEAST_CHARGE_MINOR).toBe(true)
  expect(quote.due.feeMinor).toBeLessThanOrEqual(quote.due.amountMinor)
  expect(quote.refund.feeMinor).toBeLessThanOrEqual(quote.refund.amountMinor)
  return {
    ...books,
    order: {
      ...order,
      creditMinor: quote.creditMinor,
      units: [
        ...staying,
        ...quote.tickets.map(({ before, after }) => ({ ...after, ticketId: before.ticketId })),
      ],
    },
    charged: {
      amountMinor: books.charged.amountMinor + quote.due.amountMinor,
      feeMinor: books.charged.feeMinor + quote.due.feeMinor,
    },
    refunded: {
      amountMinor: books.refunded.amountMinor + quote.refund.amountMinor,
      feeMinor: books.refunded.feeMinor + quote.refund.feeMinor,
    },
    changeFeesMinor: books.changeFeesMinor + quote.changeFeeMinor,
  }
}

describe('any sequence of changes and cancellations of an order', () => {
  const withDiscounts = anyOrder.chain((bought) =>
    fc.record({ bought: fc.constant(bought), discounts: anyDiscountsOf(bought.lines) }),
  )

  test('keeps what was charged, less what was refunded, equal to what the order is worth', () => {
    fc.assert(
      fc.property(
        withDiscounts,
        fc.array(anyStep, { maxLength: 8 }),
        ({ bought, discounts }, steps) => {
          const quote = buildQuote(bought.lines, 'usd', discounts)
          let books: Books = {
            order: {
              quote,
              units: ticketUnitsOf(quote, bought.tickets),
              discounts,
              creditMinor: 0,
            },
            endedTicketIds: [],
            charged: { amountMinor: quote.totalMinor, feeMinor: quote.feeMinor },
            refunded: { amountMinor: 0, feeMinor: 0 },
            keptMinor: 0,
            changeFeesMinor: 0,
            cancelled: [],
          }
          expect(imbalance(books)).toBe(0)
          for (const step of steps) {
            books = step.cancels ? cancel(books, step) : exchange(books, step)
            expect(imbalance(books)).toBe(0)
            expect(books.refunded.amountMinor).toBeLessThanOrEqual(books.charged.amountMinor)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  test('would be out of balance if a waived difference were not recorded (control)', () => {
    const line = { kind: 'ticket' as const, id: 'ga', name: 'GA', quantity: 1, feeSet: null }
    const quote = buildQuote([{ ...line, unitPriceMinor: 3000 }], 'usd')
    const units = ticketUnitsOf(quote, [{ id: 'a', ticketTypeId: 'ga', priceMinor: 3000 }])
    const order = { quote, units, discounts: [], creditMinor: 0 }
    const to = { ticketTypeId: 'ga', name: 'GA', unitPriceMinor: 3049, feeSet: null }
    const terms = { changeFeeMinor: 0, refundsDecrease: true }
    const waived = quoteOrderChange(order, [{ ticketId: 'a', to }], terms)
    expect(waived).toMatchObject({ isWaived: true, differenceMinor: 49, creditMinor: -49 })
    const books = {
      order: { ...order, units: waived.tickets.map(({ after }) => after), creditMinor: 0 },
      endedTicketIds: [],
      charged: { amountMinor: 3000, feeMinor: 0 },
      refunded: { amountMinor: 0, feeMinor: 0 },
      keptMinor: 0,
      changeFeesMinor: 0,
      cancelled: [],
    }
    expect(imbalance(books)).toBe(-49)
  })
})
