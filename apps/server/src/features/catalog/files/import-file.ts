import { granted } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { EVENT_CATEGORIES, type EventCategory, MOST_PLACES, may } from '@foyer/domain'
import { type Problems, readRows, type TableRow } from '@foyer/tables/read'
import { writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import { EVENT_NOT_FOUND, invalidField } from '../../../engine/refusals.ts'
import { notPermitted } from '../../../http/principals/staff.ts'
import { startPlan } from '../dates/bulk-changes.ts'
import { type PlannedEvent, planNew, readPlannedEvent } from '../dates/plan-bulk.ts'
import { changeEvent, createEvent } from '../editing/edit-events.ts'
import { changeTicketType, createTicketType } from '../editing/edit-ticket-types.ts'
import { lockEvent } from '../editing/rows.ts'
import { importAccessCodes } from './access-code-rows.ts'
import { importCouponCodes } from './coupon-code-rows.ts'
import { readSessionRows } from './session-rows.ts'
import { EVENT_HEADS, TYPE_HEADS } from './table-heads.ts'
import { readFlag, readName, readPrice, readWhole } from './values.ts'
import { type Import, type ImportCall, NOTHING, type Outcome, wholly } from './whole-import.ts'

/** Tries a file, or imports it: everything in it, or nothing. */
export async function importFile(call: ImportCall): Promise<Outcome> {
  const importRows = importerOf(call)
  if ('ok' in importRows) return importRows
  const { context, tenant, query } = call
  const file = await call.upload()
  if (!file.ok) return file
  const sheet = await context.sandbox.run('table', tenant.id, file.value, query.language ?? '')
  if (!sheet.ok) return sheet
  const outcome = await importRows({ ...call, sheet: sheet.value })
  return outcome.ok ? granted({ ...outcome.value, readAs: sheet.value.readAs }) : outcome
}

type Importer = (task: Import) => Promise<Outcome>

/** What imports the rows of the wanted kind, or why this call may not. */
function importerOf({ principal, query: { kind, eventId } }: ImportCall) {
  if (kind === 'events') return importEvents
  if (kind === 'coupon_codes') {
    return may(principal.role, 'coupons.change')
      ? importCouponCodes
      : notPermitted({ permission: 'coupons.change' })
  }
  if (!eventId) return invalidField('query.eventId', 'Must name the event that the rows are of')
  const ofEvent = {
    access_codes: importAccessCodes,
    sessions: importSessions,
    ticket_types: importTypes,
  }
  const importRows = ofEvent[kind]
  const importer: Importer = (task) => importRows(task, eventId)
  return importer
}

function importEvents(call: Import): Promise<Outcome> {
  const { tenant, principal, sheet } = call
  return wholly(call, async (tx) => {
    const { rows, problems } = readRows(sheet, EVENT_HEADS)
    const counts = new Counts()
    const venues = await tx.selectFrom('venues').select(['id', 'name']).execute()
    const present = await selectPresent(tx, 'events', rows)
    for (const row of rows) {
      if (problems.list.length >= 100) break
      const name = readName(row, 'name', problems)
      const places = venues.filter((venue) => venue.name === row.cells.get('venue'))
      const [venue] = places
      if (!venue) problems.add(row.line, 'venue', 'There is no venue with this name.')
      if (places.length > 1) problems.add(row.line, 'venue', 'Several venues have this name.')
      const details = {
        name,
        ...(row.cells.has('description')
          ? { description: row.cells.get('description') || null }
          : {}),
        category: readCategory(row, problems),
        isTimedEntry: readFlag(row, 'timed entry', false, problems),
      }
      const id = row.cells.get('id') || null
      if (id && !present.has(id)) problems.add(row.line, 'id', 'There is no event with this id.')
      if (!venue || !name || (id && !present.has(id))) continue
      const done = id
        ? await changeEvent(tx, id, details)
        : await createEvent(tx, tenant.id, { ...details, venueId: venue.id, isPublished: false })
      if (!done.ok) problems.add(row.line, null, done.refusal.message)
      counts.add(id)
    }
    if (problems.list.length === 0) {
      await writeAuditEntry(tx, {
        personId: principal.session.personId,
        action: 'events.imported',
        entityId: String(tenant.id),
        entityName: tenant.name,
        after: counts.values,
      })
    }
    return granted({
      ...NOTHING,
      ...counts.values,
      rows: rows.length,
      problems: problems.list,
    })
  })
}

const isCategory = (text: string): text is EventCategory =>
  EVENT_CATEGORIES.some((category) => category === text)

function readCategory({ cells, line }: TableRow, problems: Problems): EventCategory {
  const text = (cells.get('category') ?? '').toLowerCase()
  if (text === '') return 'other'
  if (isCategory(text)) return text
  problems.add(line, 'category', `Must be one of ${EVENT_CATEGORIES.join(', ')}.`)
  return 'other'
}

/** The ids of a file that are of rows of the tenant. What is no id is none of them. */
async function selectPresent(
  tx: TenantTx,
  table: 'events' | 'ticket_types',
  rows: readonly TableRow[],
): Promise<Set<string>> {
  const ids = rows.map(({ cells }) => cells.get('id') ?? '').filter((id) => UUID.test(id))
  if (ids.length === 0) return new Set()
  const found = await tx.selectFrom(table).select('id').where('id', 'in', ids).execute()
  return new Set(found.map(({ id }) => id))
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** How many rows create something, and how many change what exists. */
class Counts {
  readonly values = { creates: 0, changes: 0 }

  add(id: string | null): void {
    this.values[id ? 'changes' : 'creates'] += 1
  }
}

/**
 * Imports ticket types behind the lock of their event, which everybody takes first who changes what it
 * sells. A type whose places change locks all stock of the event until the end of the transaction, so
 * those rows are the last: nobody's hold waits for the others.
 */
async function importTypes(call: Import, eventId: string): Promise<Outcome> {
  const { context, tenant, principal, sheet } = call
  const outcome = await wholly(call, async (tx) => {
    if (!(await lockEvent(tx, eventId))) return EVENT_NOT_FOUND
    const event = await tx
      .selectFrom('events')
      .select(['name', 'currency'])
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow()
    const groups = await tx
      .selectFrom('ticket_groups')
      .select(['id', 'name'])
      .where('event_id', '=', eventId)
      .where('is_archived', '=', false)
      .orderBy('name')
      .execute()
    const own = await tx
      .selectFrom('ticket_types')
      .select(['id', 'places'])
      .where('event_id', '=', eventId)
      .execute()
    const placesOf = new Map(own.map(({ id, places }) => [id, places]))
    const { rows, problems } = readRows(sheet, TYPE_HEADS)
    const counts = new Counts()
    const wanted = rows.flatMap((row, index) => {
      if (problems.list.length >= 100) return []
      const { cells, line } = row
      const details = readTypeDetails(row, event.currency, problems)
      const groupName = cells.get('group') ?? ''
      const group = groupName === '' ? groups[0] : groups.find(({ name }) => name === groupName)
      if (!group) problems.add(line, 'group', 'This event has no group with this name.')
      const id = cells.get('id') || null
      const isUnknown = id !== null && !placesOf.has(id)
      if (isUnknown) problems.add(line, 'id', 'This event has no type with this id.')
      if (!group || !details.name || isUnknown) return []
      const { places } = details
      const hasNewPlaces = id !== null && places !== undefined && places !== placesOf.get(id)
      return [{ line, index, id, group, details, hasNewPlaces }]
    })
    const [placesLast = [], others = []] = [true, false].map((isLast) =>
      wanted.filter(({ hasNewPlaces }) => hasNewPlaces === isLast),
    )
    for (const { line, index, id, group, details } of [...others, ...placesLast]) {
      const done = id
        ? await changeTicketType(tx, id, details)
        : await createTicketType(tx, tenant.id, {
            ...details,
            eventId,
            groupId: group.id,
            position: own.length + index,
          })
      if (!done.ok) problems.add(line, null, done.refusal.message)
      counts.add(id)
    }
    if (problems.list.length === 0) {
      await writeAuditEntry(tx, {
        personId: principal.session.personId,
        action: 'ticket_types.imported',
        entityId: eventId,
        entityName: event.name,
        after: counts.values,
      })
    }
    return granted({
      ...NOTHING,
      ...counts.values,
      rows: rows.length,
      problems: problems.list,
    })
  })
  if (outcome.ok && outcome.value.isDone) await context.rollups.eventChanged(tenant.id, eventId)
  return outcome
}

/** What a row says of a ticket type, beside its group and id. */
function readTypeDetails(row: TableRow, currency: string, problems: Problems) {
  const { cells, line } = row
  const name = readName(row, 'name', problems)
  const isPerDate = (cells.get('price') ?? '').toLowerCase() === 'per date'
  const minor = isPerDate ? null : readPrice(row, 'price', currency, problems)
  if (!isPerDate && minor === null && (cells.get('price') ?? '') === '') {
    problems.add(line, 'price', "Must be a price, or 'per date'.")
  }
  const most = readWhole(row, 'at most', { least: 1, most: 1000 }, problems)
  const places = readWhole(row, 'places', { least: 1, most: MOST_PLACES }, problems)
  return {
    name,
    ...(cells.has('description') ? { description: cells.get('description') || null } : {}),
    price: isPerDate ? ('per session' as const) : { minor: minor ?? 0 },
    ...(most === null ? {} : { maxQuantity: most }),
    ...(places === null ? {} : { places }),
    isArchived: readFlag(row, 'archived', false, problems),
  }
}

/** Imports sessions by a bulk change, which a job works off; those that exist already stay as they are. */
async function importSessions(call: Import, eventId: string): Promise<Outcome> {
  const { context, tenant, principal, query } = call
  const now = context.clock()
  const read = await context.db.longWork.withTenant(tenant.id, async (tx) => {
    const event = await readPlannedEvent(tx, eventId)
    if (!event.ok) return event
    const { currency } = await tx
      .selectFrom('events')
      .select('currency')
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow()
    const rows = await readSessionRows(tx, { ...event.value, currency }, call)
    return granted({ event: event.value, rows })
  })
  if (!read.ok) return read
  const { event } = read.value
  if ('asking' in read.value.rows) return granted(read.value.rows.asking)
  const { rows, problems, expanded } = read.value.rows
  if (problems.length > 0) return granted({ ...NOTHING, rows, problems })
  const makePlan = (tx: TenantTx) => planNew(tx, event satisfies PlannedEvent, expanded, now)
  const plan = await context.db.longWork.withSnapshot(tenant.id, makePlan)
  if (!plan.ok) return plan
  const { preview } = plan.value
  const result = {
    ...NOTHING,
    rows,
    creates: preview.sessions,
    unchanged: rows - preview.sessions,
    problems: [],
    preview,
  }
  if (query.isDryRun === 'true' || preview.sessions === 0) return granted(result)
  const { personId } = principal.session
  const digest = query.digest ?? preview.digest
  const started = await startPlan(context, { tenant, personId, eventId, makePlan, digest })
  return started.ok ? granted({ ...result, isDone: true }) : started
}
