import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  amountOff,
  anyOrder,
  anyRefundRequest,
  partitionOf,
  shuffled,
} from '../test/arbitraries.ts'
import { type BoughtOrder, refundable, refundInTurn } from '../test/refund-in-turn.ts'
import { ticketUnitsOf, unitsOf } from './order-units.ts'
import { buildQuote } from './quote.ts'
import { drawOnCharges, endingUnits, planRefund, type RefundRequest } from './refund.ts'

const whole = (withFees = true): RefundRequest => ({ kind: 'whole', withFees })
const ofTickets = (ticketIds: string[], withFees = true): RefundRequest => ({
  kind: 'tickets',
  ticketIds,
  withFees,
})
const ofAmount = (amountMinor: number, withFees = true): RefundRequest => ({
  kind: 'amount',
  amountMinor,
  withFees,
})
const tenPercent = {
  id: 'fee',
  name: 'Service fee',
  isActive: true,
  feeType: 'percentage' as const,
  flatMinor: 0,
  ratePpm: 100_000,
}
const orderAndRequests = anyOrder.chain((order) =>
  fc.record({
    order: fc.constant(order),
    requests: fc.array(anyRefundRequest(order), { maxLength: 12 }),
  }),
)
const orderInGroups = anyOrder.chain((order) =>
  fc.record({
    order: fc.constant(order),
    groups: partitionOf(order.tickets.map((ticket) => ticket.id)),
  }),
)

describe('the parts of an order', () => {
  test('add up to what was paid, in price, discount and fee; none is negative', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const parts = unitsOf(order.quote)
        const sum = (of: 'priceMinor' | 'discountMinor' | 'feeMinor' | 'amountMinor') =>
          parts.reduce((total, part) => total + part[of], 0)
        expect(sum('priceMinor')).toBe(order.quote.subtotalMinor)
        expect(sum('discountMinor')).toBe(order.quote.discountMinor)
        expect(sum('feeMinor')).toBe(order.quote.feeMinor)
        expect(sum('amountMinor')).toBe(order.quote.totalMinor)
        for (const part of parts) {
          expect(part.amountMinor).toBe(part.priceMinor - part.discountMinor + part.feeMinor)
          expect(part.discountMinor).toBeLessThanOrEqual(part.priceMinor)
          expect(Math.min(part.discountMinor, part.feeMinor)).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  test('give each ticket a unit of its own', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const seated = ticketUnitsOf(order.quote, order.tickets).flatMap(
          ({ ticketId }) => ticketId ?? [],
        )
        expect(seated.toSorted()).toEqual(order.tickets.map((ticket) => ticket.id).toSorted())
      }),
    )
  })

  test('are the same in any order of lines and tickets', () => {
    const inTwoOrders = anyOrder.chain((order) =>
      fc.record({
        order: fc.constant(order),
        lines: shuffled(order.lines),
        tickets: shuffled(order.tickets),
      }),
    )
    fc.assert(
      fc.property(inTwoOrders, ({ order, lines, tickets }) => {
        const quote = buildQuote(lines, 'usd', amountOff(order.quote.discountMinor))
        const nameless = ({ quote: of, tickets }: BoughtOrder) =>
          ticketUnitsOf(of, tickets).map(({ name, ...part }) => part)
        expect(nameless({ quote, tickets })).toEqual(nameless(order))
      }),
    )
  })

  const line = { kind: 'ticket' as const, id: 'ga', name: '', quantity: 1, feeSet: null }
  const amounts = ({ quote, tickets }: BoughtOrder) =>
    Object.fromEntries(
      ticketUnitsOf(quote, tickets).map((unit) => [unit.ticketId, unit.amountMinor]),
    )

  test('a ticket of a type that was sold at two prices is matched by price', () => {
    const quote = buildQuote(
      [
        { ...line, unitPriceMinor: 3000 },
        { ...line, unitPriceMinor: 2000 },
      ],
      'usd',
    )
    for (const [first, second] of [
      [3000, 2000],
      [2000, 3000],
    ] as const) {
      const tickets = [
        { id: 'a', ticketTypeId: 'ga', priceMinor: first },
        { id: 'b', ticketTypeId: 'ga', priceMinor: second },
      ]
      expect(amounts({ quote, tickets })).toEqual({ a: first, b: second })
    }
  })

  test('a ticket of a type or price that was not bought has no unit', () => {
    const quote = buildQuote([{ ...line, quantity: 2, unitPriceMinor: 3000 }], 'usd')
    const tickets = [
      { id: 'a', ticketTypeId: 'ga', priceMinor: 3000 },
      { id: 'b', ticketTypeId: 'vip', priceMinor: 3000 },
      { id: 'c', ticketTypeId: 'ga', priceMinor: 2000 },
    ]
    expect(amounts({ quote, tickets })).toEqual({ a: 3000, null: 3000 })
    expect(planRefund(refundable({ quote, tickets }), ofTickets(['b']))).toMatchObject({
      code: 'ticket_not_in_order',
    })
  })
})

