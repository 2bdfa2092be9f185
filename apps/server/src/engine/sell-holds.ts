import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'

/** A hold that became a sale. */
export interface SoldHold {
  id: string
  sessionId: string
  ticketTypeId: string
  typeName: string
  quantity: number
  unitPriceMinor: number
}

/**
 * Turns holds into sales, all or none. Held ones are sold; lapsed ones are allocated again where
 * there is room. Null when some place is gone: nothing was changed then.
 *
 * The caller has taken {@link lockStockOf} for these holds before it locked or read anything else:
 * the rule of docs/locking.md.
 */
export async function sellHolds(
  tx: TenantTx,
  holdIds: readonly string[],
): Promise<SoldHold[] | null> {
  const { rows: holds } = await sql<SoldHold & { state: string }>`
    select h.id, h.session_id as "sessionId", h.ticket_type_id as "ticketTypeId",
      t.name as "typeName", h.quantity, h.unit_price_minor as "unitPriceMinor", h.state
    from holds h join ticket_types t on t.tenant_id = h.tenant_id and t.id = h.ticket_type_id
    where h.id = any(${holdIds}) order by t.position, h.id`.execute(tx)
  if (holds.length !== holdIds.length || holds.some((hold) => hold.state === 'sold')) return null

  const lapsed = holds.filter((hold) => hold.state !== 'held')
  if (lapsed.length > 0) {
    await reclaimIn(tx, [...new Set(lapsed.map((hold) => hold.sessionId))])
    if (
      !(await hasRoom(
        tx,
        lapsed.map((hold) => hold.id),
      ))
    )
      return null
  }
  await sql`
    with sold as (
      update holds h set state = 'sold' from holds before
      where h.id = any(${holdIds}) and before.tenant_id = h.tenant_id and before.id = h.id
      returning h.id, h.session_id, h.ticket_type_id, h.quantity,
        case before.state when 'held' then h.quantity else 0 end as was_held),
    noted as (
      insert into stock_ledger
        (tenant_id, session_id, ticket_type_id, hold_id, kind, held_delta, sold_delta)
      select current_tenant(), session_id, ticket_type_id, id,
        case was_held when 0 then 'reallocate' else 'sell' end, -was_held, quantity from sold),
    moves as (
      select session_id, ticket_type_id as pool_id, was_held, quantity from sold
      union all select session_id, session_id, was_held, quantity from sold),
    sums as (
      select session_id, pool_id, sum(was_held)::integer as held, sum(quantity)::integer as sold
      from moves group by 1, 2)
    update stock s set held = s.held - sums.held, sold = s.sold + sums.sold from sums
    where s.session_id = sums.session_id and s.pool_id = sums.pool_id`.execute(tx)
  return holds
}

/** Locks every stock row of the sessions these holds are in, in the product's one order. */
export async function lockStockOf(tx: TenantTx, holdIds: readonly string[]): Promise<void> {
  await sql`
    select 1 from stock
    where session_id in (select session_id from holds where id = any(${holdIds}))
    order by session_id, pool_id for update`.execute(tx)
}

async function reclaimIn(tx: TenantTx, sessionIds: readonly string[]): Promise<void> {
  await sql`
    with ended as (
      update holds set state = 'expired'
      where session_id = any(${sessionIds}) and state = 'held' and reclaim_at <= statement_timestamp()
      returning id, session_id, ticket_type_id, quantity),
    noted as (
      insert into stock_ledger
        (tenant_id, session_id, ticket_type_id, hold_id, kind, held_delta, sold_delta)
      select current_tenant(), session_id, ticket_type_id, id, 'expire', -quantity, 0 from ended),
    freed as (
      select session_id, ticket_type_id as pool_id, quantity from ended
      union all select session_id, session_id, quantity from ended)
    update stock s set held = s.held - f.quantity
    from (select session_id, pool_id, sum(quantity)::integer as quantity from freed group by 1, 2) f
    where s.session_id = f.session_id and s.pool_id = f.pool_id`.execute(tx)
}

async function hasRoom(tx: TenantTx, holdIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ short: boolean }>`
    with wanted as (
      select session_id, ticket_type_id as pool_id, quantity from holds where id = any(${holdIds})
      union all
      select session_id, session_id, quantity from holds where id = any(${holdIds}))
    select bool_or(s.capacity is not null and s.held + s.sold + w.quantity > s.capacity) as short
    from (select session_id, pool_id, sum(quantity)::integer as quantity from wanted group by 1, 2) w
    join stock s on s.session_id = w.session_id and s.pool_id = w.pool_id`.execute(tx)
  return rows[0]?.short === false
}
