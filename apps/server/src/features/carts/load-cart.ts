import { type CartView, granted, type Result } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { commonRoom, imagePath, knownZone, placeLine } from '@foyer/domain'
import type { Context, Tenant } from '../../context.ts'
import type { ShownCart } from '../../engine/carts/cart-types.ts'
import { loadFrozenCart } from '../../engine/carts/frozen-cart.ts'
import { presentQuote } from '../../engine/carts/frozen-quote.ts'
import { roomName } from '../../engine/offers/room-name.ts'
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
    const sessions = await selectCartSessions(tx, cart.sessionIds)
    if (sessions.length === 0) return CART_NOT_FOUND
    return granted(
      presentCart({
        ...cart,
        sessions,
        quote: order?.quote ?? cart.quote,
        expiresAt: cart.expiresAt ?? order?.created_at ?? cart.now,
      }),
    )
  })
}

/** Presents a cart of at least one session. */
export function presentCart(cart: ShownCart): CartView {
  const [first] = cart.sessions
  if (!first) throw new Error('A cart has a session')
  const venueName = placeLine(first.venueName, commonRoom(cart.sessions))
  return {
    cartId: cart.number,
    eventId: cart.eventId,
    eventName: first.eventName,
    imageUrl: imagePath(cart.eventId, first.pictureHash),
    venueName,
    venueLocation: [venueName, first.city, first.state].filter(Boolean).join(', '),
    venueCountry: first.country,
    timeZone: knownZone(first.timeZone),
    sessionId: first.sessionId,
    sessionName: first.sessionName,
    sessionStartsAt: first.startsAt.toISOString(),
    selectedDate: first.localDate,
    sessions: cart.sessions.map(({ sessionId, sessionName, startsAt, localDate }) => ({
      sessionId,
      name: sessionName,
      startsAt: startsAt.toISOString(),
      date: localDate,
    })),
    isTimedEntry: first.isTimedEntry,
    quote: presentQuote(cart.quote),
    expiresAt: cart.expiresAt.toISOString(),
    serverTime: cart.now.toISOString(),
    moreTimeMinutes: cart.moreTimeMinutes || null,
    orderId: cart.orderId,
  }
}

/** Selects what a cart's page shows about its event and sessions, earliest first. */
const selectCartSessions = (tx: TenantTx, sessionIds: readonly string[]) =>
  tx
    .selectFrom('sessions as s')
    .innerJoin('events as e', (join) =>
      join.onRef('e.tenant_id', '=', 's.tenant_id').onRef('e.id', '=', 's.event_id'),
    )
    .innerJoin('venues as v', (join) =>
      join.onRef('v.tenant_id', '=', 'e.tenant_id').onRef('v.id', '=', 'e.venue_id'),
    )
    .select(['s.id as sessionId', 's.starts_at as startsAt', 's.local_date as localDate'])
    .select(['s.display_name as sessionName', 'e.name as eventName'])
    .select((eb) =>
      eb
        .selectFrom('event_pictures as picture')
        .select('picture.hash')
        .whereRef('picture.tenant_id', '=', 'e.tenant_id')
        .whereRef('picture.event_id', '=', 'e.id')
        .as('pictureHash'),
    )
    .select(['e.is_timed_entry as isTimedEntry', 'v.name as venueName', 'v.city', 'v.state'])
    .select(['v.country', 'v.timezone as timeZone', roomName.as('room')])
    .where('s.id', 'in', sessionIds)
    .orderBy('s.starts_at')
    .orderBy('s.id')
    .execute()
