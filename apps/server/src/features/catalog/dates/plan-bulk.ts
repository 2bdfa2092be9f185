import { createHash } from 'node:crypto'
import {
  type BulkCallOff,
  type BulkChange,
  type BulkPreview,
  type BulkSkip,
  granted,
  type Result,
  type SessionSelection,
} from '@foyer/contract'
import type { BulkParams, TenantTx } from '@foyer/db'
import { addDays, BULK_SESSIONS, instantOf, type SessionState } from '@foyer/domain'
import { sql } from 'kysely'
import { newId } from '../../../adapters/ids.ts'
import { EVENT_NOT_FOUND, invalidField } from '../../../engine/refusals.ts'
import { ROOM_NOT_FOUND, selectRooms } from '../editing/edit-rooms.ts'
import { findMisfit } from '../editing/edit-sessions.ts'
import { findOverlaps, findRoomConflicts, NAMED_OVERLAPS } from './find-overlaps.ts'
import { inDays, isOfFilter } from './read-dates.ts'
import type { ExpandedSchedule } from './recurrence.ts'

/** What a bulk change does, session by session, and what a person reads before it starts. */
export interface BulkPlan {
  params: BulkParams
  sessionIds: string[]
  /** The start of each. */
  startsAt: Date[]
  /** Of new sessions the position of the pattern; empty otherwise. */
  patterns: number[]
  preview: BulkPreview
}

export type PlanCode =
  | 'validation_failed'
  | 'event_not_found'
  | 'ticket_type_not_found'
  | 'room_not_found'
type PlanResult = Promise<Result<BulkPlan, PlanCode>>

export interface PlannedEvent {
  eventId: string
  venueId: string
  timeZone: string
}

export async function readPlannedEvent(
  tx: TenantTx,
  eventId: string,
): Promise<Result<PlannedEvent, 'event_not_found'>> {
  const row = await tx
    .selectFrom('events as e')
    .innerJoin('venues as v', (join) =>
      join.onRef('v.tenant_id', '=', 'e.tenant_id').onRef('v.id', '=', 'e.venue_id'),
    )
    .select(['v.id', 'v.timezone'])
    .where('e.id', '=', eventId)
    .executeTakeFirst()
  return row ? granted({ eventId, venueId: row.id, timeZone: row.timezone }) : EVENT_NOT_FOUND
}

const EXAMPLES = 3

/** Plans new sessions. One at a start that the event has already, or that is over, is left out. */
export async function planNew(
  tx: TenantTx,
  event: PlannedEvent,
  { sessions, patterns, movedByClocks }: ExpandedSchedule,
  now: Date,
): PlanResult {
  const misfit = await findMisfit(
    tx,
    event.eventId,
    patterns.flatMap(({ types }) => types),
  )
  if (misfit) return misfit
  const rooms = new Map((await selectRooms(tx, event.eventId)).map((room) => [room.id, room]))
  if (patterns.some(({ roomId }) => roomId && !rooms.has(roomId))) return ROOM_NOT_FOUND
  const [first, last] = [sessions[0], sessions.at(-1)]
  const present = new Set(
    first && last ? await selectStarts(tx, event.eventId, first.startsAt, last.startsAt) : [],
  )
  const skips = new Skips()
  const fresh = sessions.filter(({ startsAt }) => {
    const reason = startsAt <= now ? 'past' : present.has(startsAt.getTime()) ? 'exists' : null
    if (reason) skips.add(reason, startsAt)
    return !reason
  })
  const timed = fresh.map(({ startsAt, pattern }) => {
    const { durationMinutes = 0, capacity = null, roomId = null } = patterns[pattern] ?? {}
    return {
      startsAt,
      endsAt: new Date(startsAt.getTime() + durationMinutes * 60_000),
      capacity,
      roomId,
    }
  })
  const shown =
    timed.length <= 2 * EXAMPLES ? timed : [...timed.slice(0, EXAMPLES), ...timed.slice(-EXAMPLES)]
  return granted(
    planOf({
      params: { kind: 'create', patterns },
      sessionIds: fresh.map(() => newId()),
      startsAt: fresh.map(({ startsAt }) => startsAt),
      patterns: fresh.map(({ pattern }) => pattern),
      days: new Set(fresh.map(({ date }) => date)).size,
      skips,
      overlaps: await findOverlaps(tx, event, timed),
      beyondRoom: timed.filter(({ capacity, roomId }) => {
        const room = roomId && rooms.get(roomId)
        return room && (capacity === null || capacity > room.capacity)
      }).length,
      movedByClocks: movedByClocks.slice(0, 10).map((at) => at.toISOString()),
      examples: shown.map(({ startsAt, endsAt, capacity }) => ({
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
        capacity,
      })),
    }),
  )
}

