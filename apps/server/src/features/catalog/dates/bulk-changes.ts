import {
  type BulkChangeView,
  type bulkChanges,
  granted,
  type Result,
  type ResultOf,
  refused,
} from '@foyer/contract'
import type { BulkProblem, TenantTx } from '@foyer/db'
import type { AuditAction, BulkKind, BulkState } from '@foyer/domain'
import { sql } from 'kysely'
import { newId } from '../../../adapters/ids.ts'
import type { Context, Tenant } from '../../../context.ts'
import { writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import { invalidField } from '../../../engine/refusals.ts'
import type { Call } from '../../../http/endpoint.ts'
import { lockEvent } from '../editing/rows.ts'
import {
  type BulkPlan,
  type ExistingChange,
  type PlanCode,
  planExisting,
  planNew,
  readPlannedEvent,
} from './plan-bulk.ts'

const NOT_FOUND = refused('bulk_change_not_found', 'This change does not exist.')
const RUNNING = refused(
  'bulk_change_running',
  'Another change of many dates of this event is still running. Wait until it is done, or stop it.',
)

type Change = Call<typeof bulkChanges.startBulkChange>['body']['change'] | ExistingChange
type MakePlan = (tx: TenantTx) => Promise<Result<BulkPlan, PlanCode>>

/** What plans a change. The sessions of a rule are worked out before the transaction, in the worker. */
async function plannerOf(
  { db, runTask, clock }: Context,
  tenant: Tenant,
  eventId: string,
  change: Change,
): Promise<Result<MakePlan, PlanCode>> {
  const event = await db.withTenant(tenant.id, (tx) => readPlannedEvent(tx, eventId))
  if (!event.ok) return event
  const now = clock()
  if (change.kind !== 'create') {
    return granted((tx) => planExisting(tx, event.value, change, now))
  }
  const { schedule } = change
  const { timeZone } = event.value
  const expanded = await runTask('expandSchedule', { schedule, timeZone })
  if (!expanded.ok) return expanded
  return granted((tx) => planNew(tx, event.value, expanded.value, now))
}

/** What a change would touch. */
export async function previewChange(
  context: Context,
  tenant: Tenant,
  eventId: string,
  change: Change,
): Promise<ResultOf<typeof bulkChanges.previewBulkChange>> {
  const planner = await plannerOf(context, tenant, eventId, change)
  if (!planner.ok) return planner
  const plan = await context.db.withSnapshot(tenant.id, planner.value)
  return plan.ok ? granted(plan.value.preview) : plan
}

/** Starts a change that was previewed; see {@link startPlan}. */
export async function startChange(
  context: Context,
  { change, ...params }: Omit<StartParams, 'makePlan'> & { change: Change },
): Promise<ResultOf<typeof bulkChanges.startBulkChange>> {
  const planner = await plannerOf(context, params.tenant, params.eventId, change)
  return planner.ok ? startPlan(context, { ...params, makePlan: planner.value }) : planner
}

interface StartParams {
  tenant: Tenant
  personId: string
  eventId: string
  makePlan: MakePlan
  digest: string
}

/**
 * Starts what was previewed. If it would touch other sessions by now, it is refused with the preview as
 * it is now. What is sold meanwhile does not matter: each session is checked again when its turn comes.
 */
export async function startPlan(
  context: Context,
  { tenant, personId, eventId, makePlan, digest }: StartParams,
): Promise<ResultOf<typeof bulkChanges.startBulkChange>> {
  const started = await context.db.withTenant(tenant.id, async (tx) => {
    await lockEvent(tx, eventId)
    if (await hasOpen(tx, eventId)) return RUNNING
    const made = await makePlan(tx)
    if (!made.ok) return made
    const plan = made.value
    if (plan.preview.digest !== digest) {
      return refused(
        'changed_meanwhile',
        'The dates have changed since this was previewed. Nothing was changed yet.',
        { current: plan.preview },
      )
    }
    if (plan.sessionIds.length === 0) return invalidField('change', 'Touches no date')
    if (plan.params.kind === 'create')
      await sql`select refuse_beyond_limit('sessions', ${plan.sessionIds.length})`.execute(tx)
    const id = newId()
    await tx
      .insertInto('bulk_changes')
      .values({
        tenant_id: tenant.id,
        id,
        event_id: eventId,
        kind: plan.params.kind,
        params: JSON.stringify(plan.params),
        session_ids: plan.sessionIds,
        starts_at: plan.startsAt,
        patterns: plan.patterns,
        problems: '[]',
        total: plan.sessionIds.length,
        person_id: personId,
      })
      .execute()
    await writeBulkEntry(tx, id, 'sessions.bulk_started', personId)
    const change = await selectChange(tx, id)
    if (!change) throw new Error('A change that was just stored is missing')
    return granted(change)
  })
  if (started.ok) context.kickJobs(tenant.id)
  return started
}

async function hasOpen(tx: TenantTx, eventId: string): Promise<boolean> {
  const open = await tx
    .selectFrom('bulk_changes')
    .select('id')
    .where('event_id', '=', eventId)
    .where('state', 'in', ['working', 'stopping'])
    .executeTakeFirst()
  return open !== undefined
}

/** Stops a change at the end of the slice in progress. A change that has ended stays as it is. */
export const stopChange = ({
  context,
  tenant,
  principal,
  params: { bulkChangeId },
}: Call<typeof bulkChanges.stopBulkChange>): Promise<ResultOf<typeof bulkChanges.stopBulkChange>> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const stopped = await tx
      .updateTable('bulk_changes')
      .set({ state: 'stopping' })
      .where('id', '=', bulkChangeId)
      .where('state', '=', 'working')
      .returning('id')
      .executeTakeFirst()
    if (stopped) {
      const { personId } = principal.session
      await writeBulkEntry(tx, bulkChangeId, 'sessions.bulk_stopped', personId)
    }
    return await readChange(tx, bulkChangeId)
  })

