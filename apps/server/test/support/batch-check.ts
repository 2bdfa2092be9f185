import { expect } from 'vitest'
import { ticketsIn } from '../../src/engine/stock/stock-items.ts'
import type { World } from './batch-world/world.ts'

/**
 * Checks what must hold in every state: no pool exceeds its capacity, ledger and holds explain
 * every counter, and sold holds have their tickets.
 */
export function checkBooks(world: World): void {
  for (const { sessionId, poolId, capacity, held, sold } of world.pools) {
    const isIn = (row: { sessionId: string; ticketTypeId: string }) =>
      row.sessionId === sessionId && (poolId === sessionId || poolId === row.ticketTypeId)
    const rows = world.holds.filter(isIn)
    const ledger = world.ledger.filter(isIn)
    const standing = (state: string) =>
      sum(rows.filter((hold) => hold.state === state).map((hold) => hold.quantity))
    expect({ held, sold }).toEqual({ held: standing('held'), sold: standing('sold') })
    expect({ held, sold }).toEqual({
      held: sum(ledger.map((entry) => entry.heldDelta)),
      sold: sum(ledger.map((entry) => entry.soldDelta)),
    })
    if (capacity !== null) expect(held + sold).toBeLessThanOrEqual(capacity)
  }
  for (const { capturedMinor, refunds } of world.payments) {
    const backMinor = sum(refunds.map((refund) => refund.amountMinor))
    expect(backMinor).toBeLessThanOrEqual(capturedMinor ?? 0)
  }
  for (const order of world.orders) {
    const sold = world.holds.filter((hold) => hold.orderId === order.id && hold.state === 'sold')
    const tickets = ticketsIn(sold)
    const valid = order.tickets.filter((ticket) => ticket.status === 'VALID')
    expect(valid.map((ticket) => ticket.sessionId).sort()).toEqual(
      tickets.flatMap((hold) => Array.from({ length: hold.quantity }, () => hold.sessionId)).sort(),
    )
    expect(valid.length > 0).toBe(order.status === 'PAID')
    // Without a ticket, an add-on is not sold.
    expect(sold.length > 0).toBe(order.status === 'PAID')
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
