import { type CartView, granted, type Result } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { knownZone } from '@foyer/domain'
import type { Context, Tenant } from '../../context.ts'
import { loadFrozenCart } from '../../engine/carts/frozen-cart.ts'
import { presentQuote } from '../../engine/carts/frozen-quote.ts'
import { CART_NOT_FOUND, HOLD_EXPIRED } from '../../engine/refusals.ts'

export type LoadedCart = Result<CartView, 'cart_not_found' | 'hold_expired'>

/** Loads a cart for its page. A cart that became an order is found too, with the order's id. */
export function loadCartView(
  context: Context,
  tenant: Tenant,
  cartId: string,
): Promise<LoadedCart> {
  return context.db.withTenant(tenant.id, async (tx): Promise<LoadedCart> => {
    const cart = await loadFrozenCart(tx, cartId)
    if (!cart) return CART_NOT_FOUND
    const order = cart.orderId
      ? await tx
          .selectFrom('orders')
          .select(['quote', 'created_at'])
          .where('id', '=', cart.orderId)
          .executeTakeFirstOrThrow()
      : null
    if (!cart.expiresAt && !order) return HOLD_EXPIRED
    const places = await selectCartPlaces(tx, cart.sessionIds)
    const [place] = places
    if (!place) return CART_NOT_FOUND
    return granted({
      cartId: cart.number,
      eventId: cart.eventId,
      eventName: place.event_name,
      imageUrl: `/posters/${place.event_id}/poster-dark.svg`,
      venueName: place.venue_name,
      venueLocation: [place.venue_name, place.city, place.state].filter(Boolean).join(', '),
      timeZone: knownZone(place.timezone),
      sessionId: place.session_id,
      sessionName: place.display_name,
      sessionStartsAt: place.starts_at.toISOString(),
      selectedDate: place.local_date,
      sessions: places.map((session) => ({
        sessionId: session.session_id,
        name: session.display_name,
        startsAt: session.starts_at.toISOString(),
        date: session.local_date,
      })),
      isTimedEntry: place.is_timed_entry,
      quote: presentQuote(order?.quote ?? cart.quote),
      expiresAt: (cart.expiresAt ?? order?.created_at ?? cart.now).toISOString(),
      serverTime: cart.now.toISOString(),
      moreTimeMinutes: cart.moreTimeMinutes || null,
      orderId: cart.orderId,
    })
  })
}

/** Selects what a cart's page shows about its event and sessions, earliest first. */
const selectCartPlaces = (tx: TenantTx, sessionIds: readonly string[]) =>
  tx
    .selectFrom('sessions as s')
    .innerJoin('events as e', (join) =>
      join.onRef('e.tenant_id', '=', 's.tenant_id').onRef('e.id', '=', 's.event_id'),
    )
    .innerJoin('venues as v', (join) =>
      join.onRef('v.tenant_id', '=', 'e.tenant_id').onRef('v.id', '=', 'e.venue_id'),
    )
    .select(['s.id as session_id', 's.starts_at', 's.display_name', 's.local_date'])
    .select(['e.id as event_id', 'e.name as event_name', 'e.is_timed_entry'])
    .select(['v.name as venue_name', 'v.city', 'v.state', 'v.timezone'])
    .where('s.id', 'in', sessionIds)
    .orderBy('s.starts_at')
    .orderBy('s.id')
    .execute()
