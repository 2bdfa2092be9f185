import type { TenantTx } from '@foyer/db'
import type { ChangedBy } from '@foyer/domain'
import { sql } from 'kysely'
import { type OffersWithRoom, selectOffers } from '../../engine/offers/offers-with-room.ts'
import type { LaneOrder } from '../../engine/orders/order-types.ts'
import { openChangeOf } from '../../engine/orders/order-value.ts'
import type { StockLine } from '../../engine/stock/stock-types.ts'

/**
 * Selects offers with what is left of them for an order: what its own change holds, while it waits for
 * its payment, is left for it.
 */
export async function selectOffersFor(
  tx: TenantTx,
  tenantId: number,
  order: LaneOrder,
  sessionIds: readonly string[],
): Promise<OffersWithRoom> {
  const held = await selectHeld(tx, openChangeOf(order)?.id)
  return selectOffers(tx, tenantId, sessionIds, held)
}

/** Selects what a change that waits for its payment still holds. */
async function selectHeld(tx: TenantTx, changeId: string | undefined): Promise<StockLine[]> {
  if (!changeId) return []
  const { rows } = await sql<StockLine>`
    select session_id as "sessionId", ticket_type_id as "ticketTypeId", quantity from holds
    where cart_id = ${changeId} and state = 'held' and reclaim_at > now()`.execute(tx)
  return rows
}

/** Where tickets may go: buyers take them to what is on sale, the team to all that is not over. */
const isTarget = (by: ChangedBy) =>
  by === 'buyer' ? sql`is_on_sale` : sql`state_is_sold(state) and ends_at > now()`

/** A day with the number of its sessions that tickets may be taken to. */
interface TargetDay {
  date: string
  sessions: number
}

/** Selects the days of an event with sessions that tickets may be taken to, in order. */
export async function selectTargetDays(
  tx: TenantTx,
  eventId: string,
  by: ChangedBy,
): Promise<TargetDay[]> {
  const { rows } = await sql<TargetDay>`
    select local_date as date, count(*)::integer as sessions from offered_sessions
    where event_id = ${eventId} and ${isTarget(by)}
    group by local_date order by local_date`.execute(tx)
  return rows
}

/**
 * Selects at most `limit` sessions that tickets may be taken to, by start. A date restricts them to its day;
 * without one they are the nearest to the start of a session.
 */
export async function selectTargets(
  tx: TenantTx,
  eventId: string,
  {
    by,
    date,
    near,
    limit,
  }: { by: ChangedBy; date: string | undefined; near: string | null; limit: number },
): Promise<string[]> {
  const which =
    date === undefined
      ? sql`order by greatest(starts_at, present.at) - least(starts_at, present.at), session_id`
      : sql`and local_date = ${date}::date order by starts_at, session_id`
  const { rows } = await sql<{ id: string }>`
    select id from (
      select session_id as id, starts_at from offered_sessions,
        (select s.starts_at as at from sessions s where s.id = ${near}) present
      where event_id = ${eventId} and ${isTarget(by)} ${which} limit ${limit}) nearest
    order by starts_at, id`.execute(tx)
  return rows.map(({ id }) => id)
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