describe('refunds', () => {
  test('of all tickets, in any order and grouping, add up exactly to the whole charge', () => {
    fc.assert(
      fc.property(orderInGroups, ({ order, groups }) => {
        fc.pre(groups.length > 0)
        const { refunded } = refundInTurn(
          order,
          groups.map((ids) => ofTickets(ids)),
        )
        expect(refunded.amountMinor).toBe(order.quote.totalMinor)
        expect(refunded.feeMinor).toBe(order.quote.feeMinor)
      }),
    )
  })

  test('without fees are the whole charge less its fees', () => {
    fc.assert(
      fc.property(orderInGroups, ({ order, groups }) => {
        fc.pre(groups.length > 0)
        const { refunded } = refundInTurn(
          order,
          groups.map((ids) => ofTickets(ids, false)),
        )
        expect(refunded.amountMinor).toBe(order.quote.totalMinor - order.quote.feeMinor)
        expect(refunded.feeMinor).toBe(0)
      }),
    )
  })

  test('the share of a ticket does not depend on when it is refunded', () => {
    fc.assert(
      fc.property(orderInGroups, ({ order, groups }) => {
        const alone = new Map(
          ticketUnitsOf(order.quote, order.tickets).map((part) => [part.ticketId, part]),
        )
        const { decisions } = refundInTurn(
          order,
          groups.map((ids) => ofTickets(ids)),
        )
        for (const decision of decisions) {
          if (!decision.ok) continue
          expect(decision.plan.adjustmentMinor).toBe(0)
          for (const part of decision.plan.parts) {
            if (part.ticketId) expect(part).toEqual(alone.get(part.ticketId))
          }
        }
      }),
    )
  })

  test('after any earlier refunds, never more than was paid is refunded, and all of it can be', () => {
    fc.assert(
      fc.property(orderAndRequests, ({ order, requests }) => {
        const { decisions, refunded } = refundInTurn(order, [...requests, whole()])
        let leftMinor = order.quote.totalMinor
        for (const decision of decisions) {
          if (!decision.ok) {
            expect(decision.leftMinor).toBeLessThanOrEqual(leftMinor)
            expect(decision.leftMinor).toBeGreaterThanOrEqual(0)
            continue
          }
          const { plan } = decision
          expect(Number.isSafeInteger(plan.amountMinor) && plan.amountMinor > 0).toBe(true)
          expect(plan.feeMinor).toBeGreaterThanOrEqual(0)
          expect(plan.feeMinor).toBeLessThanOrEqual(plan.amountMinor)
          leftMinor -= plan.amountMinor
          expect(plan.leftMinor).toBe(leftMinor)
        }
        expect(refunded.amountMinor).toBe(order.quote.totalMinor)
        expect(refunded.feeMinor).toBe(order.quote.feeMinor)
        expect(new Set(refunded.ticketIds).size).toBe(refunded.ticketIds.length)
      }),
    )
  })

  test('a plan lists its parts, and refunds no fee if none was requested', () => {
    fc.assert(
      fc.property(orderAndRequests, ({ order, requests }) => {
        const { decisions } = refundInTurn(order, requests)
        for (const [index, decision] of decisions.entries()) {
          const request = requests[index]
          if (!decision.ok || !request) continue
          const { plan } = decision
          const explained = plan.parts.reduce((total, part) => total + part.amountMinor, 0)
          if (request.kind === 'amount')
            expect([plan.parts, plan.amountMinor]).toEqual([[], request.amountMinor])
          else expect(explained + plan.adjustmentMinor).toBe(plan.amountMinor)
          if (!request.withFees) expect(plan.feeMinor).toBe(0)
        }
      }),
    )
  })

  test('a repeated request is granted once', () => {
    fc.assert(
      fc.property(orderInGroups, ({ order, groups }) => {
        for (const request of [whole(), ...groups.map((ids) => ofTickets(ids))]) {
          const [first, second] = refundInTurn(order, [request, request]).decisions
          expect(second?.ok).toBe(false)
          if (first?.ok && request.kind === 'tickets') {
            expect(second).toMatchObject({
              code: 'ticket_already_refunded',
              ticketIds: request.ticketIds,
            })
          }
        }
      }),
    )
  })

  test('of a payment without an order are the whole charge, and only once', () => {
    fc.assert(
      fc.property(anyOrder, ({ quote }) => {
        const { decisions, refunded } = refundInTurn({ quote, tickets: [] }, [whole(), whole()])
        expect(refunded.amountMinor).toBe(quote.totalMinor)
        expect(decisions.map((decision) => decision.ok)).toEqual([quote.totalMinor > 0, false])
        expect(planRefund(refundable({ quote, tickets: [] }), ofTickets([])).ok).toBe(false)
      }),
    )
  })
})

