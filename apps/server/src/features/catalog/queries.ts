import type { EventFactsView } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import {
  type ChangePolicy,
  type EventCategory,
  NEAR_DAYS,
  type NearDays,
  policyOf,
} from '@foyer/domain'
import { type RawBuilder, sql } from 'kysely'
import { joinLastSession, type LastSessionRow } from './last-session.ts'

export interface EventRow {
  id: string
  name: string
  description: string | null
  category: EventCategory
  is_timed_entry: boolean
  use_continuous_calendar: boolean
  show_price_difference: boolean
  fee_set_id: string | null
  /** The organizer's picture; null if it has none, and is shown with a drawn poster. */
  picture_hash: string | null
  picture_alt: string | null
  venue_id: string
  venue_name: string
  street_address: string
  city: string
  state: string
  postal_code: string
  country: string
  timezone: string
  /** The picture or map of the venue, with the pixels of the upload. */
  venue_picture: { hash: string; alt: string; width: number; height: number } | null
  currency: string
  /** Start of the first session that is to come or still sold; null if there is none. */
  next_start: Date | null
  /**
   * The first start on the next day with tickets left; null if no day has any, or none is counted.
   * With wanted days, it is on one of them.
   */
  next_open: Date | null
  last_start: Date | null
  first_date: string | null
  last_date: string | null
  session_count: number
  /** Price of the ticket type that is cheapest with fees; null if no type has a price yet. */
  lowest_minor: number | null
  lowest_all_in_minor: number | null
  room: number | null
  capacity: number | null
  /** The last session of an event that has none to come, also one that was called off. */
  last: LastSessionRow
  /** The start before the session at the shown start was moved; null in lists. */
  moved_from: Date | null
  now: Date
  /** Of its days to come: whether one is on sale, and whether a start of sales is planned. */
  is_on_sale: boolean
  is_opening: boolean
}

/** The maximum of a sum, so that an event with an enormous capacity does not make the list fail. */
const MOST = sql.lit(2 ** 31 - 1)

/**
 * Selects published events, or those with the given ids, with sums over their future sessions. The
 * soonest event comes first, past events last. The sums are precomputed in rollups, so that a list
 * of seasons with thousands of sessions each reads no session.
 */
