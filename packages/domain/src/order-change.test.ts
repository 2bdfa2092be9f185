import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyDiscountsOf, anyFeeSet, anyOrder } from '../test/arbitraries.ts'
import { quoteCancellation } from './cancellation.ts'
import type { Discount } from './discount.ts'
import type { AmountWithFee } from './money-ledger.ts'
import {
  type ChangeableOrder,
  givenMinor,
  quoteOfCharge,
  quoteOrderChange,
  refundWithin,
  remainingDiscounts,
  remainingRules,
  type TicketExchange,
} from './order-change.ts'
import { type OrderUnit, sumOfUnits, ticketUnitsOf } from './order-units.ts'
import { type AppliedRule, buildQuote } from './quote.ts'

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

describe('a change of an order', () => {
  const terms = { changeFeeMinor: 0, refundsDecrease: true }
  const ticket = (ticketId: string, priceMinor: number, discountMinor = 0, id = 'ga') => ({
    ...{ ticketId, kind: 'ticket' as const, id, name: id, feeName: null, feeMinor: 0 },
    ...{ priceMinor, discountMinor, amountMinor: priceMinor - discountMinor },
  })
  const to = (ticketTypeId: string, unitPriceMinor: number) => ({
    ...{ ticketTypeId, name: ticketTypeId, unitPriceMinor, feeSet: null },
  })
  const orderOf = (units: OrderUnit[], more: Partial<ChangeableOrder> = {}): ChangeableOrder => ({
    ...{ quote: { currency: 'usd' }, units, discounts: [], creditMinor: 0 },
    ...more,
  })
  const discountsAfter = (order: ChangeableOrder, ...exchanges: TicketExchange[]) =>
    quoteOrderChange(order, exchanges, terms).tickets.map(({ after }) => after.discountMinor)

  test('of a ticket that the order does not have is a mistake of the caller', () => {
    const exchange = { ticketId: 'b', to: to('ga', 3000) }
    expect(() => quoteOrderChange(orderOf([ticket('a', 3000)]), [exchange], terms)).toThrow(
      'Ticket b is not one of the order',
    )
  })

  test('is waived only if it costs something, and less than a card can be charged', () => {
    const isWaived = (priceMinor: number) =>
      quoteOrderChange(
        orderOf([ticket('a', 3000)]),
        [{ ticketId: 'a', to: to('ga', priceMinor) }],
        terms,
      ).isWaived
    expect([2000, 3000, 3001, 3049, 3050].map(isWaived)).toEqual([false, false, true, true, false])
  })

  test('of no ticket changes nothing', () => {
    const { before, after, tickets, differenceMinor } = quoteOrderChange(
      orderOf([ticket('a', 3000)]),
      [],
      terms,
    )
    expect(after).toEqual(before)
    expect([tickets, differenceMinor]).toEqual([[], 0])
  })

  test('gives back by how much the order got cheaper, and never a credit of earlier changes', () => {
    const quote = quoteOrderChange(
      orderOf([ticket('a', 3000)], { creditMinor: 500 }),
      [{ ticketId: 'a', to: to('ga', 2000) }],
      { ...terms, changeFeeMinor: 100 },
    )
    expect(quote).toMatchObject({ differenceMinor: -1400, creditMinor: 500 })
    expect(quote.refund.amountMinor).toBe(900)
  })

  test.each([
    // by, paid, present price, new price, what the ticket costs then
    ['organizer', 0, 5000, 5000, 0],
    ['organizer', 0, 5000, 9000, 0],
    ['organizer', 0, 5000, 2000, 0],
    ['organizer', 2000, 5000, 9000, 2000],
    ['organizer', 2000, 5000, 1000, 1000],
    ['buyer', 0, 5000, 5000, 0],
    ['buyer', 0, 5000, 9000, 4000],
    ['buyer', 0, 5000, 2000, 0],
    ['buyer', 2000, 7000, 9000, 4000],
    ['buyer', 6000, 5000, 9000, 9000],
    // Paid to be upgraded, then moved by the team to a session where the type costs more, and back.
    ['buyer', 5000, 10_000, 5000, 5000],
    ['buyer', 5000, 10_000, 7000, 5000],
    ['buyer', 5000, 10_000, 3000, 3000],
  ] as const)(
    'by the %s: a given ticket that %i was paid for moves from a price of %i to one of %i, and costs %i',
    (by, paidMinor, presentMinor, newMinor, costsMinor) => {
      const given = givenMinor(by, { paidMinor, presentMinor, newMinor })
      const exchange = { ticketId: 'a', to: to('ga', newMinor), givenMinor: given }
      const quote = quoteOrderChange(orderOf([ticket('a', paidMinor)]), [exchange], terms)
      expect(quote.after.totalMinor).toBe(costsMinor)
    },
  )

  describe('with a coupon', () => {
    const ofGa = { ticketTypeId: 'ga', discountType: 'percentage', ratePpm: 500_000 } as const
    const ofAll = { ticketTypeId: 'all', discountType: 'percentage', ratePpm: 100_000 } as const
    const fixed = { ticketTypeId: 'all', discountType: 'fixed', amountMinor: 600 } as const
    const units = [ticket('a', 3000, 1500), ticket('b', 3000, 1500), ticket('c', 5000, 500, 'vip')]

    test('takes off a ticket what its discount gives the order less what other tickets have', () => {
      const order = orderOf(units, { discounts: [ofGa, ofAll] })
      expect(discountsAfter(order, { ticketId: 'a', to: to('vip', 5000) })).toEqual([500])
      expect(
        discountsAfter(
          order,
          { ticketId: 'a', to: to('ga', 4000) },
          { ticketId: 'c', to: to('vip', 6000) },
        ),
      ).toEqual([2000, 600])
    })

    test('takes an amount off once, and not again if other tickets have it already', () => {
      const order = orderOf([...units.slice(0, 2), ticket('c', 5000, 600, 'vip')], {
        discounts: [ofGa, fixed],
      })
      expect(discountsAfter(order, { ticketId: 'a', to: to('vip', 5000) })).toEqual([0])
      expect(discountsAfter(order, { ticketId: 'c', to: to('vip', 4000) })).toEqual([600])
    })

    test('takes nothing off a ticket that was held after the coupon was judged', () => {
      const order = orderOf([ticket('a', 3000, 300), ticket('b', 3000)], { discounts: [ofAll] })
      expect(discountsAfter(order, { ticketId: 'b', to: to('vip', 5000) })).toEqual([0])
    })

    test('that was for other tickets may take something off those that come', () => {
      const order = orderOf([ticket('a', 3000)], { discounts: [{ ...ofGa, ticketTypeId: 'vip' }] })
      expect(discountsAfter(order, { ticketId: 'a', to: to('vip', 5000) })).toEqual([2500])
    })

    test('has lost of its amounts what went with cancelled tickets of the same discount', () => {
      const child = { ...ofAll, ticketTypeId: 'child' }
      expect(
        remainingDiscounts(
          [{ ...fixed, ticketTypeId: 'ga', amountMinor: 500 }, fixed, child],
          [
            { ticketTypeId: 'ga', discountMinor: 200 },
            { ticketTypeId: 'vip', discountMinor: 100 },
            { ticketTypeId: 'child', discountMinor: 50 },
          ],
        ),
      ).toEqual([
        { ...fixed, ticketTypeId: 'ga', amountMinor: 300 },
        { ...fixed, amountMinor: 500 },
        child,
      ])
    })
  })

  describe('with several rules', () => {
    const rule = (ruleId: string, discountMinor: number, discount: Discount): AppliedRule => ({
      ...{ ruleId, name: ruleId, combines: true, isOfCoupon: false },
      ...{ discounts: [discount], discountMinor },
    })
    const percent = (ticketTypeId: string) =>
      ({ ticketTypeId, discountType: 'percentage', ratePpm: 100_000 }) as const
    const fixed = { ticketTypeId: 'all', discountType: 'fixed', amountMinor: 1000 } as const
    const withRules = (units: OrderUnit[], ...rules: AppliedRule[]) => orderOf(units, { rules })

    test('applies each to what those before it left of the order, as at its purchase', () => {
      const order = withRules(
        [ticket('a', 3000, 570), ticket('b', 3000, 570)],
        rule('one', 600, percent('all')),
        rule('two', 540, percent('all')),
      )
      expect(discountsAfter(order, { ticketId: 'a', to: to('vip', 5000) })).toEqual([950])
    })

    test('keeps an amount off the order, also where the new ticket alone has less of it', () => {
      const order = withRules(
        [ticket('a', 3000, 500), ticket('b', 3000, 500)],
        rule('one', 1000, fixed),
      )
      expect(discountsAfter(order, { ticketId: 'a', to: to('kids', 1000) })).toEqual([500])
      expect(discountsAfter(order, { ticketId: 'a', to: to('kids', 400) })).toEqual([400])
      expect(
        discountsAfter(
          order,
          { ticketId: 'a', to: to('kids', 1000) },
          { ticketId: 'b', to: to('vip', 5000) },
        ),
      ).toEqual([167, 833])
    })

    test('divides what the new tickets have more of by what is left of their prices', () => {
      const order = withRules(
        [ticket('a', 3000, 250), ticket('b', 3000, 250), ticket('c', 6000, 500)],
        rule('one', 1000, fixed),
      )
      const after = discountsAfter(
        order,
        { ticketId: 'a', to: to('kids', 500) },
        { ticketId: 'b', to: to('half', 1500) },
      )
      expect(after).toEqual([125, 375])
    })

    test('counts each ticket of a price, and what its own rules take off it already', () => {
      const of = (id: string, off: number, typeId = 'ga') => ticket(id, 3000, off, typeId)
      const four = withRules(
        [...'abcd'].map((id) => of(id, 250)),
        rule('one', 1000, fixed),
      )
      expect(
        discountsAfter(four, ...['a', 'b'].map((ticketId) => ({ ticketId, to: to('kids', 500) })), {
          ticketId: 'c',
          to: to('half', 1500),
        }),
      ).toEqual([150, 150, 450])
      const ofGa = withRules(
        [of('a', 500), of('b', 500), of('c', 0, 'vip')],
        rule('one', 1000, { ...fixed, ticketTypeId: 'ga' }),
      )
      expect(
        discountsAfter(
          ofGa,
          { ticketId: 'a', to: to('ga', 1000) },
          { ticketId: 'c', to: to('vip', 5000) },
        ),
      ).toEqual([283, 217])
    })

    test('takes off each new ticket what the rules take off that ticket', () => {
      const order = withRules(
        [ticket('a', 3000, 300), ticket('b', 3000, 0, 'vip')],
        rule('one', 300, percent('ga')),
      )
      expect(
        discountsAfter(
          order,
          { ticketId: 'a', to: to('ga', 4000) },
          { ticketId: 'b', to: to('vip', 6000) },
        ),
      ).toEqual([400, 0])
    })

    test('leaves a ticket out that was held after the rules were judged', () => {
      const late = [ticket('a', 3000, 300), ticket('b', 3000)]
      const order = withRules(late, rule('one', 300, percent('all')))
      expect(discountsAfter(order, { ticketId: 'a', to: to('vip', 5000) })).toEqual([500])
      const three = withRules(
        [ticket('a', 3000, 500), ticket('b', 3000, 500), ticket('c', 3000)],
        rule('one', 1000, fixed),
      )
      expect(
        discountsAfter(
          three,
          { ticketId: 'a', to: to('kids', 1000) },
          { ticketId: 'c', to: to('vip', 5000) },
        ),
      ).toEqual([500, 0])
    })

    test('takes nothing off a ticket that no rule took something off before', () => {
      const order = withRules(
        [ticket('a', 3000, 300), ticket('b', 3000)],
        rule('one', 300, percent('all')),
      )
      expect(discountsAfter(order, { ticketId: 'b', to: to('vip', 5000) })).toEqual([0])
      const ofTwo = withRules(
        [ticket('a', 3000), ticket('b', 3000, 300, 'vip')],
        rule('one', 0, percent('ga')),
        rule('two', 300, percent('vip')),
      )
      expect(discountsAfter(ofTwo, { ticketId: 'a', to: to('vip', 5000) })).toEqual([0])
    })

    test('has each lose its share of what went with cancelled tickets', () => {
      const rules = [
        rule('one', 600, { ...fixed, amountMinor: 600 }),
        rule('two', 300, { ...fixed, amountMinor: 300 }),
      ]
      const remaining = remainingRules(rules, [{ ticketTypeId: 'ga', discountMinor: 300 }])
      expect(remaining).toEqual([
        { ...rules[0], discounts: [{ ...fixed, amountMinor: 400 }] },
        { ...rules[1], discounts: [{ ...fixed, amountMinor: 200 }] },
      ])
    })
  })
})

