import type { OfficeEventSales, OfficeSessionSales } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { describeSales, knownZone, LONGEST_SESSION_MINUTES, type SaleMoment } from '@foyer/domain'
import { sql } from 'kysely'
import { selectEventSale } from '../../../engine/sales/read-sales.ts'
import { withVersion } from '../../../engine/versions.ts'

interface EventRow {
  name: string
  is_published: boolean
  timezone: string
  opens_at: Date | null
  closes_at: Date | null
  cutoff_minutes: number | null
  paused_at: Date | null
  pause_note: string | null
  min_per_order: number | null
  max_per_order: number | null
  max_per_customer: number | null
  has_sessions: boolean
  own_sessions: number
  held: number
  codes_working: number
  codes_early: number
  codes: number
  /** The next end of sales of a session, and the last one. */
  next_close: Date | null
  last_close: Date | null
  now: Date
}

/**
 * Whether a session is not over: the rules of one that has begun can still be changed. The second
 * condition lets the index of sessions by start be used.
 */
const isToCome = (session: string) => sql<boolean>`(${sql.ref(session)}.ends_at > now()
  and ${sql.ref(session)}.starts_at > now() - make_interval(mins => ${LONGEST_SESSION_MINUTES}))`

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null

/** Sales of an event as its team reads them; null if the organizer has no such event. */
export async function readEventSales(
  tx: TenantTx,
  eventId: string,
): Promise<OfficeEventSales | null> {
  const { rows } = await sql<EventRow>`
    select e.name, e.is_published, v.timezone, r.opens_at, r.closes_at, r.cutoff_minutes,
      r.paused_at, r.pause_note, r.min_per_order, r.max_per_order, r.max_per_customer,
      n.has_sessions, n.next_close, n.last_close, n.own_sessions, h.held,
      c.working as codes_working, c.early as codes_early, c.codes, clock_timestamp() as now
    from events e
    join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
    left join event_sales r on r.tenant_id = e.tenant_id and r.event_id = e.id
    cross join lateral (
      select min(o.sales_end_at) filter (where o.sales_end_at > now()) as next_close,
        max(o.sales_end_at) as last_close, bool_or(o.is_listed) is true as has_sessions,
        count(*) filter (where s.sales_open_at is not null or s.sales_close_at is not null
          or s.cutoff_minutes is not null)::integer as own_sessions
      from offered_sessions o
      join sessions s on s.tenant_id = o.tenant_id and s.id = o.session_id
      where o.tenant_id = e.tenant_id and o.event_id = e.id and ${isToCome('o')}
        and state_is_listed(o.state)) n
    cross join lateral (
      select coalesce(sum(k.held), 0)::integer as held from stock k
      where k.tenant_id = e.tenant_id and k.pool_id = k.session_id and k.session_id = any(array(
        select s.id from sessions s where s.tenant_id = e.tenant_id and s.event_id = e.id
          and ${isToCome('s')}))) h
    cross join lateral (
      select count(*)::integer as codes,
        count(*) filter (where a.works)::integer as working,
        count(*) filter (where a.works and a.opens_early)::integer as early
      from (
        select c.opens_early, c.revoked_at is null and coalesce(c.starts_at <= now(), true)
          and coalesce(c.ends_at > now(), true) as works
        from access_codes c where c.tenant_id = e.tenant_id and c.event_id = e.id) a) c
    where e.id = ${eventId}`.execute(tx)
  const [row] = rows
  if (!row) return null
  const types = await selectTypes(tx, eventId)
  const sale = row.has_sessions ? await selectEventSale(tx, eventId) : null
  const timeZone = knownZone(row.timezone)
  const state = row.has_sessions ? (sale?.state ?? 'on_sale') : null
  const rules = {
    opensAt: isoOf(row.opens_at),
    closesAt: isoOf(row.closes_at),
    cutoffMinutes: row.cutoff_minutes ?? 0,
    minPerOrder: row.min_per_order,
    maxPerOrder: row.max_per_order,
    maxPerCustomer: row.max_per_customer,
  }
  return {
    eventId,
    eventName: row.name,
    timeZone,
    isPublished: row.is_published,
    state,
    summary: describeSales(
      {
        isPublished: row.is_published,
        state,
        opensAt: sale?.opensAt ? new Date(sale.opensAt) : null,
        note: row.pause_note,
        hiddenTypes: types.filter((type) => type.rules.isHidden).map(({ name }) => name),
        workingCodes: row.codes_working,
        earlyCodes: row.codes_early,
        moments: await selectMoments(tx, eventId, row),
      },
      timeZone,
    ),
    rules,
    version: withVersion(rules).version,
    pause: row.paused_at && { at: row.paused_at.toISOString(), note: row.pause_note },
    heldTickets: row.held,
    types,
    ownSessions: row.own_sessions,
    codes: { working: row.codes_working, all: row.codes },
  }
}

async function selectTypes(tx: TenantTx, eventId: string): Promise<OfficeEventSales['types']> {
  const rows = await tx
    .selectFrom('ticket_types as t')
    .leftJoin('ticket_type_sales as x', (join) =>
      join.onRef('x.tenant_id', '=', 't.tenant_id').onRef('x.ticket_type_id', '=', 't.id'),
    )
    .select(['t.id', 't.name', 't.max_quantity', 'x.sales_open_at', 'x.sales_close_at'])
    .select(['x.is_hidden', 'x.min_quantity', 'x.quantity_step', 'x.max_per_customer'])
    .where('t.event_id', '=', eventId)
    .where('t.is_archived', '=', false)
    .orderBy('t.position')
    .orderBy('t.id')
    .execute()
  return rows.map((row) => {
    const rules = {
      opensAt: isoOf(row.sales_open_at),
      closesAt: isoOf(row.sales_close_at),
      isHidden: row.is_hidden ?? false,
      minQuantity: row.min_quantity ?? 1,
      maxQuantity: row.max_quantity,
      quantityStep: row.quantity_step ?? 1,
      maxPerCustomer: row.max_per_customer,
    }
    return { id: row.id, name: row.name, rules, version: withVersion(rules).version }
  })
}

