import type { Result } from '@foyer/contract'
import { analyzeGrownTables, type BulkParams, type BulkProblem, type TenantTx } from '@foyer/db'
import type { AuditAction } from '@foyer/domain'
import { sql } from 'kysely'
import { digestId } from '../../../adapters/ids.ts'
import type { Context, Tenant } from '../../../context.ts'
import { dueRows } from '../../../engine/due-rows.ts'
import { disruptSessionOp } from '../../../engine/offers/disrupt-session.ts'
import { lockRollups, writeRollups } from '../../../engine/rollups/rollup-sql.ts'
import { setCapacitiesOp } from '../../../engine/stock/set-capacity.ts'
import { putInRooms, whyNotInRooms } from '../editing/edit-rooms.ts'
import { changeSessions, createSessions, offerInSessions } from '../editing/edit-sessions.ts'
import { writeBulkEntry } from './bulk-changes.ts'

type JobContext = Pick<Context, 'db' | 'lanes' | 'log' | 'kickJobs' | 'buyersOperations'>

/**
 * How many sessions one slice works on: of new ones and of plain columns, which are written in bulk
 * statements; and of those that the lanes decide one by one.
 */
const WRITTEN_AT_ONCE = 2500
const DECIDED_AT_ONCE = 250
/** Longer than a slice takes; if the process dies, another one goes on after this time. */
const LEASE_SECONDS = 60
/** The rest before a slice is tried again that the lanes did not take as a whole. */
const BUSY_SECONDS = 1
/** From so many waiting operations of buyers on, the lanes are theirs. */
const RUSH_OPERATIONS = 200
/** How many problems are stored with their session; all are counted. */
const STORED_PROBLEMS = 100

interface DueChange {
  id: string
  eventId: string
  params: BulkParams
  state: 'working' | 'stopping'
  position: number
  total: number
  personId: string
}

const DUE = dueRows({
  table: 'bulk_changes',
  at: 'next_attempt_at',
  isOpen: sql`state in ('working', 'stopping')`,
  limit: 1,
})

/** The sessions of a slice, in order. */
interface Slice {
  sessionIds: string[]
  startsAt: Date[]
  patterns: number[]
}

/** Problems by the position in the slice; null: the lanes took nothing, it is tried again. */
type SliceProblems = Map<number, string> | null

/**
 * Works on one slice of a change of many sessions. How far it is is stored with what was done; only what
 * the lanes decide is committed before, and repeating that changes nothing. So a process may die at any
 * moment, and another one goes on. Returns how many changes it worked on.
 */
export async function workBulkChanges(context: JobContext, tenant: Tenant): Promise<number> {
  const change = await context.db.withTenant(tenant.id, claim)
  if (!change) return 0
  if (change.state === 'stopping') {
    await end(context, tenant, change, 'stopped')
    return 1
  }
  const { params } = change
  const isDecided = params.kind === 'call_off' || (params.kind === 'edit' && setsCapacity(params))
  const most = isDecided ? DECIDED_AT_ONCE : WRITTEN_AT_ONCE
  const decided = isDecided ? await decideSlice(context, tenant, change, params, most) : new Map()
  if (!decided) {
    await rest(context, tenant, change)
    return 0
  }
  const isAtEnd = await context.db.longWork.withTenant(tenant.id, async (tx) => {
    const slice = await lockSlice(tx, change, most)
    // Another process has gone on meanwhile: this one took longer than its lease.
    if (!slice) return false
    const written = await writeSlice(tx, tenant.id, change, slice, decided)
    return await advance(tx, change, slice, written)
  })
  await context.db.longWork.withTenant(tenant.id, analyzeGrownTables)
  if (isAtEnd) await refreshPages(context, tenant, change)
  context.kickJobs(tenant.id)
  return 1
}

async function claim(tx: TenantTx): Promise<DueChange | undefined> {
  const { rows } = await sql<DueChange>`
    ${DUE}
    update bulk_changes set
      next_attempt_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where id in (select id from due)
    returning id, event_id as "eventId", params, state, position, total,
      person_id as "personId"`.execute(tx)
  return rows[0]
}

const setsCapacity = ({ capacity, types }: Extract<BulkParams, { kind: 'edit' }>): boolean =>
  capacity !== undefined || types.some((type) => type.capacity !== undefined)

const selectSlice = ({ position }: DueChange, most: number) => sql`
  session_ids[${position + 1}:${position + most}] as "sessionIds",
  starts_at[${position + 1}:${position + most}] as "startsAt",
  patterns[${position + 1}:${position + most}] as patterns`