/** Goes on with a change that was stopped, from where it stopped. */
export async function continueChange({
  context,
  tenant,
  principal,
  params: { bulkChangeId },
}: Call<typeof bulkChanges.continueBulkChange>): Promise<
  ResultOf<typeof bulkChanges.continueBulkChange>
> {
  const result = await context.db.withTenant(tenant.id, async (tx) => {
    const change = await tx
      .selectFrom('bulk_changes')
      .select(['event_id', 'state'])
      .where('id', '=', bulkChangeId)
      .executeTakeFirst()
    if (!change) return NOT_FOUND
    await lockEvent(tx, change.event_id)
    const isOpen = change.state === 'working' || change.state === 'stopping'
    if (!isOpen && (await hasOpen(tx, change.event_id))) return RUNNING
    const continued = await tx
      .updateTable('bulk_changes')
      .set({ state: 'working', finished_at: null, next_attempt_at: sql`clock_timestamp()` })
      .where('id', '=', bulkChangeId)
      .where('state', 'in', ['stopping', 'stopped'])
      .returning('id')
      .executeTakeFirst()
    if (continued) {
      const { personId } = principal.session
      await writeBulkEntry(tx, bulkChangeId, 'sessions.bulk_continued', personId)
    }
    return await readChange(tx, bulkChangeId)
  })
  context.kickJobs(tenant.id)
  return result
}

/** An entry about a change, which says what it does and how far it is. */
export async function writeBulkEntry(
  tx: TenantTx,
  id: string,
  action: AuditAction,
  personId: string | null,
): Promise<void> {
  const row = await tx
    .selectFrom('bulk_changes as b')
    .innerJoin('events as e', (join) =>
      join.onRef('e.tenant_id', '=', 'b.tenant_id').onRef('e.id', '=', 'b.event_id'),
    )
    .select(['b.event_id', 'b.params', 'b.total', 'b.position', 'b.refused', 'e.name'])
    .where('b.id', '=', id)
    .executeTakeFirstOrThrow()
  const { kind, ...details } = row.params
  await writeAuditEntry(tx, {
    personId,
    action,
    entityId: row.event_id,
    entityName: row.name,
    after: {
      change: kind,
      dates: row.total,
      done: row.position - row.refused,
      refused: row.refused,
      details: JSON.stringify(details).slice(0, 2000),
    },
  })
}

const VIEW = [
  'id',
  'event_id',
  'kind',
  'state',
  'total',
  'position',
  'refused',
  'problems',
  'created_at',
  'finished_at',
] as const

interface ViewRow {
  id: string
  event_id: string
  kind: BulkKind
  state: BulkState
  total: number
  position: number
  refused: number
  problems: BulkProblem[]
  created_at: Date
  finished_at: Date | null
}

const present = ({ event_id, created_at, finished_at, ...row }: ViewRow): BulkChangeView => ({
  ...row,
  eventId: event_id,
  createdAt: created_at.toISOString(),
  finishedAt: finished_at?.toISOString() ?? null,
})

async function readChange(
  tx: TenantTx,
  id: string,
): Promise<Result<BulkChangeView, 'bulk_change_not_found'>> {
  const change = await selectChange(tx, id)
  return change ? granted(change) : NOT_FOUND
}

async function selectChange(tx: TenantTx, id: string): Promise<BulkChangeView | undefined> {
  const row = await tx
    .selectFrom('bulk_changes')
    .select(VIEW)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && present(row)
}

/** The latest changes of an event, the newest first. */
export async function listChanges(tx: TenantTx, eventId: string): Promise<BulkChangeView[]> {
  const rows = await tx
    .selectFrom('bulk_changes')
    .select(VIEW)
    .where('event_id', '=', eventId)
    .orderBy('id', 'desc')
    .limit(10)
    .execute()
  return rows.map(present)
}
