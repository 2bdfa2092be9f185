import type { OrderView } from '@foyer/contract'
import { describe, expect, it } from 'vitest'
import { anOrderView } from '../../../test/carts-and-orders.ts'
import {
  changeableTickets,
  isChangeable,
  rescheduleSearchOf,
  selectionOfOrder,
  ticketsToUpgrade,
  upgradeSearchOf,
} from './order-changes.ts'

const order = anOrderView()
const typeId = order.tickets[0]?.ticketTypeId ?? ''
const BEFORE = Date.parse('2026-12-01T00:00:00Z')
const AFTER = Date.parse('2026-12-06T00:00:00Z')

const withTickets = (change: (ticket: OrderView['tickets'][number]) => object): OrderView => ({
  ...order,
  tickets: order.tickets.map((ticket) => ({ ...ticket, ...change(ticket) })),
})
const firstCancelled = withTickets(({ number }) => ({ isCancelled: number === 1 }))

describe('whether an order can be changed', () => {
  it('an order can be changed while it is paid, has tickets and has not begun', () => {
    expect(isChangeable(order, BEFORE)).toBe(true)
    expect(isChangeable(firstCancelled, BEFORE)).toBe(true)
  })
  it('an order cannot be changed once it has begun, is refunded or has no ticket left', () => {
    expect(isChangeable(order, AFTER)).toBe(false)
    const refunded = { ...order, order: { ...order.order, status: 'REFUNDED' as const } }
    expect(isChangeable(refunded, BEFORE)).toBe(false)
    expect(
      isChangeable(
        withTickets(() => ({ isCancelled: true })),
        BEFORE,
      ),
    ).toBe(false)
  })
  it('a ticket that was used cannot be changed, the others of its order can', () => {
    const firstUsed = withTickets(({ number }) => ({ isRedeemed: number === 1 }))
    expect(isChangeable(firstUsed, BEFORE)).toBe(true)
    const allUsed = withTickets(() => ({ isRedeemed: true }))
    expect(isChangeable(allUsed, BEFORE)).toBe(false)
  })
})

describe('the tickets to upgrade', () => {
  const numbersOf = (tickets: OrderView['tickets']) => tickets.map(({ number }) => number)

  it('are as many as asked for, or all that the order has of the type', () => {
    expect(numbersOf(ticketsToUpgrade(order, typeId, 1))).toEqual([1])
    expect(numbersOf(ticketsToUpgrade(order, typeId, 9))).toEqual([1, 2])
    expect(ticketsToUpgrade(order, order.order.id, 1)).toEqual([])
    expect(ticketsToUpgrade(order, undefined, 1)).toEqual([])
  })
  it('are neither cancelled nor used, and all for one session', () => {
    expect(numbersOf(ticketsToUpgrade(firstCancelled, typeId, 2))).toEqual([2])
    const firstUsed = withTickets(({ number }) => ({ isRedeemed: number === 1 }))
    expect(numbersOf(ticketsToUpgrade(firstUsed, typeId, 2))).toEqual([2])
    const twoSessions = withTickets(({ number, session }) => ({
      session: number === 1 ? session : { ...session, id: order.order.id },
    }))
    expect(numbersOf(ticketsToUpgrade(twoSessions, typeId, 2))).toEqual([1])
  })
})

describe('the tickets that the policy lets change', () => {
  const { reschedule, cancel } = order.changePolicy
  const count = (policy: Partial<OrderView['changePolicy']>, part: Partial<OrderView> = {}) => {
    const changed = { ...order, ...part, changePolicy: { ...order.changePolicy, ...policy } }
    return (['reschedule', 'upgrade', 'cancel'] as const).map(
      (kind) => changeableTickets(changed, kind, BEFORE).length,
    )
  }
  it('are those that its rule of each kind allows', () => {
    expect(count({})).toEqual([2, 2, 0])
    expect(count({ cancel: { ...cancel, isAllowed: true } })).toEqual([2, 2, 2])
    expect(count({}, { hasOtherSession: false })).toEqual([0, 2, 0])
    const tooLate = { ...reschedule, untilMinutes: 30 * 24 * 60 }
    expect(count({ reschedule: tooLate })).toEqual([0, 2, 0])
  })
  it('are none once the order was changed as often as the rule allows', () => {
    const once = { ...reschedule, limit: 1 }
    expect(count({ reschedule: once })).toEqual([2, 2, 0])
    const [bought] = order.changes
    const changes = bought ? [bought, { ...bought, kind: 'reschedule' as const }] : []
    expect(count({ reschedule: once }, { changes })).toEqual([0, 2, 0])
  })
})

describe('the address of a change', () => {
  it('the address of an order change holds the booking and the number of valid tickets', () => {
    expect(rescheduleSearchOf(firstCancelled, 'en-US')).toEqual({
      types: `${typeId}:1`,
      reschedule: 'true',
      orderId: order.order.id,
      originalDate: '2026-12-04',
      originalTime: '7:00 PM',
    })
    expect(upgradeSearchOf(order, typeId)).toEqual({
      date: '2026-12-04',
      upgrade: 'true',
      orderId: order.order.id,
      currentTicketType: typeId,
      quantity: '2',
    })
    expect(selectionOfOrder(order)).toEqual({ [typeId]: 2 })
  })
})
