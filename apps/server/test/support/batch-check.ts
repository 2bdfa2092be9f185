import { expect } from 'vitest'
import { ticketsIn } from '../../src/engine/stock/stock-items.ts'
import type { World } from './batch-world/world.ts'

/**
 * Checks what must hold in every state: no pool exceeds its capacity, ledger and holds explain
 * every counter, and sold holds have their tickets.
 */
export function checkBooks(world: World): void {
  for (const { sessionId, poolId, capacity, held, sold } of world.pools) {
    /** How many units of the pool one ticket of a row takes; 0 if it takes none. */
    const unitsOf = (row: { sessionId: string; ticketTypeId: string }): number => {
      if (row.sessionId !== sessionId) return 0
      if (row.ticketTypeId === poolId) return 1
      const type = world.pools.find(
        (pool) => pool.sessionId === sessionId && pool.poolId === row.ticketTypeId,
      )
      const isIn = poolId === sessionId || type?.groupId === poolId
      return isIn ? (type?.places ?? 1) : 0
    }
    const standing = (state: string) =>
      sum(
        world.holds
          .filter((hold) => hold.state === state)
          .map((hold) => hold.quantity * unitsOf(hold)),
      )
    expect({ held, sold }).toEqual({ held: standing('held'), sold: standing('sold') })
    expect({ held, sold }).toEqual({
      held: sum(world.ledger.map((entry) => entry.heldDelta * unitsOf(entry))),
      sold: sum(world.ledger.map((entry) => entry.soldDelta * unitsOf(entry))),
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
