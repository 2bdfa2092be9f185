import { granted, type orderDesk, type ResultOf } from '@foyer/contract'
import { knownZone, orderNumberOf, zonedIso } from '@foyer/domain'
import { sql } from 'kysely'
import { writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import { SESSION_NOT_FOUND } from '../../../engine/refusals.ts'
import { readInSlices } from '../../../engine/slices.ts'
import type { Call } from '../../../http/endpoint.ts'

interface Guest {
  orderId: string
  number: number
  lastName: string
  firstName: string
  typeName: string
  codeEnd: string
  /** How many tickets the order has for the session. */
  party: number
  addOns: string
}

/** More than any session has in one list. */
const GUESTS = 100_000

/** As many characters as tell the tickets of one name apart, and too few to make a ticket of. */
const CODE_END = 4

/**
 * Everybody who comes to a session: a row for each valid ticket, by name, with an empty column to tick. The
 * audit log has who took the list, since it is personal.
 *
 * It has only the last characters of each code. Anybody can enter with a code, and this list is
 * printed and passed on to people who may not see orders.
 */
export const exportGuests = ({
  context,
  tenant,
  principal,
  body: { sessionId },
}: Call<typeof orderDesk.exportGuests>): Promise<ResultOf<typeof orderDesk.exportGuests>> =>
  context.db.longWork.withTenant(tenant.id, async (tx) => {
    const found = await sql<{ eventName: string; startsAt: Date; timeZone: string }>`
      select e.name as "eventName", s.starts_at as "startsAt", v.timezone as "timeZone"
      from sessions s
      join events e on e.tenant_id = s.tenant_id and e.id = s.event_id
      join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
      where s.id = ${sessionId}`.execute(tx)
    const [session] = found.rows
    if (!session) return SESSION_NOT_FOUND
    const guests = sql<Guest>`
      select t.order_id as "orderId", t.number, t.type_name as "typeName",
        coalesce(o.contact ->> 'lastName', '') as "lastName",
        coalesce(o.contact ->> 'firstName', '') as "firstName",
        right(t.validation_code, ${CODE_END}) as "codeEnd",
        count(*) over (partition by t.order_id)::integer as party,
        (select coalesce(string_agg(a.quantity || ' × ' || a.name, '; ' order by a.id), '')
          from order_add_ons a where a.tenant_id = t.tenant_id and a.order_id = t.order_id
            and a.status = 'VALID') as "addOns"
      from tickets t join orders o on o.tenant_id = t.tenant_id and o.id = t.order_id
      where t.session_id = ${sessionId} and t.status = 'VALID'
      order by lower(coalesce(o.contact ->> 'lastName', '')),
        lower(coalesce(o.contact ->> 'firstName', '')), t.order_id, t.number
      limit ${GUESTS}`
    const rows = await readInSlices(tx, guests, (row) => [
      ...['', row.lastName, row.firstName, row.typeName, `…${row.codeEnd}`],
      ...[orderNumberOf(row.orderId), row.party, row.addOns],
    ])
    const start = zonedIso(session.startsAt.toISOString(), knownZone(session.timeZone))
    await writeAuditEntry(tx, {
      personId: principal.session.personId,
      action: 'guests.exported',
      entityId: sessionId,
      entityName: session.eventName,
      after: { tickets: rows.length, startsAt: session.startsAt.toISOString() },
    })
    return granted({
      name: `guests-${start.slice(0, 10)}-${start.slice(11, 16).replace(':', '')}`,
      heads: ['in', 'last name', 'first name', 'ticket', 'code', 'order', 'party', 'add-ons'],
      rows,
    })
  })
