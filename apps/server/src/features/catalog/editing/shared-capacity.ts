import { type Refused, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'
import { lockStockOf } from './rows.ts'

/** What is about to change of the groups of an event, whose row is locked. */
export interface GroupChange {
  eventId: string
  /** Types that come into another group. */
  moved?: readonly { typeId: string; groupId: string }[]
  /** A group that shares another capacity from now on; null: it shares none. */
  resized?: { groupId: string; capacity: number | null }
}

/**
 * Locks the stock of an event and refuses a change after which the types of a group would have more held
 * and sold in a session than they share. Call it before anything is written, {@link storeShares} after.
 */
export async function shareProblem(
  tx: TenantTx,
  { eventId, moved = [], resized }: GroupChange,
): Promise<Refused<'capacity_below_taken'> | null> {
  await lockStockOf(tx, eventId)
  const { rows } = await sql<{ name: string; capacity: number; taken: number }>`
    with used as (
      select coalesce(m.group_id, t.group_id) as group_id,
        sum((k.held + k.sold) * k.places) as taken
      from ticket_types t
      join stock k on k.tenant_id = t.tenant_id and k.pool_id = t.id
        and k.session_id = any(array(select id from sessions where event_id = ${eventId}))
      left join unnest(${moved.map(({ typeId }) => typeId)}::uuid[],
        ${moved.map(({ groupId }) => groupId)}::uuid[]) as m(type_id, group_id) on m.type_id = t.id
      where t.event_id = ${eventId}
      group by coalesce(m.group_id, t.group_id), k.session_id),
    shares as (
      select id, name, case when id = ${resized?.groupId ?? null}::uuid
        then ${resized?.capacity ?? null}::integer else capacity end as capacity
      from ticket_groups where event_id = ${eventId})
    select s.name, s.capacity, u.taken::integer as taken
    from used u join shares s on s.id = u.group_id
    where u.taken > s.capacity order by u.taken desc limit 1`.execute(tx)
  const [short] = rows
  if (!short) return null
  return refused(
    'capacity_below_taken',
    `${short.taken} places of ${short.name} are held or sold already on one date, so its types cannot share ${short.capacity}. Nothing was changed.`,
    { taken: short.taken },
  )
}

/**
 * Gives each session of an event the counters that its groups share, with what their types have held and
 * sold. The stock is locked ({@link shareProblem}), and groups and types are as they are to be.
 */
export async function storeShares(tx: TenantTx, eventId: string): Promise<void> {
  const sessions = sql`any(array(select id from sessions where event_id = ${eventId}))`
  await sql`
    update stock k set group_id = case when g.capacity is not null then g.id end
    from ticket_types t join ticket_groups g on g.tenant_id = t.tenant_id and g.id = t.group_id
    where k.session_id = ${sessions} and t.tenant_id = k.tenant_id and t.id = k.pool_id
      and k.group_id is distinct from case when g.capacity is not null then g.id end`.execute(tx)
  await sql`
    delete from stock k where k.session_id = ${sessions} and k.group_id = k.pool_id
      and not exists (select from stock t where t.tenant_id = k.tenant_id
        and t.session_id = k.session_id and t.group_id = k.pool_id and t.pool_id <> k.pool_id)`.execute(
    tx,
  )
  await sql`
    insert into stock (tenant_id, session_id, pool_id, group_id, capacity, held, sold)
    select k.tenant_id, k.session_id, g.id, g.id, g.capacity,
      sum(k.held * k.places), sum(k.sold * k.places)
    from stock k join ticket_groups g on g.tenant_id = k.tenant_id and g.id = k.group_id
    where k.session_id = ${sessions} and k.pool_id <> k.group_id
    group by k.tenant_id, k.session_id, g.id, g.capacity
    on conflict (tenant_id, session_id, pool_id) do update set capacity = excluded.capacity,
      held = excluded.held, sold = excluded.sold`.execute(tx)
}