async function selectStarts(tx: TenantTx, eventId: string, from: Date, to: Date) {
  const rows = await tx
    .selectFrom('sessions')
    .select('starts_at')
    .where('event_id', '=', eventId)
    .where('starts_at', '>=', from)
    .where('starts_at', '<=', to)
    .execute()
  return rows.map(({ starts_at }) => starts_at.getTime())
}

/** A change of sessions that exist. */
export type ExistingChange =
  | Exclude<BulkChange, { kind: 'create' }>
  | ({ kind: 'call_off' } & BulkCallOff)

/** Plans a change of sessions that exist. Those that it cannot change are left out, with the reason. */
export async function planExisting(
  tx: TenantTx,
  event: PlannedEvent,
  change: ExistingChange,
  now: Date,
): PlanResult {
  const params = paramsOf(event, change, now)
  if (!params.ok) return params
  if (change.kind === 'edit') {
    const misfit = await findMisfit(tx, event.eventId, change.types)
    if (misfit) return misfit
    const { roomId } = change
    const rooms = roomId ? await selectRooms(tx, event.eventId) : []
    if (roomId && !rooms.some(({ id }) => id === roomId)) return ROOM_NOT_FOUND
  }
  const rows = await selectChosen(tx, event.eventId, change.selection)
  if (rows.length > BULK_SESSIONS) {
    return invalidField('selection', `Must be at most ${BULK_SESSIONS} dates at a time`)
  }
  const narrow = change.kind === 'edit' ? await selectTooNarrow(tx, rows, change) : new Set()
  const skips = new Skips()
  const touched = rows.filter(({ id, state, startsAt, endsAt }) => {
    const reason = narrow.has(id) ? 'capacity_below_taken' : whyNot(change.kind, state, endsAt, now)
    if (reason) skips.add(reason, startsAt)
    return !reason
  })
  return granted(
    planOf({
      params: params.value,
      sessionIds: touched.map(({ id }) => id),
      startsAt: touched.map(({ startsAt }) => startsAt),
      patterns: [],
      days: new Set(touched.map(({ date }) => date)).size,
      skips,
      ticketsSold: touched.reduce((sum, { ticketsSold }) => sum + ticketsSold, 0),
      sessionsSold: touched.filter(({ sold }) => sold > 0).length,
      ticketsHeld: touched.reduce((sum, { ticketsHeld }) => sum + ticketsHeld, 0),
      ...(change.kind === 'edit' && (await warningsOfRooms(tx, event, touched, change))),
    }),
  )
}

/** Why a session of this state cannot be changed so; null if it can. */
function whyNot(
  kind: ExistingChange['kind'],
  state: SessionState,
  endsAt: Date,
  now: Date,
): BulkSkip | null {
  if (state === 'called_off') return 'called_off'
  if (kind === 'close' && state === 'cancelled') return 'closed_already'
  if (kind === 'reopen' && state === 'active') return 'open_already'
  return kind === 'call_off' && endsAt <= now ? 'past' : null
}

