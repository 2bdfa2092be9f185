import { granted, type OutputOf, type officeRules, type ResultOf } from '@foyer/contract'
import { sql } from 'kysely'
import type { Call } from '../../../http/endpoint.ts'

/** What the forms of rules offer to choose from. */

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
      select e.id, e.name, l.next_start as date, concat_ws(', ', v.name, nullif(v.city, '')) as location
      from events e
      join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
      left join event_listings l on l.tenant_id = e.tenant_id and l.event_id = e.id
      where strpos(lower(e.name), ${q.toLowerCase()}) > 0 and not exists (
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
      where not t.is_archived and strpos(lower(e.name || ' ' || t.name), ${q.toLowerCase()}) > 0
        and ${eventId ? sql`t.event_id = ${eventId}` : sql`true`} and not exists (
        select from archived_events a where a.tenant_id = e.tenant_id and a.event_id = e.id)
      order by lower(e.name), e.id, t.position, t.id limit ${CHOICES}`.execute(tx)
    return granted({ ticketTypes: rows })
  })
