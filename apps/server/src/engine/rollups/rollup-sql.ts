import type { TenantTx } from '@foyer/db'
import { LONGEST_SESSION_MINUTES } from '@foyer/domain'
import { sql } from 'kysely'
import { ofSessions } from '../offers/offers.ts'

/**
 * The statements of the rollups. They read stock without its locks, as any visitor does. Their only
 * lock is their own, so holds and rollups never wait for each other.
 */

/** An arbitrary constant; no other program on the same database may use it. */
export const ROLLUP_LOCK = 4_021_978

/**
 * Days are kept for a week, for streams that reconnect; no page shows them. A day of a session that is
 * not over is kept longer.
 */
const KEPT_DAYS = 7
/** No session that began earlier is not over. */
const LONGEST_DAYS = LONGEST_SESSION_MINUTES / (24 * 60) + 1

/**
 * Which rollups are compared with stock: the days of these sessions, one event, or everything that
 * the tenant sells.
 */
export type RollupScope = { sessionIds: readonly string[] } | { eventId: string } | 'tenant'

/**
 * Lets one transaction per tenant at a time write rollups, until it commits. Take it before {@link
 * writeRollups}, in a statement of its own: the next statement then reads data that is newer than
 * all earlier writes.
 */
export async function lockRollups(tx: TenantTx, tenantId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ROLLUP_LOCK}::integer, ${tenantId}::integer)`.execute(tx)
}

/** Rewrites the rows in scope that differ from stock, under one new version. Needs the lock. */
export async function writeRollups(tx: TenantTx, scope: RollupScope): Promise<void> {
  const isWide = scope === 'tenant' || 'eventId' in scope
  // The planner assumes that the list is short, and would join thousands of sessions one by one.
  if (isWide) await sql`set local enable_nestloop = off`.execute(tx)
  // The ids are passed as a list: the planner pushes a list into the views' groups, but not a join.
  const { rows } = await sql<{ id: string }>`
    select s.id from sessions s where ${inScope(scope)}`.execute(tx)
  const ids = rows.map((row) => row.id)
  if (ids.length > 0) await writeSessionsAndDays(tx, ids, !isWide)
  // A hold never moves a session to another day. Organizers and the calendar do; that is handled
  // here.
  if (isWide) await endDays(tx)
}

/** Ends days that have no session any more, and deletes days that are long past. */
async function endDays(tx: TenantTx): Promise<void> {
  await sql`
    update day_rollups d set lowest_minor = null, lowest_all_in_minor = null, room = 0,
      capacity = 0, first_start = null, next_change_at = null, turns_at = null, version = nextval('rollup_version')
    where (next_change_at is not null or turns_at is not null) and not exists (
      select from sessions s where s.tenant_id = d.tenant_id and s.event_id = d.event_id
        and s.local_date = d.local_date)`.execute(tx)
  for (const table of ['day_rollups', 'session_rollups']) {
    await sql`delete from ${sql.table(table)} r
      where r.local_date <= current_date - ${KEPT_DAYS}::integer and not exists (
        select from sessions s where s.tenant_id = r.tenant_id and s.event_id = r.event_id
          and s.local_date = r.local_date and ${isKept()})`.execute(tx)
  }
}

/** Whether the day of a session `s` is kept. The second line is for the index. */
const isKept = () => sql<boolean>`
  (s.local_date > current_date - ${KEPT_DAYS}::integer or s.ends_at > now())
  and s.local_date > current_date - ${KEPT_DAYS + LONGEST_DAYS}::integer`

function inScope(scope: RollupScope) {
  const recent = isKept()
  if (scope === 'tenant') return recent
  if ('eventId' in scope) return sql<boolean>`s.event_id = ${scope.eventId} and ${recent}`
  return sql<boolean>`(s.event_id, s.local_date) in (
    select d.event_id, d.local_date from sessions d where d.id = any(${scope.sessionIds}::uuid[])
    union
    select r.event_id, r.local_date from session_rollups r
    where r.session_id = any(${scope.sessionIds}::uuid[]))`
}

/** The largest count of a day, so that a session with a huge capacity does not overflow the sum. */
const MOST = sql.lit(2 ** 31 - 1)

/** `ids` must include all sessions of each of their days. */
async function writeSessionsAndDays(
  tx: TenantTx,
  ids: readonly string[],
  isShort: boolean,
): Promise<void> {
  const listed = sql`${ids}::uuid[]`
  await sql`
    with next as materialized (select nextval('rollup_version') as version),
    session_now as materialized (
      select s.tenant_id, s.event_id, s.local_date, s.session_id, s.starts_at, s.is_listed,
        s.is_open, s.sales_start_at, s.sales_end_at, case when s.is_open then r.room else 0 end as room, r.capacity
      from ${ofSessions('offered_sessions', listed, isShort)} s
      join session_room r on r.tenant_id = s.tenant_id and r.session_id = s.session_id
        and r.session_id = any(${ids}::uuid[])),
    offer as materialized (
      select session_id, ticket_type_id, price_minor, all_in_minor, is_type_open, type_open_at,
        type_close_at
      from ${ofSessions('session_offers', listed, isShort)} o
      where not is_archived and not is_hidden),
    -- Read once: joined directly, each of its rows is compared with the whole list of ids (90 ms instead
    -- of 21 for 400 sessions).
    stock_now as materialized (
      select session_id, pool_id, room, places, group_id from live_stock
      where session_id = any(${ids}::uuid[])),
    type_now as materialized (
      select s.event_id, s.local_date, s.session_id, s.is_listed, o.ticket_type_id as type_id,
        case when s.is_open and o.is_type_open
          then tickets_that_fit(l.room, s.room, g.room, l.places) else 0 end as room,
        s.is_open and o.is_type_open as is_on_sale,
        greatest(s.sales_start_at, o.type_open_at) as opens_at,
        least(s.sales_end_at, o.type_close_at) as closes_at, o.type_open_at, o.type_close_at,
        case when o.type_close_at <= now() then null else o.price_minor end as price,
        o.all_in_minor as all_in
      from session_now s
      join offer o on o.session_id = s.session_id
      -- A type without a pool is not sold in the session.
      join stock_now l on l.session_id = s.session_id and l.pool_id = o.ticket_type_id
      left join stock_now g on g.session_id = s.session_id and g.pool_id = l.group_id),
    -- A session has nothing left if no ticket on sale fits: three places are none for families of four.
    session_next as materialized (
      select s.*, coalesce(t.types, '{}') as types,
        case when t.is_none_left then 0 else s.room end as room_left
      from session_now s
      left join (
        select session_id, jsonb_object_agg(type_id, room) as types,
          bool_or(is_on_sale and price is not null)
            and not bool_or(is_on_sale and price is not null and room is distinct from 0) as is_none_left
        from type_now group by 1) t using (session_id)),
    changed as (
      insert into session_rollups as kept
        (tenant_id, session_id, event_id, local_date, room, types, version)
      select s.tenant_id, s.session_id, s.event_id, s.local_date, s.room_left, s.types, next.version
      from session_next s
      cross join next
      left join session_rollups k on k.tenant_id = s.tenant_id and k.session_id = s.session_id
      where k.session_id is null
        or (k.local_date, k.room, k.types) is distinct from (s.local_date, s.room_left, s.types)
      on conflict (tenant_id, session_id) do update set local_date = excluded.local_date,
        room = excluded.room, types = excluded.types, version = excluded.version
      returning kept.event_id, kept.local_date),
    day_now as (
      select s.tenant_id, s.event_id, s.local_date,
        case when bool_and(s.room_left is not null) filter (where s.is_listed)
          then least(sum(s.room_left) filter (where s.is_listed), ${MOST}) end::integer as room,
        case when bool_and(s.room_left is not null) filter (where s.is_listed)
          then least(sum(s.capacity) filter (where s.is_listed), ${MOST}) end::integer as capacity,
        min(s.starts_at) filter (where s.is_listed) as first_start,
        min(next_turn_of(s.starts_at, s.sales_end_at)) filter (where s.is_listed) as next_change_at,
        least(min(next_turn_of(s.starts_at, s.sales_end_at)) filter (where s.is_listed),
          min(s.sales_start_at) filter (where s.is_listed and s.sales_start_at > now()),
          min(s.sales_end_at) filter (where s.is_listed and s.sales_end_at > now())) as turns_at
      from session_next s group by 1, 2, 3),
    -- greatest() and least() pass over nulls, so a bound that is not set does not count.
    sale_now as (
      select event_id, local_date, bool_or(is_on_sale) as is_on_sale,
        min(opens_at) filter (where opens_at > now() and opens_at < closes_at) as opens_at,
        least(min(type_open_at) filter (where type_open_at > now()),
          min(type_close_at) filter (where type_close_at > now())) as turns_at
      from type_now where is_listed group by 1, 2),
    price_now as (
      select event_id, local_date, (min(array[all_in, price])) as lowest
      from type_now where is_listed and price is not null group by 1, 2)
    insert into day_rollups (tenant_id, event_id, local_date, lowest_minor, lowest_all_in_minor,
      room, capacity, first_start, next_change_at, is_on_sale, opens_at, turns_at, version)
    select d.tenant_id, d.event_id, d.local_date, p.lowest[2], p.lowest[1], d.room, d.capacity,
      d.first_start, d.next_change_at, n.is_on_sale, s.opens_at, n.turns_at, next.version
    from day_now d
    cross join next
    left join price_now p using (event_id, local_date)
    left join sale_now s using (event_id, local_date)
    cross join lateral (select coalesce(s.is_on_sale, true), least(d.turns_at, s.turns_at))
      as n(is_on_sale, turns_at)
    left join day_rollups k using (tenant_id, event_id, local_date)
    where k.version is null
      or (k.lowest_minor, k.lowest_all_in_minor, k.room, k.capacity, k.first_start, k.next_change_at,
          k.is_on_sale, k.opens_at, k.turns_at)
        is distinct from (p.lowest[2], p.lowest[1], d.room, d.capacity, d.first_start,
          d.next_change_at,
          n.is_on_sale, s.opens_at, n.turns_at)
      or (d.event_id, d.local_date) in (select event_id, local_date from changed)
    on conflict (tenant_id, event_id, local_date) do update set
      lowest_minor = excluded.lowest_minor, lowest_all_in_minor = excluded.lowest_all_in_minor,
      room = excluded.room, capacity = excluded.capacity,
      first_start = excluded.first_start, next_change_at = excluded.next_change_at, is_on_sale = excluded.is_on_sale,
      opens_at = excluded.opens_at, turns_at = excluded.turns_at,
      version = excluded.version`.execute(tx)
}

export interface News {
  /** The newest version of each event that has a version after `since`. */
  events: readonly { eventId: string; version: number }[]
  /**
   * A session of each day that has changed by time alone since it was last written: a session has
   * started, or sales have started or ended.
   */
  turnedSessionIds: readonly string[]
  /** In how many milliseconds, by the database's clock, the next day changes by time; null: not within a second. */
  nextTurnMs: number | null
}

/**
 * What was written after version `since`, and what has become outdated only because time has
 * passed.
 */
export async function selectNews(tx: TenantTx, since: number): Promise<News> {
  const { rows } = await sql<{ event_id: string; version: string }>`
    select event_id, max(version) as version from day_rollups
    where version > ${since} group by 1`.execute(tx)
  const turned = await sql<{ id: string }>`
    select s.id from day_rollups d
    cross join lateral (
      select id from sessions where tenant_id = d.tenant_id and event_id = d.event_id
        and local_date = d.local_date limit 1) s
    where d.turns_at <= now()`.execute(tx)
  const next = await sql<{ ms: number | null }>`
    select (extract(epoch from min(turns_at) - clock_timestamp()) * 1000)::float8 as ms
    from day_rollups where turns_at > now() and turns_at < now() + interval '1 second'`.execute(tx)
  return {
    events: rows.map((row) => ({ eventId: row.event_id, version: Number(row.version) })),
    turnedSessionIds: turned.rows.map((row) => row.id),
    nextTurnMs: next.rows[0]?.ms ?? null,
  }
}

/** The newest version of the tenant; 0 before anything was written. */
export async function selectVersion(tx: TenantTx): Promise<number> {
  const { rows } = await sql<{ version: string }>`
    select coalesce(max(version), 0) as version from day_rollups`.execute(tx)
  return Number(rows[0]?.version ?? 0)
}

/**
 * Gives a day of an event a new version, so that every process reports news of it although no figure
 * has changed: the organizer has changed the words about its sales. Needs the lock.
 */
export async function touchEvent(tx: TenantTx, eventId: string): Promise<void> {
  await sql`
    update day_rollups d set version = nextval('rollup_version')
    where d.event_id = ${eventId} and d.local_date = (
      select max(local_date) from day_rollups where event_id = ${eventId})`.execute(tx)
}