function paramsOf(
  { timeZone }: PlannedEvent,
  change: ExistingChange,
  now: Date,
): Result<BulkParams, 'validation_failed'> {
  switch (change.kind) {
    case 'edit': {
      const { selection, ...params } = change
      const { name, capacity, roomId, types } = params
      const isEmpty =
        types.length === 0 && [name, capacity, roomId].every((part) => part === undefined)
      return isEmpty ? invalidField('change', 'Must change something') : granted(params)
    }
    case 'call_off': {
      const { message, answerByDate } = change
      const answerBy = answerByDate ? instantOf(addDays(answerByDate, 1), 0, timeZone) : null
      if (answerBy && answerBy <= now) return invalidField('answerByDate', 'Must not be over')
      return granted({
        kind: 'call_off',
        message: message || null,
        answerBy: answerBy?.toISOString() ?? null,
      })
    }
    default:
      return granted({ kind: change.kind })
  }
}

interface ChosenRow {
  id: string
  startsAt: Date
  endsAt: Date
  date: string
  state: SessionState
  /** Places, as capacities are. */
  held: number
  sold: number
  ticketsHeld: number
  ticketsSold: number
}

/** The sessions of a selection by start, one more than a plan may have. */
async function selectChosen(
  tx: TenantTx,
  eventId: string,
  selection: SessionSelection,
): Promise<ChosenRow[]> {
  const isChosen =
    'ids' in selection
      ? sql`s.id = any(${selection.ids}::uuid[])`
      : sql`${inDays(selection.filter)} and ${isOfFilter(selection.filter)}
          and s.id <> all(${selection.exceptIds}::uuid[])`
  const { rows } = await sql<ChosenRow>`
    select s.id, s.starts_at as "startsAt", s.ends_at as "endsAt", s.local_date as date, s.status as state,
      k.held, k.sold, tickets.*
    from sessions s join stock k
      on k.tenant_id = s.tenant_id and k.session_id = s.id and k.pool_id = s.id
    cross join lateral (
      select coalesce(sum(t.held), 0)::integer as "ticketsHeld",
        coalesce(sum(t.sold), 0)::integer as "ticketsSold"
      from stock t
      where t.tenant_id = s.tenant_id and t.session_id = s.id and t.pool_id <> s.id
        and t.group_id is distinct from t.pool_id) tickets
    where s.event_id = ${eventId} and ${isChosen}
    order by s.starts_at limit ${BULK_SESSIONS + 1}`.execute(tx)
  return rows
}

/** What a change does in rooms that may be wrong: too many people, or two sessions at a time. */
async function warningsOfRooms(
  tx: TenantTx,
  { eventId }: PlannedEvent,
  rows: readonly ChosenRow[],
  { capacity, roomId }: Extract<ExistingChange, { kind: 'edit' }>,
): Promise<Pick<BulkPreview, 'beyondRoom' | 'overlaps'>> {
  if (capacity === undefined && roomId === undefined)
    return { beyondRoom: 0, overlaps: NO_OVERLAPS }
  const room = roomId ? { id: roomId } : null
  const conflicts = await findRoomConflicts(
    tx,
    eventId,
    rows.map((row) => ({ ...row, room })),
  )
  const examples = rows.flatMap(({ id, startsAt }) => {
    const other = conflicts.get(id)
    if (!other) return []
    return {
      startsAt: startsAt.toISOString(),
      otherStartsAt: other.startsAt,
      otherEvent: other.eventName,
    }
  })
  return {
    beyondRoom: await countBeyondRoom(tx, rows, { capacity, roomId }),
    overlaps: { ...NO_OVERLAPS, room: conflicts.size, examples: examples.slice(0, NAMED_OVERLAPS) },
  }
}

