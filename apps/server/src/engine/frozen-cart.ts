import type { TenantTx } from '@foyer/db'
import { buildQuote, type Quote } from '@foyer/domain'
import { sql } from 'kysely'

/** A cart with what its live holds froze: prices, fees and the end of the hold. */
export interface FrozenCart {
  id: string
  browserId: string
  number: string
  eventId: string
  sessionId: string
  orderId: string | null
  /** Ids of the live holds, in order; empty when the cart holds nothing. */
  holdIds: string[]
  quote: Quote
  /** What the buyer is told; null when nothing is held. */
  expiresAt: Date | null
  /** The database's clock as this was read. */
  now: Date
}

/**
 * Reads a cart and its live holds. Null when this browser never had such a cart.
 * The quote is a pure function of the frozen rows, so it is the same until the hold ends.
 */
export async function loadFrozenCart(
  tx: TenantTx,
  cartId: string,
  currency: string,
): Promise<FrozenCart | null> {
  const cart = await tx
    .selectFrom('carts')
    .select(['id', 'browser_id', 'number', 'event_id', 'session_id', 'order_id'])
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .where('id', '=', cartId)
    .executeTakeFirst()
  if (!cart) return null

  const holds = await tx
    .selectFrom('holds as h')
    .innerJoin('ticket_types as t', (join) =>
      join.onRef('t.tenant_id', '=', 'h.tenant_id').onRef('t.id', '=', 'h.ticket_type_id'),
    )
    .select(['h.id', 'h.ticket_type_id', 't.name', 'h.quantity', 'h.unit_price_minor'])
    .select(['h.fee_set', 'h.expires_at'])
    .where('h.cart_id', '=', cartId)
    .where('h.state', '=', 'held')
    .where('h.reclaim_at', '>', sql<Date>`clock_timestamp()`)
    .orderBy('t.position')
    .orderBy('h.id')
    .execute()
  const addOns = await tx
    .selectFrom('cart_add_ons as c')
    .innerJoin('add_ons as a', (join) =>
      join.onRef('a.tenant_id', '=', 'c.tenant_id').onRef('a.id', '=', 'c.add_on_id'),
    )
    .select(['a.id', 'a.name', 'c.quantity', 'c.unit_price_minor'])
    .where('c.cart_id', '=', cartId)
    .orderBy('a.position')
    .execute()

  const quote = buildQuote(
    [
      ...holds.map((hold) => ({
        kind: 'ticket' as const,
        id: hold.ticket_type_id,
        name: hold.name,
        quantity: hold.quantity,
        unitPriceMinor: hold.unit_price_minor,
        feeSet: hold.fee_set,
      })),
      // Service fees are for tickets; an add-on costs what its price says.
      ...addOns.map((addOn) => ({
        kind: 'addOn' as const,
        id: addOn.id,
        name: addOn.name,
        quantity: addOn.quantity,
        unitPriceMinor: addOn.unit_price_minor,
        feeSet: null,
      })),
    ],
    currency,
  )
  const ends = holds.map((hold) => hold.expires_at.getTime())
  return {
    id: cart.id,
    browserId: cart.browser_id,
    number: cart.number,
    eventId: cart.event_id,
    sessionId: cart.session_id,
    orderId: cart.order_id,
    holdIds: holds.map((hold) => hold.id),
    quote,
    expiresAt: ends.length > 0 ? new Date(Math.min(...ends)) : null,
    now: cart.now,
  }
}
