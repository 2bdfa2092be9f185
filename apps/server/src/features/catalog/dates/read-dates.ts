import {
  DAYS_PAGE,
  type dates,
  type EditableSession,
  granted,
  type ListedSession,
  type ResultOf,
  SESSIONS_PAGE,
  type SessionDetails,
  type VenueRoom,
} from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { localDateOf, type SessionState } from '@foyer/domain'
import { type RawBuilder, sql } from 'kysely'
import { presentSession } from '../../../engine/offers/present-session.ts'
import { EVENT_NOT_FOUND, SESSION_NOT_FOUND } from '../../../engine/refusals.ts'
import { withVersion } from '../../../engine/versions.ts'
import type { Call } from '../../../http/endpoint.ts'
import { selectRooms } from '../editing/edit-rooms.ts'
import { findRoomConflicts } from './find-overlaps.ts'

/**
 * How many sessions one page looks through if a filter leaves some out: no index has what is sold, since
 * each sale would have to write it. Measured with 100,000 sessions: bench/dates.ts.
 */
const LOOKED_THROUGH = 5000

/** Counting a hundred thousand sessions took longer than all the rest of the first page. */
const COUNTED = 20_000

type Filter = Omit<Call<typeof dates.listSessions>['query'], 'after'>

/** The sessions of an event between two days of the venue. */
export const inDays = ({ from, to }: Filter): RawBuilder<boolean> => sql<boolean>`
  ${from ? sql`s.local_date >= ${from}::date and s.starts_at >= ${from}::date - 1` : sql`true`}
  and ${to ? sql`s.local_date <= ${to}::date and s.starts_at < ${to}::date + 2` : sql`true`}`

/** Sessions `s` with the counter `k` of their total that have the state and the sales of a filter. */
export const isOfFilter = ({ state, sold }: Filter): RawBuilder<boolean> => sql<boolean>`
  ${state ? sql`s.status = ${state}` : sql`true`}
  and ${sold ? SOLD[sold] : sql`true`}`

const SOLD = {
  none: sql`k.sold = 0`,
  some: sql`k.sold > 0`,
  full: sql`k.held + k.sold >= k.capacity`,
} as const

interface SessionRow {
  id: string
  startsAt: Date
  endsAt: Date
  date: string
  name: string
  state: SessionState
  capacity: number | null
  held: number
  sold: number
  room: VenueRoom | null
}

/** The room `r` of a session, as {@link VenueRoom}. */
const room = sql`case when r.id is not null then
  json_build_object('id', r.id, 'name', r.name, 'capacity', r.capacity) end as room`
/** Joins the room `r` of a session `s`. */
const joinRoom = sql`
  left join session_venue_rooms q on q.tenant_id = s.tenant_id and q.session_id = s.id
  left join venue_rooms r on r.tenant_id = q.tenant_id and r.id = q.room_id`

const presentRow = (
  { startsAt, endsAt, ...row }: SessionRow,
  roomConflict: ListedSession['roomConflict'],
): ListedSession => ({
  ...row,
  roomConflict,
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
})

/** What the sessions of an event have in common. */
export async function getDates(
  tx: TenantTx,
  eventId: string,
  now: Date,
): Promise<ResultOf<typeof dates.getDates>> {
  const event = await tx
    .selectFrom('events as e')
    .innerJoin('venues as v', (join) =>
      join.onRef('v.tenant_id', '=', 'e.tenant_id').onRef('v.id', '=', 'e.venue_id'),
    )
    .select(['e.name', 'e.currency', 'e.is_published', 'v.timezone'])
    .where('e.id', '=', eventId)
    .executeTakeFirst()
  if (!event) return EVENT_NOT_FOUND
  const types = await tx
    .selectFrom('ticket_types')
    .select(['id', 'name', 'pricing_mode', 'price_minor', 'is_archived'])
    .where('event_id', '=', eventId)
    .orderBy('is_archived')
    .orderBy('position')
    .orderBy('id')
    .execute()
  return granted({
    eventId,
    name: event.name,
    timeZone: event.timezone,
    currency: event.currency,
    isPublished: event.is_published,
    today: localDateOf(now, event.timezone),
    types: types.map((type) => ({
      id: type.id,
      name: type.name,
      isPricedBySession: type.pricing_mode === 'dynamic',
      priceMinor: type.pricing_mode === 'dynamic' ? null : type.price_minor,
      isArchived: type.is_archived,
    })),
    rooms: await selectRooms(tx, eventId),
  })
}