/** How many of these sessions would sell more than fits into their room. */
async function countBeyondRoom(
  tx: TenantTx,
  rows: readonly ChosenRow[],
  {
    capacity,
    roomId,
  }: { capacity?: number | null | undefined; roomId?: string | null | undefined },
): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`
    select count(*)::integer as count
    from stock k
    left join session_venue_rooms q on q.tenant_id = k.tenant_id and q.session_id = k.session_id
    join venue_rooms r on r.tenant_id = k.tenant_id
      and r.id = ${roomId === undefined ? sql`q.room_id` : sql`${roomId}::uuid`}
    where k.session_id = any(${rows.map(({ id }) => id)}::uuid[]) and k.pool_id = k.session_id
      and coalesce(${capacity === undefined ? sql`k.capacity` : sql`${capacity}::integer`} > r.capacity, true)`.execute(
    tx,
  )
  return found[0]?.count ?? 0
}

/** The sessions in which more is taken than the new capacities allow. */
async function selectTooNarrow(
  tx: TenantTx,
  rows: readonly ChosenRow[],
  { capacity, types }: Extract<ExistingChange, { kind: 'edit' }>,
): Promise<Set<unknown>> {
  const narrow = new Set<unknown>(
    capacity == null
      ? []
      : rows.filter((row) => row.held + row.sold > capacity).map(({ id }) => id),
  )
  const limits = types.flatMap(({ ticketTypeId, capacity: own }) =>
    own == null ? [] : [{ ticketTypeId, own }],
  )
  if (limits.length === 0) return narrow
  const found = await sql<{ id: string }>`
    select k.session_id as id
    from unnest(${limits.map(({ ticketTypeId }) => ticketTypeId)}::uuid[],
      ${limits.map(({ own }) => own)}::integer[]) as l(pool_id, capacity)
    join stock k on k.pool_id = l.pool_id and k.session_id = any(${rows.map(({ id }) => id)}::uuid[])
    where k.held + k.sold > l.capacity`.execute(tx)
  for (const { id } of found.rows) narrow.add(id)
  return narrow
}

/** The sessions that a plan leaves out, by the reason. */
class Skips {
  readonly #reasons = new Map<BulkSkip, { sessions: number; firstStartsAt: string }>()

  add(reason: BulkSkip, startsAt: Date): void {
    const known = this.#reasons.get(reason)
    if (known) known.sessions += 1
    else this.#reasons.set(reason, { sessions: 1, firstStartsAt: startsAt.toISOString() })
  }

  list(): BulkPreview['skipped'] {
    return [...this.#reasons].map(([reason, counts]) => ({ reason, ...counts }))
  }
}

type Parts = Omit<BulkPlan, 'preview'> & { skips: Skips } & Partial<BulkPreview> &
  Pick<BulkPreview, 'days'>

const NO_OVERLAPS: BulkPreview['overlaps'] = { own: 0, venue: 0, room: 0, examples: [] }

function planOf({
  params,
  sessionIds,
  startsAt,
  patterns,
  skips,
  days,
  ...parts
}: Parts): BulkPlan {
  const isNew = params.kind === 'create'
  const digest = createHash('sha256')
    .update(JSON.stringify([params, startsAt, patterns, isNew ? null : sessionIds]))
    .digest('hex')
  return {
    params,
    sessionIds,
    startsAt,
    patterns,
    preview: {
      kind: params.kind,
      digest,
      sessions: sessionIds.length,
      days,
      firstStartsAt: startsAt[0]?.toISOString() ?? null,
      lastStartsAt: startsAt.at(-1)?.toISOString() ?? null,
      skipped: skips.list(),
      ticketsSold: parts.ticketsSold ?? 0,
      sessionsSold: parts.sessionsSold ?? 0,
      ticketsHeld: parts.ticketsHeld ?? 0,
      overlaps: parts.overlaps ?? NO_OVERLAPS,
      beyondRoom: parts.beyondRoom ?? 0,
      movedByClocks: parts.movedByClocks ?? [],
      examples: parts.examples ?? [],
    },
  }
}