async function lockSlice(
  tx: TenantTx,
  change: DueChange,
  most: number,
): Promise<Slice | undefined> {
  const { rows } = await sql<Slice>`
    select ${selectSlice(change, most)} from bulk_changes
    where id = ${change.id} and position = ${change.position} and state in ('working', 'stopping')
    for update`.execute(tx)
  return rows[0]
}

/** What the lanes decide about each session: its capacities, or that it is called off. */
async function decideSlice(
  { db, lanes, buyersOperations }: JobContext,
  tenant: Tenant,
  change: DueChange,
  params: Extract<BulkParams, { kind: 'edit' | 'call_off' }>,
  most: number,
): Promise<SliceProblems> {
  if (buyersOperations() > RUSH_OPERATIONS) return null
  const { sessionIds, pools } = await db.withTenant(tenant.id, async (tx) => {
    const { rows } = await sql<Slice>`
      select ${selectSlice(change, most)} from bulk_changes where id = ${change.id}`.execute(tx)
    const ids = rows[0]?.sessionIds ?? []
    return {
      sessionIds: ids,
      pools: params.kind === 'edit' ? await selectChangedPools(tx, ids, params) : new Map(),
    }
  })
  const decide = (sessionId: string): Promise<Result<unknown>> | null => {
    if (params.kind === 'call_off') {
      const { message, answerBy } = params
      const disruption = {
        // The same in each attempt, so that an attempt that was not recorded is not made twice.
        id: digestId(`${change.id}/${sessionId}`),
        sessionId,
        kind: 'called_off' as const,
        toStartsAt: null,
        message,
        answerBy: answerBy ? new Date(answerBy) : null,
        unanswered: 'refund' as const,
      }
      return lanes.submit(tenant.id, disruptSessionOp(disruption), CLIENT)
    }
    const changed = pools.get(sessionId)
    return changed ? lanes.submit(tenant.id, setCapacitiesOp(sessionId, changed), CLIENT) : null
  }
  const results = await Promise.all(sessionIds.map(decide))
  const problems = new Map<number, string>()
  for (const [index, result] of results.entries()) {
    if (!result || result.ok) continue
    const { code, details } = result.refusal
    if (code === 'busy') return null
    // Called off by an attempt that died before it was recorded, or by somebody else: as it should be.
    if (details?.reason !== 'called_off') problems.set(index, String(details?.reason ?? code))
  }
  return problems
}

/** The lanes count it as one client, whose operations take turns with those of buyers. */
const CLIENT = 'bulk change'

/** The counters whose capacity differs from what the change sets, by session. */
async function selectChangedPools(
  tx: TenantTx,
  sessionIds: readonly string[],
  { capacity, types }: Extract<BulkParams, { kind: 'edit' }>,
): Promise<Map<string, { poolId: string; capacity: number | null }[]>> {
  const wanted = new Map(types.map((type) => [type.ticketTypeId, type.capacity]))
  const { rows } = await sql<{ sessionId: string; poolId: string; capacity: number | null }>`
    select session_id as "sessionId", pool_id as "poolId", capacity from stock
    where session_id = any(${sessionIds}::uuid[])`.execute(tx)
  const changed = rows.flatMap(({ sessionId, poolId, capacity: before }) => {
    const next = poolId === sessionId ? capacity : wanted.get(poolId)
    return next === undefined || next === before ? [] : [{ sessionId, poolId, capacity: next }]
  })
  return Map.groupBy(changed, ({ sessionId }) => sessionId)
}

