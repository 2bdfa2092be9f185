import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'

/**
 * Whether a ticket `t` was bought for the session as it was before the disruption `d`: by an order, or by
 * a change that was held by then. All tickets of a session that was called off were.
 */
export const wasBoughtBefore = sql<boolean>`(d.kind = 'called_off' or t.revision = 0
    or t.created_at <= d.created_at
    or exists (
      select from order_changes c
      where c.tenant_id = t.tenant_id and c.order_id = t.order_id and c.created_at <= d.created_at
        and c.details -> 'tickets' @> jsonb_build_array(
          jsonb_build_object('after', jsonb_build_object('ticketId', t.id)))))
  and not exists (
    select from tickets n
    where n.tenant_id = t.tenant_id and n.id = t.replaced_by and n.created_at <= d.created_at)`

/**
 * The numbers of an order's tickets that the disruption `d` is about. A ticket that was upgraded since
 * keeps its number.
 */
export const ticketNumbersOf = (orderId: string) => sql<number[]>`array(
  select distinct t.number from tickets t
  where t.tenant_id = d.tenant_id and t.order_id = ${orderId} and t.session_id = d.session_id
    and ${wasBoughtBefore})`

/** Selects the numbers of an order's tickets that a disruption is about. */
export async function selectTicketNumbers(
  tx: TenantTx,
  disruptionId: string,
  orderId: string,
): Promise<number[]> {
  const { rows } = await sql<{ numbers: number[] }>`
    select ${ticketNumbersOf(orderId)} as numbers from session_disruptions d
    where d.id = ${disruptionId}`.execute(tx)
  return rows[0]?.numbers ?? []
}

/** How many valid tickets a disruption is about. */
export async function countDisrupted(tx: TenantTx, disruptionId: string): Promise<number> {
  const { rows } = await sql<{ tickets: number }>`
    select count(*)::integer as tickets from session_disruptions d
    join tickets t on t.tenant_id = d.tenant_id and t.session_id = d.session_id
    where d.id = ${disruptionId} and t.status = 'VALID' and ${wasBoughtBefore}`.execute(tx)
  return rows[0]?.tickets ?? 0
}
