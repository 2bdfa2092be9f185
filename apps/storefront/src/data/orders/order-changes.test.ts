import type { OrderView } from '@foyer/contract'
import { describe, expect, it } from 'vitest'
import { anOrderView } from '../../../test/carts-and-orders.ts'
import { session, ticketPrice } from '../../../test/day.ts'
import {
  isChangeable,
  priceDifferenceOf,
  rescheduleSearchOf,
  selectionOfOrder,
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
  it('is so while it is paid, has tickets and has not begun', () => {
    expect(isChangeable(order, BEFORE)).toBe(true)
    expect(isChangeable(firstCancelled, BEFORE)).toBe(true)
  })
  it('is over once it has begun, was given back or has no ticket left', () => {
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
})

describe('the address of a change', () => {
  it('carries what is booked and how many still count', () => {
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

describe('the price of a move', () => {
  const there = (price: number) =>
    session({ ticket_prices: [ticketPrice({ ticket_type_id: typeId, price })] })

  it('is what the tickets cost more there than was paid for them', () => {
    expect(priceDifferenceOf(order, there(31.99))).toBe(1000)
    expect(priceDifferenceOf(order, there(26.99))).toBe(0)
    expect(priceDifferenceOf(order, there(20))).toBe(-1398)
  })
  it('leaves cancelled tickets out, and those that are there already', () => {
    expect(priceDifferenceOf(firstCancelled, there(31.99))).toBe(500)
    const here = { ...there(31.99), session_id: order.tickets[0]?.session.id ?? '' }
    expect(priceDifferenceOf(order, here)).toBe(0)
  })
  it('is unknown where a type is not sold there', () => {
    expect(priceDifferenceOf(order, session())).toBeNull()
  })
})
