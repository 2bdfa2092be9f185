import { granted } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { type DateStyle, type Problems, readRows, type TableRow } from '@foyer/tables/read'
import type { Cell } from '@foyer/tables/write'
import { sql } from 'kysely'
import { writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import { EVENT_NOT_FOUND } from '../../../engine/refusals.ts'
import { USE_COUNTS } from '../../../engine/sales/aggregate.ts'
import { readInSlices } from '../../../engine/slices.ts'
import { type AccessCodeDetails, createAccessCodes } from '../editing/edit-sales.ts'
import { type FileType, selectFileTypes } from './session-rows.ts'
import { ACCESS_CODE_HEADS } from './table-heads.ts'
import { momentCell, readFlag, readMomentCell, readWhole, refuseRounded } from './values.ts'
import { dateStyleOf, type Import, NOTHING, type Outcome, wholly } from './whole-import.ts'

/** The access codes of an event as rows of a file. */

const { required, optional, readOnly } = ACCESS_CODE_HEADS
const SPELLING = /^[A-Z0-9][A-Z0-9-]{2,31}$/
/** How many codes one file has: the newest. */
const CODES = 100_000

const opensHead = ({ label }: FileType): string => `opens: ${label}`

/** Codes that are alike but for their spelling; they are created together. */
interface Alike {
  details: AccessCodeDetails
  codes: string[]
}

/** Creates the codes of a file. Those that exist already stay as they are. */
export async function importAccessCodes(call: Import, eventId: string): Promise<Outcome> {
  const { context, tenant, principal } = call
  const outcome = await wholly(call, async (tx) => {
    const event = await selectEvent(tx, eventId)
    if (!event) return EVENT_NOT_FOUND
    const read = await readCodes(tx, event, call)
    if ('asking' in read) return granted(read.asking)
    const { alike, rows, problems } = read
    let creates = 0
    for (const { details, codes } of problems.list.length === 0 ? alike : []) {
      const made = await createAccessCodes(tx, tenant.id, eventId, { ...details, codes })
      if (made.ok) creates += made.value.length
      else problems.add(1, null, made.refusal.message)
    }
    if (problems.list.length === 0) {
      await writeAuditEntry(tx, {
        personId: principal.session.personId,
        action: 'access_codes.imported',
        entityId: eventId,
        entityName: event.name,
        after: { creates },
      })
    }
    return granted({
      ...NOTHING,
      rows,
      creates,
      unchanged: rows - creates,
      problems: problems.list,
    })
  })
  // From the first code on, the page of the event asks buyers for one.
  if (outcome.ok && outcome.value.isDone) await context.rollups.eventChanged(tenant.id, eventId)
  return outcome
}

interface CodeEvent {
  id: string
  name: string
  timeZone: string
}

const selectEvent = (tx: TenantTx, eventId: string): Promise<CodeEvent | undefined> =>
  tx
    .selectFrom('events as e')
    .innerJoin('venues as v', (join) =>
      join.onRef('v.tenant_id', '=', 'e.tenant_id').onRef('v.id', '=', 'e.venue_id'),
    )
    .select(['e.id', 'e.name', 'v.timezone as timeZone'])
    .where('e.id', '=', eventId)
    .executeTakeFirst()

async function readCodes(tx: TenantTx, event: CodeEvent, task: Import) {
  const types = await selectFileTypes(tx, event.id)
  const { rows, problems } = readRows(task.sheet, {
    required,
    optional: [...optional, ...readOnly, ...types.map(opensHead)],
  })
  const dates = dateStyleOf(task, rows, ['works from', 'works until'])
  if ('asking' in dates) return dates
  const moments = { timeZone: event.timeZone, style: dates.style }
  const lines = new Map<string, number>()
  const alike = new Map<string, Alike>()
  for (const row of rows) {
    const code = (row.cells.get('code') ?? '').toUpperCase()
    if (!SPELLING.test(code)) {
      problems.add(row.line, 'code', 'Must have 3 to 32 letters, digits and hyphens.')
    }
    const earlier = lines.get(code)
    if (earlier) problems.add(row.line, 'code', `The same code as in line ${earlier}.`)
    else lines.set(code, row.line)
    refuseRounded(row, 'code', problems)
    const details = readDetails(row, types, moments, problems)
    // What was revoked at one event must not work at another.
    if (row.cells.get('state')?.toLowerCase() === 'revoked') continue
    const key = JSON.stringify(details)
    const same = alike.get(key) ?? { details, codes: [] }
    same.codes.push(code)
    alike.set(key, same)
  }
  return { alike: [...alike.values()], rows: rows.length, problems }
}

function readDetails(
  row: TableRow,
  types: readonly FileType[],
  moments: { timeZone: string; style: DateStyle },
  problems: Problems,
): AccessCodeDetails {
  const details = {
    label: row.cells.get('label') ?? '',
    startsAt: readMomentCell(row, 'works from', moments, problems),
    endsAt: readMomentCell(row, 'works until', moments, problems),
    opensEarly: readFlag(row, 'opens early', false, problems),
    typeIds: types
      .filter((type) => readFlag(row, opensHead(type), false, problems))
      .map(({ id }) => id),
    maxUses: readWhole(row, 'uses', { least: 1, most: 1_000_000 }, problems),
  }
  const { label, startsAt, endsAt, opensEarly, typeIds } = details
  if (label.length > 80) problems.add(row.line, 'label', 'Must be at most 80 characters.')
  if (startsAt && endsAt && endsAt <= startsAt) {
    problems.add(row.line, 'works until', 'Must be after the start.')
  }
  if (!opensEarly && typeIds.length === 0) {
    const [first] = types
    const ways = first ? `, or ‘${opensHead(first)}’` : ''
    problems.add(row.line, 'opens early', `A code must open something: set this to yes${ways}.`)
  }
  return details
}

interface CodeRow {
  code: string
  label: string
  startsAt: Date | null
  endsAt: Date | null
  opensEarly: boolean
  typeIds: string[]
  maxUses: number | null
  isRevoked: boolean
  used: number
}

/** The codes of an event, the newest first. */
export async function writeAccessCodeRows(
  tx: TenantTx,
  { eventId, timeZone }: { eventId: string; timeZone: string },
): Promise<{ heads: string[]; rows: Cell[][] }> {
  const types = await selectFileTypes(tx, eventId)
  const codes = sql<CodeRow>`
    select c.code, c.label, c.starts_at as "startsAt", c.ends_at as "endsAt",
      c.opens_early as "opensEarly", to_json(c.type_ids) as "typeIds", c.max_uses as "maxUses",
      c.revoked_at is not null as "isRevoked",
      (select count(*)::integer from access_code_uses u
        where u.tenant_id = c.tenant_id and u.code_id = c.id and ${sql.raw(USE_COUNTS)}) as used
    from access_codes c
    where c.tenant_id = (select current_tenant()) and c.event_id = ${eventId}
    order by c.created_at desc, c.id desc limit ${CODES}`
  return {
    heads: [...required, ...optional, ...types.map(opensHead), ...readOnly],
    rows: await readInSlices(tx, codes, (row) => [
      ...[row.code, row.label, momentCell(row.startsAt, timeZone)],
      ...[momentCell(row.endsAt, timeZone), row.opensEarly, row.maxUses],
      ...types.map(({ id }) => row.typeIds.includes(id)),
      ...[row.isRevoked ? 'revoked' : '', row.used],
    ]),
  }
}
