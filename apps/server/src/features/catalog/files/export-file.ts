import { type catalogFiles, granted, type ResultOf } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { may, toMajor } from '@foyer/domain'
import type { Cell } from '@foyer/tables/write'
import { sql } from 'kysely'
import { EVENT_NOT_FOUND, invalidField } from '../../../engine/refusals.ts'
import { readInSlices } from '../../../engine/slices.ts'
import type { Call } from '../../../http/endpoint.ts'
import { notPermitted } from '../../../http/principals/staff.ts'
import { writeAccessCodeRows } from './access-code-rows.ts'
import { writeCouponCodeRows } from './coupon-code-rows.ts'
import { writeSessionRows } from './session-rows.ts'

const tableOf = (name: string, heads: string[], rows: Cell[][]) => granted({ name, heads, rows })

/** A table of the catalogue, which the caller saves as a file. */
export function exportFile({
  context,
  tenant,
  principal,
  query: { kind, eventId, groupId },
}: Call<typeof catalogFiles.exportFile>): Promise<ResultOf<typeof catalogFiles.exportFile>> {
  return context.db.longWork.withSnapshot(tenant.id, async (tx) => {
    if (kind === 'events') return exportEvents(tx)
    if (kind === 'coupon_codes') {
      if (!may(principal.role, 'coupons.read')) return notPermitted({ permission: 'coupons.read' })
      const table = await writeCouponCodeRows(tx, groupId)
      return tableOf('coupon-codes', table.heads, table.rows)
    }
    if (!eventId) return invalidField('eventId', 'Must name the event that the rows are of')
    const { rows } = await sql<{ currency: string; timeZone: string }>`
      select e.currency, v.timezone as "timeZone" from events e
      join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
      where e.id = ${eventId}`.execute(tx)
    const [event] = rows
    if (!event) return EVENT_NOT_FOUND
    if (kind === 'ticket_types') return exportTypes(tx, eventId, event.currency)
    if (kind === 'access_codes') {
      const table = await writeAccessCodeRows(tx, { eventId, timeZone: event.timeZone })
      return tableOf('access-codes', table.heads, table.rows)
    }
    const table = await writeSessionRows(tx, { eventId, ...event })
    return tableOf('dates', table.heads, table.rows)
  })
}

async function exportEvents(tx: TenantTx) {
  const events = tx
    .selectFrom('events as e')
    .innerJoin('venues as v', (join) =>
      join.onRef('v.tenant_id', '=', 'e.tenant_id').onRef('v.id', '=', 'e.venue_id'),
    )
    .select([
      ...(['e.id', 'e.name', 'e.category', 'e.description', 'e.currency'] as const),
      ...(['e.is_timed_entry', 'e.is_published', 'v.name as venue'] as const),
    ])
    .orderBy('e.name')
    .orderBy('e.id')
  return tableOf(
    'events',
    ['id', 'name', 'venue', 'category', 'description', 'timed entry', 'currency', 'published'],
    await readInSlices(tx, events, (row) => [
      ...[row.id, row.name, row.venue, row.category, row.description],
      ...[row.is_timed_entry, row.currency, row.is_published],
    ]),
  )
}

async function exportTypes(tx: TenantTx, eventId: string, currency: string) {
  const types = tx
    .selectFrom('ticket_types as t')
    .innerJoin('ticket_groups as g', (join) =>
      join.onRef('g.tenant_id', '=', 't.tenant_id').onRef('g.id', '=', 't.group_id'),
    )
    .select([
      ...(['t.id', 't.name', 't.description', 't.pricing_mode', 't.price_minor'] as const),
      ...(['t.max_quantity', 't.places', 't.is_archived', 'g.name as group'] as const),
    ])
    .where('t.event_id', '=', eventId)
    .orderBy('t.position')
    .orderBy('t.id')
  return tableOf(
    'ticket-types',
    ['id', 'name', 'group', 'price', 'description', 'at most', 'places', 'archived'],
    await readInSlices(tx, types, (row) => [
      ...[row.id, row.name, row.group],
      row.pricing_mode === 'dynamic' ? 'per date' : toMajor(row.price_minor, currency),
      ...[row.description, row.max_quantity, row.places, row.is_archived],
    ]),
  )
}
