import {
  COUPONS_PAGE,
  granted,
  type OutputOf,
  type officeRules,
  type ResultOf,
} from '@foyer/contract'
import { toMajor } from '@foyer/domain'
import { sql } from 'kysely'
import { readCursor, writeCursor } from '../../../engine/cursor.ts'
import { hasWords } from '../../../engine/has-words.ts'
import type { Call } from '../../../http/endpoint.ts'

/** What rules are about: the events, ticket types and orders that the specification's calls list. */

/** How many are offered at a time; the rest is found by typing. */
const CHOICES = 50

type Event = OutputOf<typeof officeRules.getEvents>['events'][number]
type TicketType = OutputOf<typeof officeRules.getTicketTypes>['ticketTypes'][number]

/** Events that are not archived. */
export const listEvents = ({
  context,
  tenant,
  query: { q = '' },
}: Call<typeof officeRules.getEvents>): Promise<ResultOf<typeof officeRules.getEvents>> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const { rows } = await sql<Omit<Event, 'date'> & { date: Date | null }>`
      select e.id, e.name, coalesce(l.first_start, l.next_start) as date, concat_ws(', ', v.name, nullif(v.city, '')) as location
      from events e
      join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
      left join event_listings l on l.tenant_id = e.tenant_id and l.event_id = e.id
      where ${hasWords(sql`e.name`, q)} and not exists (
        select from archived_events a where a.tenant_id = e.tenant_id and a.event_id = e.id)
      order by lower(e.name), e.id limit ${CHOICES}`.execute(tx)
    const events = rows.map(({ date, ...row }) => ({ ...row, date: date?.toISOString() ?? null }))
    return granted({ events })
  })

/** Ticket types that are not archived, of events that are not. */
export const listTicketTypes = ({
  context,
  tenant,
  query: { q = '', eventId },
}: Call<typeof officeRules.getTicketTypes>): Promise<ResultOf<typeof officeRules.getTicketTypes>> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const { rows } = await sql<TicketType>`
      select t.id, t.name, e.id as "eventId", e.name as "eventName", c.class
      from ticket_types t
      join events e on e.tenant_id = t.tenant_id and e.id = t.event_id
      left join ticket_type_classes c on c.tenant_id = t.tenant_id and c.ticket_type_id = t.id
      where not t.is_archived and ${hasWords(sql`e.name || ' ' || t.name`, q)}
        and ${eventId ? sql`t.event_id = ${eventId}` : sql`true`} and not exists (
        select from archived_events a where a.tenant_id = e.tenant_id and a.event_id = e.id)
      order by lower(e.name), e.id, t.position, t.id limit ${CHOICES}`.execute(tx)
    return granted({ ticketTypes: rows })
  })

interface OrderRow
  extends Omit<
    OutputOf<typeof officeRules.getOrders>['orders'][number],
    'totalAmount' | 'createdAt'
  > {
  totalMinor: number
  createdAt: Date
}

/** Orders, the newest first: ids begin with the time of their making. */
export const listOrders = ({
  context,
  tenant,
  query: { eventId, after },
}: Call<typeof officeRules.getOrders>): Promise<ResultOf<typeof officeRules.getOrders>> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const end = readCursor(after)
    if (!end.ok) return end
    const isAfter = end.value ? sql`o.id < ${end.value.id}::uuid` : sql`true`
    const { rows } = await sql<OrderRow>`
      select o.id, o.event_id as "eventId", e.name as "eventName", o.session_id as "sessionId",
        o.email, o.total_minor as "totalMinor", e.currency, o.status, o.created_at as "createdAt",
        (select count(*)::integer from tickets t
          where t.tenant_id = o.tenant_id and t.order_id = o.id and t.status = 'VALID')
          as "ticketCount"
      from orders o join events e on e.tenant_id = o.tenant_id and e.id = o.event_id
      where ${eventId ? sql`o.event_id = ${eventId}` : sql`true`} and ${isAfter}
      order by o.id desc limit ${COUPONS_PAGE + 1}`.execute(tx)
    const shown = rows.slice(0, COUPONS_PAGE)
    const last = shown.at(-1)
    return granted({
      orders: shown.map(({ totalMinor, createdAt, ...row }) => ({
        ...row,
        totalAmount: toMajor(totalMinor, row.currency),
        createdAt: createdAt.toISOString(),
      })),
      next: rows.length > COUPONS_PAGE && last ? writeCursor({ key: '', id: last.id }) : null,
    })
  })
