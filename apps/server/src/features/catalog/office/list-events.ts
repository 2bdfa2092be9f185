import {
  EVENTS_PAGE,
  granted,
  type OfficeEventRow,
  type officeCatalog,
  type ResultOf,
} from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { type EventCategory, eventStateOf, imagePath } from '@foyer/domain'
import { type RawBuilder, sql } from 'kysely'
import { pageAfter, readCursor, writeCursor } from '../../../engine/cursor.ts'
import { hasWords } from '../../../engine/has-words.ts'
import type { Call } from '../../../http/endpoint.ts'
import { joinLastSession, type LastSessionRow, statusByLast } from '../last-session.ts'

type Query = Call<typeof officeCatalog.listOfficeEvents>['query']

/** What each order of the list compares; ties are broken by the id. */
const SORTS = {
  // Ids begin with the time of their making.
  created: { key: sql`l.event_id::text`, isDescending: true },
  name: { key: sql`l.sort_name`, isDescending: false },
  // Events without a date follow the others.
  next: { key: sql`coalesce(l.next_start, 'infinity')::text`, isDescending: false },
} as const

/** Events in every state, a page of them. */
export const listEvents = ({
  context,
  tenant,
  query,
}: Call<typeof officeCatalog.listOfficeEvents>): Promise<
  ResultOf<typeof officeCatalog.listOfficeEvents>
> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const after = readCursor(query.after)
    if (!after.ok) return after
    const rows = await selectPage(tx, query, after.value)
    const shown = rows.slice(0, EVENTS_PAGE)
    return granted({
      events: shown.map(presentRow),
      next: rows.length > EVENTS_PAGE ? writeCursor(shown.at(-1)) : null,
    })
  })

interface EventListRow {
  id: string
  key: string
  name: string
  category: EventCategory
  currency: string
  is_published: boolean
  is_archived: boolean
  is_paused: boolean
  venue: OfficeEventRow['venue']
  picture_hash: string | null
  session_count: number
  next_start: Date | null
  last_start: Date | null
  last: LastSessionRow
  now: Date
  first_date: string | null
  last_date: string | null
  lowest_all_in_minor: number | null
}

/**
 * One more than a page, which shows whether there is another one. The page is chosen from the narrow rows
 * of event_listings, then completed.
 */
async function selectPage(
  tx: TenantTx,
  { q, state, sort = 'created', isDescending }: Query,
  after: { key: string; id: string } | null,
): Promise<EventListRow[]> {
  const { key, isDescending: isUsually } = SORTS[sort]
  const isDown = isDescending === undefined ? isUsually : isDescending === 'true'
  const direction = isDown ? sql`desc` : sql`asc`
  const { rows } = await sql<EventListRow>`
    with page as (
      select l.event_id, ${key} as key, l.is_published, l.session_count,
        coalesce(l.first_start, l.next_start) as next_start, l.days,
        l.lowest_all_in_minor, l.last_start, l.tenant_id, a.event_id is not null as is_archived,
        w.paused_at is not null as is_paused
      from event_listings l
      left join archived_events a on a.tenant_id = l.tenant_id and a.event_id = l.event_id
      left join event_sales w on w.tenant_id = l.tenant_id and w.event_id = l.event_id
      where ${ofState(state)}
        and ${hasWords(sql`l.sort_name`, q ?? '')}
        and ${pageAfter(after, { key, id: sql`l.event_id`, isDown })}
      order by ${key} ${direction}, l.event_id ${direction}
      limit ${EVENTS_PAGE + 1})
    select e.id, p.key, e.name, e.category, e.currency, p.is_published, p.is_archived, p.is_paused,
      p.session_count, p.next_start, p.last_start, x.last, now() as now, p.lowest_all_in_minor, lower(p.days)::text as first_date,
      (upper(p.days) - 1)::text as last_date, i.hash as picture_hash,
      json_build_object('id', v.id, 'name', v.name, 'city', v.city, 'timeZone', v.timezone) as venue
    from page p
    join events e on e.id = p.event_id
    join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
    left join event_pictures i on i.tenant_id = e.tenant_id and i.event_id = e.id
    ${joinLastSession('p')}
    order by p.key ${direction}, e.id ${direction}`.execute(tx)
  return rows
}

/** The condition of a state; without one, of those that lists show. */
function ofState(state: Query['state']): RawBuilder<unknown> {
  const isArchived = sql`a.event_id is not null`
  switch (state) {
    case undefined:
      return sql`not (${isArchived})`
    case 'archived':
      return isArchived
    case 'draft':
      return sql`not (${isArchived}) and not l.is_published`
    case 'published':
      return sql`l.is_published and w.paused_at is null`
    case 'paused':
      return sql`l.is_published and w.paused_at is not null`
  }
}

const presentRow = (row: EventListRow): OfficeEventRow => ({
  id: row.id,
  name: row.name,
  state: eventStateOf({
    isPublished: row.is_published,
    isArchived: row.is_archived,
    isPaused: row.is_paused,
  }),
  category: row.category,
  venue: row.venue,
  imageUrl: imagePath(row.id, row.picture_hash),
  comingCount: row.session_count,
  nextStart: row.next_start?.toISOString() ?? null,
  lastStatus: row.last && statusByLast(row),
  firstDate: row.first_date,
  lastDate: row.last_date,
  fromMinor: row.lowest_all_in_minor,
  currency: row.currency,
})

/** What is sold of events, over all their sessions. Unknown ids are left out. */
export const countSold = ({
  context,
  tenant,
  query,
}: Call<typeof officeCatalog.countSold>): Promise<ResultOf<typeof officeCatalog.countSold>> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const { rows } = await sql<{ id: string; sold: number; capacity: number | null }>`
      select e.id, least(coalesce(sum(k.sold), 0), 2147483647)::integer as sold,
        case when coalesce(bool_and(k.capacity is not null) filter (where s.id is not null), true)
          then least(coalesce(sum(k.capacity), 0), 2147483647)::integer end as capacity
      from unnest(string_to_array(${query.eventIds}, ',')::uuid[]) as wanted(id)
      join events e on e.id = wanted.id
      left join sessions s on s.tenant_id = e.tenant_id and s.event_id = e.id
      left join stock k on k.tenant_id = s.tenant_id and k.session_id = s.id and k.pool_id = s.id
      group by e.id`.execute(tx)
    return granted({ events: rows })
  })