/** Writes what needs no decision of the lanes, in a few statements. Returns all problems. */
async function writeSlice(
  tx: TenantTx,
  tenantId: number,
  { eventId, params }: DueChange,
  { sessionIds, startsAt, patterns }: Slice,
  decided: Map<number, string>,
): Promise<Map<number, string> | { failed: string }> {
  switch (params.kind) {
    case 'create': {
      const sessions = sessionIds.flatMap((id, index) => {
        const pattern = params.patterns[patterns[index] ?? 0]
        const start = startsAt[index]
        if (!pattern || !start) return []
        const { name, durationMinutes, capacity, roomId, types } = pattern
        const endsAt = new Date(start.getTime() + durationMinutes * 60_000)
        return [{ id, startsAt: start, endsAt, displayName: name, capacity, roomId, types }]
      })
      const created = await createSessions(tx, tenantId, eventId, sessions)
      if (!created.ok) return { failed: created.refusal.code }
      return missingOf(sessionIds, created.value, 'exists')
    }
    case 'close':
    case 'reopen': {
      const state = params.kind === 'close' ? 'cancelled' : 'active'
      return missingOf(sessionIds, await changeSessions(tx, sessionIds, { state }), 'called_off')
    }
    case 'edit': {
      const rest = sessionIds.filter((_, index) => !decided.has(index))
      if (params.name !== undefined) await changeSessions(tx, rest, { displayName: params.name })
      if (params.roomId !== undefined) {
        const elsewhere = await whyNotInRooms(tx, eventId, [params.roomId])
        if (elsewhere) return { failed: elsewhere.refusal.code }
        await putInRooms(
          tx,
          tenantId,
          rest.map((sessionId) => ({ sessionId, roomId: params.roomId ?? null })),
        )
      }
      const offers = params.types.flatMap(({ ticketTypeId, capacity, priceMinor }) =>
        rest.map((sessionId) => ({
          sessionId,
          ticketTypeId,
          ...(capacity === undefined ? {} : { capacity }),
          ...(priceMinor === undefined ? {} : { priceMinor }),
        })),
      )
      if (offers.length === 0 || rest.length === 0) return decided
      const offered = await offerInSessions(tx, tenantId, eventId, offers)
      return offered.ok ? decided : { failed: offered.refusal.code }
    }
    case 'call_off':
      return decided
  }
}

function missingOf(
  sessionIds: readonly string[],
  done: readonly string[],
  problem: string,
): Map<number, string> {
  const found = new Set(done)
  return new Map(
    sessionIds.flatMap((id, index) => (found.has(id) ? [] : [[index, problem] as const])),
  )
}

/** Stores how far the change is. Returns whether it has ended. */
async function advance(
  tx: TenantTx,
  { id, position, total, personId }: DueChange,
  { sessionIds, startsAt }: Slice,
  written: Map<number, string> | { failed: string },
): Promise<boolean> {
  const isFailed = 'failed' in written
  const problems: BulkProblem[] = isFailed
    ? [{ startsAt: startsAt[0]?.toISOString() ?? '', problem: written.failed }]
    : [...written].map(([index, problem]) => ({
        startsAt: startsAt[index]?.toISOString() ?? '',
        problem,
      }))
  const next = isFailed ? position : position + sessionIds.length
  const isAtEnd = isFailed || next >= total
  const ended = isFailed ? 'failed' : 'done'
  const { rows } = await sql<{ state: string }>`
    update bulk_changes set position = ${next},
      refused = refused + ${isFailed ? 0 : problems.length},
      problems = case when jsonb_array_length(problems) < ${STORED_PROBLEMS}
        then problems || ${JSON.stringify(problems.slice(0, STORED_PROBLEMS))}::jsonb
        else problems end,
      next_attempt_at = clock_timestamp(),
      finished_at = case when ${isAtEnd} or state = 'stopping' then clock_timestamp() end,
      state = case when ${isAtEnd} then ${ended} when state = 'stopping' then 'stopped' else state end
    where id = ${id} returning state`.execute(tx)
  const state = rows[0]?.state
  if (isAtEnd) await writeBulkEntry(tx, id, FINISHED, personId)
  return state !== 'working'
}

const FINISHED: AuditAction = 'sessions.bulk_finished'

async function end(
  context: JobContext,
  tenant: Tenant,
  change: DueChange,
  state: 'stopped',
): Promise<void> {
  await context.db.withTenant(tenant.id, (tx) =>
    tx
      .updateTable('bulk_changes')
      .set({ state, finished_at: sql`clock_timestamp()` })
      .where('id', '=', change.id)
      .where('state', '=', 'stopping')
      .execute(),
  )
  await refreshPages(context, tenant, change)
}

/** The lanes have no room now: the same slice is tried again soon. */
const rest = ({ db }: JobContext, tenant: Tenant, { id }: DueChange) =>
  db.withTenant(tenant.id, (tx) =>
    tx
      .updateTable('bulk_changes')
      .set({
        next_attempt_at: sql`clock_timestamp() + make_interval(secs => ${BUSY_SECONDS})`,
      })
      .where('id', '=', id)
      .execute(),
  )

/** Writes what pages show of the event; every process learns of it as of a sale. */
const refreshPages = ({ db }: JobContext, tenant: Tenant, { eventId }: DueChange) =>
  db.longWork.withTenant(tenant.id, async (tx) => {
    await lockRollups(tx, tenant.id)
    await writeRollups(tx, { eventId })
  })