describe('a refund at the limits', () => {
  const quote = buildQuote(
    [{ kind: 'ticket', id: 'ga', name: 'GA', quantity: 1, unitPriceMinor: 1000, feeSet: null }],
    'usd',
  )
  const order = { quote, tickets: [{ id: 'a', ticketTypeId: 'ga', priceMinor: 1000 }] }

  test.each<[string, RefundRequest[], object]>([
    ['no ticket at all', [ofTickets([])], { code: 'nothing_left', leftMinor: 1000 }],
    ['0', [ofAmount(0)], { code: 'amount_not_positive' }],
    ['a negative amount', [ofAmount(-1)], { code: 'amount_not_positive' }],
    ['half a cent', [ofAmount(0.5)], { code: 'amount_not_positive' }],
    ['no number', [ofAmount(Number.NaN)], { code: 'amount_not_positive' }],
    ['a cent too much', [ofAmount(1001)], { code: 'amount_above_paid', leftMinor: 1000 }],
    ['a cent more than is left', [ofAmount(400), ofAmount(601)], { leftMinor: 600 }],
    [
      'any amount after a refund of everything',
      [whole(), ofAmount(1)],
      { code: 'nothing_left', leftMinor: 0 },
    ],
    [
      'a ticket whose whole price was refunded before',
      [ofAmount(1000), ofTickets(['a'])],
      { code: 'nothing_left' },
    ],
    [
      'tickets of which one belongs to another order',
      [ofTickets(['a', 'x'])],
      { code: 'ticket_not_in_order', ticketIds: ['x'] },
    ],
  ])('%s is refused', (_, requests, refusal) => {
    expect(refundInTurn(order, requests).decisions.at(-1)).toMatchObject({ ok: false, ...refusal })
  })

  test('a ticket named twice in one request is one ticket', () => {
    expect(planRefund(refundable(order), ofTickets(['a', 'a']))).toMatchObject({
      ok: true,
      plan: { amountMinor: 1000, ticketIds: ['a'] },
    })
  })

  test('fees that were kept earlier can be refunded after their tickets and add-ons ended', () => {
    const ticket = { kind: 'ticket' as const, id: 'ga', name: 'GA', quantity: 1 }
    const withFee = buildQuote(
      [
        { ...ticket, unitPriceMinor: 1000, feeSet: tenPercent },
        { ...ticket, kind: 'addOn', id: 'photo', unitPriceMinor: 500, feeSet: null },
      ],
      'usd',
    )
    const requests = [whole(false), whole()]
    const { decisions } = refundInTurn({ ...order, quote: withFee }, requests)
    expect(decisions).toMatchObject([
      { plan: { amountMinor: 1500, adjustmentMinor: 0, ticketIds: ['a'] } },
      { plan: { amountMinor: 100, adjustmentMinor: 100, feeMinor: 100, parts: [], ticketIds: [] } },
    ])
    // A record without its fees cannot make more refundable than is left, nor less than nothing.
    const unsplit = {
      ...refundable({ ...order, quote: withFee }),
      refunded: { amountMinor: 1550, feeMinor: 0 },
    }
    expect(planRefund(unsplit, whole())).toMatchObject({
      plan: { amountMinor: 50, feeMinor: 50 },
    })
    expect(planRefund(unsplit, whole(false))).toMatchObject({
      code: 'nothing_left',
    })
  })

  test('records of more than was paid leave 0, not a negative amount', () => {
    const claimed = { ...refundable(order), refunded: { amountMinor: 2000, feeMinor: 500 } }
    expect(planRefund(claimed, whole())).toMatchObject({
      code: 'nothing_left',
      leftMinor: 0,
    })
  })
})