/** Selects the times at which sales of an event change by themselves. */
async function selectMoments(
  tx: TenantTx,
  eventId: string,
  event: EventRow,
): Promise<SaleMoment[]> {
  const { rows } = await sql<{ at: Date; kind: SaleMoment['kind']; name: string; count: number }>`
    select * from (
      select w.at, w.kind, t.name, 1 as count
        from ticket_types t
        join ticket_type_sales x on x.tenant_id = t.tenant_id and x.ticket_type_id = t.id
        cross join lateral (values (x.sales_open_at, 'type_opens'),
          (x.sales_close_at, 'type_closes')) as w(at, kind)
        where t.event_id = ${eventId} and not t.is_archived
      union all
      (select min(s.sales_open_at), 'session_opens', '', count(*)::integer from sessions s
        where s.event_id = ${eventId} and s.sales_open_at > now() and ${isToCome('s')})
      union all
      (select min(o.sales_end_at), 'session_closes', '', count(*)::integer
        from offered_sessions o
        join sessions s on s.tenant_id = o.tenant_id and s.id = o.session_id
        where o.event_id = ${eventId} and s.sales_close_at is not null
          and o.sales_end_at > now() and ${isToCome('o')})
      union all
      (select c.starts_at, 'code_starts', c.code, 1 from access_codes c
        where c.event_id = ${eventId} and c.revoked_at is null and c.starts_at > now()
        order by c.starts_at limit 3)
      union all
      (select c.ends_at, 'code_ends', c.code, 1 from access_codes c
        where c.event_id = ${eventId} and c.revoked_at is null and c.ends_at > now()
        order by c.ends_at limit 3)) m
    where m.at > now()`.execute(tx)
  const moments: SaleMoment[] = rows
  const { opens_at: opensAt, next_close: nextClose, last_close: lastClose, now } = event
  const closesAt =
    event.closes_at && lastClose && lastClose < event.closes_at ? lastClose : event.closes_at
  if (opensAt && opensAt > now) moments.push({ at: opensAt, kind: 'event_opens' })
  if (closesAt && closesAt > now) moments.push({ at: closesAt, kind: 'event_closes' })
  if (nextClose && nextClose > now) moments.push({ at: nextClose, kind: 'next_session_closes' })
  return moments
}

const SESSIONS_PAGE = 50

interface SessionRow {
  id: string
  display_name: string
  starts_at: Date
  status: string
  sales_open_at: Date | null
  sales_close_at: Date | null
  cutoff_minutes: number | null
}

function presentSession(row: SessionRow): OfficeSessionSales {
  const rules = {
    opensAt: isoOf(row.sales_open_at),
    closesAt: isoOf(row.sales_close_at),
    cutoffMinutes: row.cutoff_minutes,
  }
  return {
    id: row.id,
    name: row.display_name,
    startsAt: row.starts_at.toISOString(),
    isClosed: row.status !== 'active',
    rules,
    version: withVersion(rules).version,
  }
}

const SESSION_COLUMNS = [
  'id',
  'display_name',
  'starts_at',
  'status',
  'sales_open_at',
  'sales_close_at',
  'cutoff_minutes',
] as const

/** The session of an event with its own rules; null if the event has no such session. */
export async function readSessionSales(
  tx: TenantTx,
  eventId: string,
  sessionId: string,
): Promise<OfficeSessionSales | null> {
  const row = await tx
    .selectFrom('sessions')
    .select(SESSION_COLUMNS)
    .where('id', '=', sessionId)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return row ? presentSession(row) : null
}

/** Sessions to come by their start, a page at a time. No two sessions of an event start together. */
export async function listSessions(
  tx: TenantTx,
  eventId: string,
  query: { own?: 'true' | undefined; from?: string | undefined; after?: string | undefined },
): Promise<{ sessions: OfficeSessionSales[]; next: string | null }> {
  const rows = await tx
    .selectFrom('sessions')
    .select(SESSION_COLUMNS)
    .where('event_id', '=', eventId)
    .where(isToCome('sessions'))
    .$if(query.from !== undefined, (select) =>
      select.where('starts_at', '>=', new Date(query.from ?? 0)),
    )
    .$if(query.own === 'true', (select) =>
      select.where((where) =>
        where.or([
          where('sales_open_at', 'is not', null),
          where('sales_close_at', 'is not', null),
          where('cutoff_minutes', 'is not', null),
        ]),
      ),
    )
    .$if(query.after !== undefined, (select) =>
      select.where('starts_at', '>', (where) =>
        where
          .selectFrom('sessions as last')
          .select('last.starts_at')
          .where('last.id', '=', query.after ?? '')
          .where('last.event_id', '=', eventId),
      ),
    )
    .orderBy('starts_at')
    .limit(SESSIONS_PAGE + 1)
    .execute()
  const page = rows.slice(0, SESSIONS_PAGE)
  const next = rows.length > SESSIONS_PAGE ? (page.at(-1)?.id ?? null) : null
  return { sessions: page.map(presentSession), next }
}
