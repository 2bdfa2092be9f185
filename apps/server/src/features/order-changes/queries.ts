import type { TenantTx } from '@foyer/db'
import type { ChangeableOrder, Discount, SoldTickets } from '@foyer/domain'
import { CompiledQuery, sql } from 'kysely'
import type { Offers } from '../../engine/offers/offer-rules.ts'
import { readOffers } from '../../engine/offers/read-offers.ts'
import type { OrderRow } from '../../engine/orders/find-order.ts'

/** Selects what the quote of a change needs of an order, its tickets ordered by session. */
export async function selectChangeableOrder(
  tx: TenantTx,
  { id, quote }: Pick<OrderRow, 'id' | 'quote'>,
): Promise<ChangeableOrder> {
  const tickets = await tx
    .selectFrom('tickets')
    .select(['id', 'ticket_type_id as ticketTypeId', 'price_minor as priceMinor'])
    .select((eb) => eb('status', '=', 'CANCELLED').$castTo<boolean>().as('isCancelled'))
    .select((eb) => eb('redeemed_at', 'is not', null).$castTo<boolean>().as('isRedeemed'))
    .where('order_id', '=', id)
    .execute()
  // A hold of an add-on has the add-on's id both as session and as type.
  const sold = await sql<SoldTickets>`
    select h.session_id as "sessionId", h.ticket_type_id as "ticketTypeId", h.quantity,
      h.unit_price_minor as "unitPriceMinor", h.fee_set as "feeSet"
    from holds h join sessions s on s.tenant_id = h.tenant_id and s.id = h.session_id
    where h.order_id = ${id} and h.state = 'sold' and h.ticket_type_id <> h.session_id
    order by s.starts_at, h.session_id, h.id`.execute(tx)
  return { quote, tickets, sold: sold.rows, discounts: await selectDiscounts(tx, quote.coupon?.id) }
}

async function selectDiscounts(tx: TenantTx, couponUseId: string | undefined) {
  if (!couponUseId) return []
  const { rows } = await sql<{ discounts: Discount[] }>`
    select discounts from coupon_uses where id = ${couponUseId}`.execute(tx)
  return rows[0]?.discounts ?? []
}

/** Sessions and what they sell now, read without a lock. */
export interface OffersWithRoom extends Offers {
  /** What a session, or one type in it, has left; null means without limit. */
  roomOf(sessionId: string, poolId?: string): number | null
}

export async function selectOffers(
  tx: TenantTx,
  tenantId: number,
  sessionIds: readonly string[],
): Promise<OffersWithRoom> {
  const { now, offers } = await readOffers(
    { query: ({ text, values = [] }) => tx.executeQuery(CompiledQuery.raw(text, [...values])) },
    tenantId,
    sessionIds,
  )
  const pools = await sql<{ session_id: string; pool_id: string; room: number | null }>`
    select session_id, pool_id, room from live_stock
    where session_id = any(${sessionIds}::uuid[])`.execute(tx)
  const rooms = new Map(
    pools.rows.map(({ session_id, pool_id, room }) => [`${session_id} ${pool_id}`, room]),
  )
  return {
    now,
    offerOf: (sessionId) => offers.get(sessionId),
    sells: (sessionId, typeId) => rooms.has(`${sessionId} ${typeId}`),
    roomOf: (sessionId, poolId = sessionId) => rooms.get(`${sessionId} ${poolId}`) ?? null,
  }
}

/** Selects the descriptions of ticket types, by id. */
export async function selectDescriptions(tx: TenantTx, typeIds: readonly string[]) {
  if (typeIds.length === 0) return new Map<string, string | null>()
  const rows = await tx
    .selectFrom('ticket_types')
    .select(['id', 'description'])
    .where('id', 'in', typeIds)
    .execute()
  return new Map(rows.map(({ id, description }) => [id, description]))
}