/** A page of the sessions of an event, by their starts. No two of an event start together. */
export async function listSessions(
  tx: TenantTx,
  eventId: string,
  { after, ...filter }: Call<typeof dates.listSessions>['query'],
): Promise<ResultOf<typeof dates.listSessions>> {
  const isSelective = Boolean(filter.state || filter.sold)
  const most = isSelective ? LOOKED_THROUGH : SESSIONS_PAGE + 1
  const ofEvent = sql<boolean>`s.event_id = ${eventId} and ${inDays(filter)}`
  const { rows } = await sql<SessionRow & { count: number; last: Date | null }>`
    with seen as materialized (
      select s.tenant_id, s.id, s.starts_at, s.ends_at, s.local_date, s.display_name, s.status
      from sessions s
      where ${ofEvent} and ${after ? sql`s.starts_at > ${after}` : sql`true`}
      order by s.starts_at limit ${most})
    select m.count, m.last, found.* from
      (select count(*)::integer as count, max(starts_at) as last from seen) m
    left join lateral (
      select s.id, s.starts_at as "startsAt", s.ends_at as "endsAt", s.local_date as date,
        s.display_name as name, s.status as state, k.capacity, k.held, k.sold, ${room}
      from seen s cross join lateral (
        select k.capacity, k.held, k.sold from stock k
        where k.session_id = s.id and k.pool_id = s.id offset 0) k
      ${joinRoom}
      where ${isOfFilter(filter)}
      order by s.starts_at limit ${SESSIONS_PAGE + 1}) found on true`.execute(tx)
  const [first] = rows
  if (!first || (first.count === 0 && !(await hasEvent(tx, eventId)))) return EVENT_NOT_FOUND
  const found = rows.flatMap(({ count, last, ...row }) => (row.id ? [row] : []))
  const page = found.slice(0, SESSIONS_PAGE)
  const whole = isSelective && first.count === most ? first.last : null
  const next = found.length > SESSIONS_PAGE ? (page.at(-1)?.startsAt ?? null) : whole
  const conflicts = await findRoomConflicts(tx, eventId, page)
  return granted({
    sessions: page.map((row) => presentRow(row, conflicts.get(row.id) ?? null)),
    next: next?.toISOString() ?? null,
    total: after || isSelective ? null : await countSessions(tx, ofEvent),
  })
}