export async function selectEvents(
  tx: TenantTx,
  ids: readonly string[] | null,
  wanted: WantedDays = ALL_DAYS,
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.id, e.name, e.description, e.category, e.is_timed_entry, e.use_continuous_calendar,
      e.show_price_difference, e.fee_set_id, i.hash as picture_hash, i.alt as picture_alt,
      v.id as venue_id, v.name as venue_name,
      v.street_address, v.city, v.state, v.postal_code, v.country, v.timezone,
      (select json_build_object('hash', p.hash, 'alt', vi.alt, 'width', p.width,
          'height', p.height)
        from venue_pictures vi join pictures p on p.tenant_id = vi.tenant_id and p.hash = vi.hash
        where vi.tenant_id = v.tenant_id and vi.venue_id = v.id) as venue_picture,
      e.currency,
      coalesce(l.first_start, l.next_start) as next_start, l.last_start, lower(l.days)::text as first_date,
      (upper(l.days) - 1)::text as last_date, l.session_count, l.lowest_minor,
      l.lowest_all_in_minor, d.room, d.capacity, d.next_open,
      coalesce(d.is_on_sale, true) as is_on_sale, coalesce(d.is_opening, false) as is_opening,
      x.last, m.moved_from, now() as now
    from event_listings l
    join events e on e.tenant_id = l.tenant_id and e.id = l.event_id
    join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
    left join event_pictures i on i.tenant_id = e.tenant_id and i.event_id = e.id
    left join lateral (
      select case when bool_and(room is not null) then least(sum(room), ${MOST})::integer end as room,
        case when bool_and(room is not null) then least(sum(capacity), ${MOST})::integer end
          as capacity,
        bool_or(is_on_sale) as is_on_sale, bool_or(opens_at > now()) as is_opening,
        ${nextOpen(wanted)} as next_open
      from day_rollups
      where tenant_id = l.tenant_id and event_id = l.event_id and next_change_at > now()) d on true
    ${joinLastSession('l')}
    left join lateral (
      select c.from_starts_at as moved_from
      from sessions s
      join session_disruptions c on c.tenant_id = s.tenant_id and c.session_id = s.id
        and c.state <> 'superseded' and c.kind = 'moved'
      where ${ids !== null} and s.tenant_id = l.tenant_id and s.event_id = l.event_id
        and s.starts_at = coalesce(d.next_open, l.first_start, l.next_start, l.last_start)) m on true
    where e.is_published
      and (${ids}::uuid[] is null or l.event_id = any(${ids}::uuid[]))
    order by l.next_start nulls last, l.last_start desc, e.id`.execute(tx)
  return rows
}

/** Days of a search, at the venue; both ends inclusive. */
export interface WantedDays {
  day: NearDays | null
  from: string | null
  to: string | null
}

const ALL_DAYS: WantedDays = { day: null, from: null, to: null }

/**
 * The first start on a day with tickets left. A search for days wants a start on one of them, also
 * if it is sold out: a play that is found for the weekend must not be dated by its Wednesday.
 */
function nextOpen({ day, from, to }: WantedDays) {
  const open = sql`room is null or room > 0`
  const start = sql`coalesce(first_start, next_change_at)`
  if (day === null && from === null && to === null) {
    return sql`min(${start}) filter (where ${open})`
  }
  const near = day
    ? sql`local_date <@ ${nearDays(day, sql`v.timezone`)}`
    : sql`local_date <@ daterange(${from}::date, ${to}::date, '[]')`
  return sql`coalesce(min(${start}) filter (where (${open}) and ${near}),
    min(${start}) filter (where ${near}))`
}

/** The wanted days as a range, counted from the current day in a time zone. */
export function nearDays(day: NearDays, timeZone: RawBuilder<unknown>): RawBuilder<unknown> {
  const ahead = NEAR_DAYS[day]
  const firsts = ahead.map(([first]) => first)
  const lasts = ahead.map(([, last]) => last)
  return sql`(select daterange(t.today + (${firsts}::integer[])[t.weekday],
      t.today + (${lasts}::integer[])[t.weekday], '[]')
    from (select (now() at time zone ${timeZone})::date as today,
      extract(isodow from now() at time zone ${timeZone})::integer as weekday) t)`
}

/** Selects the change policy of an event; null if neither the event nor its organizer has set one. */
export async function selectPolicy(tx: TenantTx, eventId: string): Promise<ChangePolicy | null> {
  const { rows } = await sql<{
    ofTenant: Partial<ChangePolicy> | null
    ofEvent: Partial<ChangePolicy> | null
  }>`
    select organizer.change_policy as "ofTenant", (
      select e.policy from event_change_policies e
      where e.tenant_id = organizer.tenant_id and e.event_id = ${eventId}) as "ofEvent"
    from tenants organizer where organizer.tenant_id = current_tenant()`.execute(tx)
  const [set] = rows
  return set?.ofTenant || set?.ofEvent ? policyOf(set.ofTenant, set.ofEvent) : null
}

/** The next sessions that lengths and start times are read from, so that a long season costs no more. */
const NEXT_SESSIONS = sql.lit(500)

/**
 * Selects what the page of a published event says beside its name and description; null if the event
 * does not exist. Lengths, start times and the room are those of the next 500 listed sessions.
 */
export async function selectFacts(tx: TenantTx, eventId: string): Promise<EventFactsView | null> {
  const { rows } = await sql<{ facts: EventFactsView; room: string | null }>`
    select json_build_object(
      'story', f.story, 'doorsMinutes', f.doors_minutes, 'minimumAge', f.minimum_age,
      'ageNote', f.age_note, 'accessNotes', coalesce(f.access_notes, '{}'),
      'lineUp', coalesce(f.line_up, '[]'),
      'durationMinutes', case when s.shortest is not null then
        json_build_object('shortest', s.shortest, 'longest', s.longest) end,
      'startTimes', coalesce(s.times, '{}'),
      'venue', json_build_object('description', p.description,
        'coordinates', case when p.latitude is not null then
          json_build_object('latitude', p.latitude, 'longitude', p.longitude) end,
        'gettingThere', coalesce(p.getting_there, '{}'),
        'accessNotes', coalesce(p.access_notes, '{}'))) as facts,
      case when s.in_rooms = s.sessions and s.first_room = s.last_room then (
        select r.name from venue_rooms r
        where r.tenant_id = e.tenant_id and r.id = s.first_room::uuid) end as room
    from events e
    join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
    left join event_facts f on f.tenant_id = e.tenant_id and f.event_id = e.id
    left join venue_facts p on p.tenant_id = e.tenant_id and p.venue_id = e.venue_id
    left join lateral (
      select (extract(epoch from min(n.ends_at - n.starts_at)) / 60)::integer as shortest,
        (extract(epoch from max(n.ends_at - n.starts_at)) / 60)::integer as longest,
        array_agg(distinct to_char(n.starts_at at time zone v.timezone, 'HH24:MI')) as times,
        count(*) as sessions, count(q.room_id) as in_rooms,
        min(q.room_id::text) as first_room, max(q.room_id::text) as last_room
      from (
        select tenant_id, session_id, starts_at, ends_at from offered_sessions
        where tenant_id = e.tenant_id and event_id = e.id and is_listed
        order by starts_at limit ${NEXT_SESSIONS}) n
      left join session_venue_rooms q
        on q.tenant_id = n.tenant_id and q.session_id = n.session_id) s on true
    where e.id = ${eventId} and e.is_published`.execute(tx)
  const [found] = rows
  if (!found) return null
  return { ...found.facts, ...(found.room && { room: found.room }) }
}

export type TicketGroupRow = Awaited<ReturnType<typeof selectGroups>>[number]

export const selectGroups = (tx: TenantTx, eventId: string) =>
  tx
    .selectFrom('ticket_groups')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('is_archived', '=', false)
    .orderBy('position')
    .orderBy('name')
    .execute()

export interface FeeSetRow {
  id: string
  name: string
  is_active: boolean
  fee_type: 'flat' | 'percentage'
  flat_minor: number
  rate_ppm: number
  /** The currencies of the published events that have this fee set, by name. */
  currencies: string[]
}

/** Selects a fee set that buyers pay; if an event is given, only if the event or one of its ticket types has it. */
export async function selectFeeSet(
  tx: TenantTx,
  id: string,
  eventId: string | null,
): Promise<FeeSetRow | undefined> {
  const { rows } = await sql<FeeSetRow>`
    select f.id, f.name, f.is_active, f.fee_type, f.flat_minor, f.rate_ppm, array(
      select distinct e.currency from events e
      where e.is_published and (${eventId}::uuid is null or e.id = ${eventId}::uuid)
        and (e.fee_set_id = f.id
          or e.id in (select t.event_id from ticket_types t where t.fee_set_id = f.id))
      order by e.currency) as currencies
    from fee_sets f where f.id = ${id} and not f.is_absorbed`.execute(tx)
  const [row] = rows
  return eventId !== null && row?.currencies.length === 0 ? undefined : row
}