describe('the money of a change', () => {
  const quote = quoteOrderChange(
    { quote: { currency: 'usd' }, units: [], discounts: [], creditMinor: 30 },
    [],
    { changeFeeMinor: 0, refundsDecrease: false },
  )
  const refund = { amountMinor: 1000, feeMinor: 100, taxMinor: 800, feeTaxMinor: 20 }

  test('is given back as far as the charges have it; the rest stays with the order', () => {
    const before = { ...quote, refund, creditMinor: 30 }
    expect(refundWithin(before, 2000)).toEqual(before)
    expect(refundWithin(before, 150)).toEqual({
      ...before,
      refund: { amountMinor: 150, feeMinor: 100, taxMinor: 50, feeTaxMinor: 20 },
      creditMinor: 880,
    })
    expect(refundWithin(before, -5)).toMatchObject({
      refund: { amountMinor: 0, feeMinor: 0 },
      creditMinor: 1030,
    })
  })

  test('is charged by a quote without lines, with the taxes within it', () => {
    const of = (due: AmountWithFee) => quoteOfCharge({ due, after: quote.after })
    expect(of({ amountMinor: 1200, feeMinor: 200, taxMinor: 30, feeTaxMinor: 30 })).toEqual({
      ...{ currency: 'usd', lines: [], ticketCount: 0, discountMinor: 0 },
      ...{ subtotalMinor: 1000, feeMinor: 200, totalMinor: 1200 },
      tax: { addedMinor: 0, addedOnFeesMinor: 0, onPricesMinor: 30, onFeesMinor: 30 },
    })
    expect(of({ amountMinor: 1200, feeMinor: 200 })).not.toHaveProperty('tax')
  })
})