/** Null if there are more than are counted. */
async function countSessions(tx: TenantTx, condition: RawBuilder<boolean>): Promise<number | null> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from sessions s where ${condition} limit ${COUNTED + 1}) counted`.execute(tx)
  const count = rows[0]?.count ?? 0
  return count > COUNTED ? null : count
}

async function hasEvent(tx: TenantTx, eventId: string): Promise<boolean> {
  const event = await tx
    .selectFrom('events')
    .select('id')
    .where('id', '=', eventId)
    .executeTakeFirst()
  return event !== undefined
}

interface DayRow {
  date: string
  firstStartsAt: Date
  lastStartsAt: Date
  sessions: number
  active: number
  capacity: number | null
  sold: number
  held: number
}

/** A page of the days on which an event has sessions. */
export async function listDays(
  tx: TenantTx,
  eventId: string,
  { after, ...filter }: Call<typeof dates.listDays>['query'],
): Promise<ResultOf<typeof dates.listDays>> {
  const { rows } = await sql<DayRow>`
    with recursive days as (
      (select s.local_date from sessions s
       where s.event_id = ${eventId} and ${inDays(filter)}
         and ${after ? sql`s.local_date > ${after}::date` : sql`true`}
       order by s.local_date limit 1)
      union all
      select (select s.local_date from sessions s
        where s.event_id = ${eventId} and s.local_date > d.local_date and ${inDays(filter)}
        order by s.local_date limit 1)
      from days d where d.local_date is not null)
    select d.local_date as date, of_day.*
    from (select local_date from days where local_date is not null limit ${DAYS_PAGE + 1}) d
    cross join lateral (
      select min(s.starts_at) as "firstStartsAt", max(s.starts_at) as "lastStartsAt",
        count(*)::integer as sessions,
        count(*) filter (where s.status = 'active')::integer as active,
        case when bool_and(k.capacity is not null) filter (where s.status = 'active')
          then least(sum(k.capacity) filter (where s.status = 'active'), 2147483647)
          end::integer as capacity,
        sum(k.sold)::integer as sold, sum(k.held)::integer as held
      from sessions s cross join lateral (
        select k.capacity, k.held, k.sold from stock k
        where k.session_id = s.id and k.pool_id = s.id offset 0) k
      where s.event_id = ${eventId} and s.local_date = d.local_date) of_day
    order by d.local_date`.execute(tx)
  if (rows.length === 0 && !(await hasEvent(tx, eventId))) return EVENT_NOT_FOUND
  const days = rows.slice(0, DAYS_PAGE)
  return granted({
    days: days.map(({ firstStartsAt, lastStartsAt, ...day }) => ({
      ...day,
      firstStartsAt: firstStartsAt.toISOString(),
      lastStartsAt: lastStartsAt.toISOString(),
    })),
    next: rows.length > DAYS_PAGE ? (days.at(-1)?.date ?? null) : null,
  })
}

/** A session with what it sells, what a form may change of it, and what was sold. */
export async function getSession(
  tx: TenantTx,
  sessionId: string,
): Promise<ResultOf<typeof dates.getSession>> {
  const { rows } = await sql<SessionRow & { eventId: string; orders: number; amount: string }>`
    select s.id, s.event_id as "eventId", s.starts_at as "startsAt", s.ends_at as "endsAt",
      s.local_date as date, s.display_name as name, s.status as state, k.capacity, k.held, k.sold,
      sales.*, ${room}
    from sessions s join stock k
      on k.tenant_id = s.tenant_id and k.session_id = s.id and k.pool_id = s.id
    ${joinRoom}
    cross join lateral (
      select count(distinct t.order_id)::integer as orders,
        coalesce(sum(t.price_minor - t.discount_minor + t.fee_minor), 0) as amount
      from tickets t
      where t.tenant_id = s.tenant_id and t.session_id = s.id and t.status = 'VALID') sales
    where s.id = ${sessionId}`.execute(tx)
  const [row] = rows
  if (!row) return SESSION_NOT_FOUND
  const { eventId, orders, amount, ...session } = row
  const types = await selectTypes(tx, sessionId)
  const shares = await selectShares(tx, sessionId)
  const conflicts = await findRoomConflicts(tx, eventId, [session])
  const details: SessionDetails = {
    ...presentRow(session, conflicts.get(session.id) ?? null),
    eventId,
    session: presentSession({ ...session, eventId }),
    edit: editableOf(session, types),
    shares,
    capacitySummaries: await selectSummaries(tx, sessionId),
    capacityOverrides: types.flatMap(({ ticketTypeId, capacity: capacityValue }) =>
      capacityValue === null ? [] : [{ ticketTypeId, sessionId, capacityValue }],
    ),
    orders,
    amountMinor: Number(amount),
  }
  return granted(details)
}

interface TypeRow {
  ticketTypeId: string
  capacity: number | null
  priceMinor: number | null
}

async function selectTypes(tx: TenantTx, sessionId: string): Promise<TypeRow[]> {
  const { rows } = await sql<TypeRow>`
    select k.pool_id as "ticketTypeId", k.capacity, o.price_minor as "priceMinor"
    from stock k join ticket_types t on t.tenant_id = k.tenant_id and t.id = k.pool_id
    left join session_prices o on o.tenant_id = k.tenant_id and o.session_id = k.session_id
      and o.ticket_type_id = k.pool_id
    where k.session_id = ${sessionId} and k.pool_id <> k.session_id
    order by t.position, t.id`.execute(tx)
  return rows
}

/** The counters that the types of groups share in a session. */
async function selectShares(tx: TenantTx, sessionId: string): Promise<SessionDetails['shares']> {
  const { rows } = await sql<SessionDetails['shares'][number]>`
    select g.name, k.capacity, k.held, k.sold
    from stock k join ticket_groups g on g.tenant_id = k.tenant_id and g.id = k.pool_id
    where k.session_id = ${sessionId} and k.group_id = k.pool_id
    order by g.position, g.name, g.id`.execute(tx)
  return rows
}

type Summary = SessionDetails['capacitySummaries'][number]

/** What is taken of each type: expired holds count as free, as everywhere that is read by people. */
async function selectSummaries(tx: TenantTx, sessionId: string): Promise<Summary[]> {
  const { rows } = await sql<Omit<Summary, 'lastUpdated'> & { lastUpdated: Date | null }>`
    select l.session_id as "sessionId", l.pool_id as "ticketTypeId",
      tickets_that_fit(l.capacity, r.capacity, g.capacity, l.places) as "totalCapacity",
      l.sold as "soldCount", l.held as "heldCount",
      tickets_that_fit(l.room, r.room, g.room, l.places) as "availableCount",
      greatest(
        (select max(m.at) from stock_ledger m
         where m.session_id = l.session_id and m.ticket_type_id = l.pool_id),
        (select max(m.until) from stock_ledger_sums m
         where m.session_id = l.session_id and m.ticket_type_id = l.pool_id)) as "lastUpdated"
    from live_stock l
    join session_room r on r.session_id = l.session_id and r.session_id = ${sessionId}
    join ticket_types t on t.tenant_id = l.tenant_id and t.id = l.pool_id
    left join live_stock g on g.tenant_id = l.tenant_id and g.session_id = l.session_id
      and g.pool_id = l.group_id
    where l.session_id = ${sessionId} and l.pool_id <> l.session_id
    order by t.position, t.id`.execute(tx)
  return rows.map((row) => ({ ...row, lastUpdated: row.lastUpdated?.toISOString() ?? null }))
}

const editableOf = (
  { name, capacity, state, startsAt, room }: SessionRow,
  types: readonly TypeRow[],
): EditableSession =>
  withVersion({
    name,
    capacity,
    roomId: room?.id ?? null,
    state,
    startsAt: startsAt.toISOString(),
    types: [...types],
  })