describe('a refund over several charges', () => {
  const charge = (id: string, leftMinor: number) => ({ id, leftMinor })

  test('takes of each what it has left, the newest first, with fees and taxes in proportion', () => {
    const refund = { amountMinor: 1500, feeMinor: 150, taxMinor: 300, feeTaxMinor: 15 }
    const charges = [charge('new', 1000), charge('old', 800), charge('older', 900)]
    expect(drawOnCharges(refund, charges)).toEqual([
      { id: 'new', amountMinor: 1000, feeMinor: 100, taxMinor: 200, feeTaxMinor: 10 },
      { id: 'old', amountMinor: 500, feeMinor: 50, taxMinor: 100, feeTaxMinor: 5 },
    ])
  })

  test('takes a tax of what is no fee', () => {
    const refund = { amountMinor: 3, feeMinor: 1, taxMinor: 2 }
    expect(drawOnCharges(refund, [charge('new', 2), charge('old', 1)])).toMatchObject([
      { id: 'new', feeMinor: 1, taxMinor: 1 },
      { id: 'old', feeMinor: 0, taxMinor: 1 },
    ])
    const small = { amountMinor: 2, feeMinor: 1, taxMinor: 1 }
    expect(drawOnCharges(small, [charge('new', 1), charge('old', 1)])).toMatchObject([
      { id: 'new', feeMinor: 1 },
      { id: 'old', feeMinor: 0, taxMinor: 1 },
    ])
  })

  test('takes nothing of a charge that has nothing left, and no more than all have', () => {
    const refund = { amountMinor: 50, feeMinor: 0 }
    expect(
      drawOnCharges(refund, [charge('over', -5), charge('none', 0), charge('ok', 30)]),
    ).toEqual([{ id: 'ok', amountMinor: 30, feeMinor: 0 }])
  })
})

describe('what ends with a refund', () => {
  const addOn = {
    ...{ ticketId: null, kind: 'addOn' as const, id: 'photo', name: 'Photo', feeName: null },
    ...{ priceMinor: 500, discountMinor: 0, feeMinor: 0, amountMinor: 500 },
  }
  const nothing = { amountMinor: 0, feeMinor: 0 }
  const paid = { charged: { amountMinor: 500, feeMinor: 0 }, refunded: nothing }

  test('are the add-ons of an order that never had a ticket, if all of it is refunded', () => {
    const order = { ...paid, units: [addOn], endedTicketIds: [] }
    expect(endingUnits(order, null)).toEqual([addOn])
    expect(endingUnits(order, [])).toEqual([])
    expect(planRefund(order, whole())).toMatchObject({ plan: { parts: [addOn], leftMinor: 0 } })
  })

  test('are no add-ons of an order whose tickets have ended before', () => {
    expect(endingUnits({ units: [addOn], endedTicketIds: ['a'] }, null)).toEqual([])
  })

  test('is nothing with a mere amount, which needs no adjustment', () => {
    const order = { ...paid, units: [addOn], endedTicketIds: [] }
    expect(planRefund(order, ofAmount(200))).toMatchObject({
      plan: { amountMinor: 200, parts: [], adjustmentMinor: 0, leftMinor: 300 },
    })
  })

  test('is nothing if nothing is left', () => {
    const order = { charged: nothing, refunded: nothing, units: [], endedTicketIds: [] }
    expect(planRefund(order, whole())).toEqual({
      ...{ ok: false, code: 'nothing_left', leftMinor: 0, ticketIds: [] },
    })
  })

  test('has no tax of a fee that is kept', () => {
    const feeTax = { name: 'IVA', ratePpm: 100_000, isInclusive: false, taxMinor: 10 }
    const ticket = {
      ...{ ...addOn, ticketId: 'a', kind: 'ticket' as const, feeMinor: 100, amountMinor: 610 },
      charges: { feeTax },
    }
    const charged = { amountMinor: 610, feeMinor: 110, taxMinor: 0, feeTaxMinor: 10 }
    const order = { charged, refunded: nothing, units: [ticket], endedTicketIds: [] }
    const decision = planRefund(order, ofTickets(['a'], false))
    expect(decision).toMatchObject({ plan: { amountMinor: 500, parts: [{ amountMinor: 500 }] } })
    expect(decision.ok && decision.plan.parts[0]?.charges?.feeTax).toBeUndefined()
  })
})
