import type { ImportResult } from '@foyer/contract'
import type { SessionPattern, TenantTx } from '@foyer/db'
import { instantOf, LONGEST_SESSION_MINUTES, timeOf, toMajor } from '@foyer/domain'
import {
  type Problems,
  readDate,
  readRows,
  readTime,
  type TableProblem,
  type TableRow,
} from '@foyer/tables/read'
import type { Cell } from '@foyer/tables/write'
import { sql } from 'kysely'
import { roomName } from '../../../engine/offers/room-name.ts'
import { readInSlices } from '../../../engine/slices.ts'
import type { ExpandedSchedule } from '../dates/recurrence.ts'
import { selectRooms } from '../editing/edit-rooms.ts'
import { momentCell, readCapacity, readFlag, readPrice, readWhole } from './values.ts'
import { dateStyleOf, type Import } from './whole-import.ts'

/** The sessions of an event as rows of a file. */

interface SessionEvent {
  eventId: string
  timeZone: string
  currency: string
}

/** A ticket type of an event, as columns of a file name it. */
export interface FileType {
  id: string
  /** Names the type in heads: its name, with its id if another type has the same. */
  label: string
  isPricedBySession: boolean
}

/** A room of the venue, which files call by its name. */
interface FileRoom {
  id: string
  capacity: number
}

const REQUIRED = ['date', 'start', 'minutes']
/** What an export says besides. */
const FIGURES = ['places sold', 'places held']
/** What an import passes over. The last two are those of earlier exports. */
const READ_ONLY = ['id', 'state', ...FIGURES, 'sold', 'held']

export async function selectFileTypes(tx: TenantTx, eventId: string): Promise<FileType[]> {
  const rows = await tx
    .selectFrom('ticket_types')
    .select(['id', 'name', 'pricing_mode'])
    .where('event_id', '=', eventId)
    .where('is_archived', '=', false)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const isTwice = (name: string) => rows.filter((row) => row.name === name).length > 1
  return rows.map(({ id, name, pricing_mode }) => ({
    id,
    label: isTwice(name) ? `${name} ${id}` : name,
    isPricedBySession: pricing_mode === 'dynamic',
  }))
}

const headsOfType = ({ label, isPricedBySession }: FileType): string[] => [
  `sells: ${label}`,
  `capacity: ${label}`,
  ...(isPricedBySession ? [`price: ${label}`] : []),
]

/** The sessions that a file asks for, as a schedule that was expanded, and what is wrong with it. */
export async function readSessionRows(
  tx: TenantTx,
  event: SessionEvent,
  task: Import,
): Promise<
  { expanded: ExpandedSchedule; rows: number; problems: TableProblem[] } | { asking: ImportResult }
> {
  const types = await selectFileTypes(tx, event.eventId)
  const rooms = new Map(
    (await selectRooms(tx, event.eventId)).map((room) => [room.name.toLowerCase(), room]),
  )
  const { rows, problems } = readRows(task.sheet, {
    required: REQUIRED,
    optional: ['name', 'room', 'capacity', ...READ_ONLY, ...types.flatMap(headsOfType)],
  })
  const dates = dateStyleOf(task, rows, ['date'])
  if ('asking' in dates) return dates
  const movedByClocks: Date[] = []
  const patterns = new Map<string, { index: number; pattern: SessionPattern }>()
  const sessions: ExpandedSchedule['sessions'] = []
  const lines = new Map<number, number>()
  for (const row of rows) {
    const cell = (head: string) => row.cells.get(head) ?? ''
    const date = readDate(cell('date'), dates.style)
    const minutes = readTime(cell('start'))
    if (date === null) {
      problems.add(row.line, 'date', 'Must be a date like 2026-11-21.')
      continue
    }
    if (minutes === null) {
      problems.add(row.line, 'start', 'Must be a time like 19:30.')
      continue
    }
    const startsAt = instantOf(date, minutes, event.timeZone)
    if (momentCell(startsAt, event.timeZone).slice(11) !== timeOf(minutes)) {
      movedByClocks.push(startsAt)
    }
    const earlier = lines.get(startsAt.getTime())
    if (earlier) problems.add(row.line, 'start', `The same start as in line ${earlier}.`)
    lines.set(startsAt.getTime(), row.line)
    const pattern = patternOf(row, { types, rooms, currency: event.currency }, problems)
    const key = JSON.stringify(pattern)
    const known = patterns.get(key) ?? { index: patterns.size, pattern }
    patterns.set(key, known)
    sessions.push({ startsAt, date, pattern: known.index })
  }
  sessions.sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  return {
    expanded: {
      sessions,
      patterns: [...patterns.values()].map(({ pattern }) => pattern),
      movedByClocks,
    },
    rows: rows.length,
    problems: problems.list,
  }
}

function patternOf(
  row: TableRow,
  {
    types,
    rooms,
    currency,
  }: { types: readonly FileType[]; rooms: ReadonlyMap<string, FileRoom>; currency: string },
  problems: Problems,
): SessionPattern {
  const typed = row.cells.get('room') ?? ''
  const room = rooms.get(typed.toLowerCase())
  if (typed !== '' && !room) {
    problems.add(row.line, 'room', 'The venue has no room with this name.')
  }
  return {
    name: (row.cells.get('name') ?? '').slice(0, 100),
    durationMinutes:
      readWhole(row, 'minutes', { least: 5, most: LONGEST_SESSION_MINUTES }, problems) ?? 60,
    capacity: readCapacity(row, 'capacity', problems) ?? room?.capacity ?? null,
    roomId: room?.id ?? null,
    types: types.flatMap((type) => {
      if (!readFlag(row, `sells: ${type.label}`, true, problems)) return []
      const capacity = readCapacity(row, `capacity: ${type.label}`, problems)
      if (!type.isPricedBySession) return [{ ticketTypeId: type.id, capacity }]
      const priceMinor = readPrice(row, `price: ${type.label}`, currency, problems)
      return [{ ticketTypeId: type.id, capacity, priceMinor }]
    }),
  }
}

interface SessionRow {
  id: string
  startsAt: Date
  endsAt: Date
  name: string
  room: string | null
  state: string
  pools: Record<string, { capacity: number | null; held: number; sold: number }>
  prices: Record<string, number> | null
}

/** All sessions of an event, by start. */
export async function writeSessionRows(
  tx: TenantTx,
  { eventId, timeZone, currency }: SessionEvent,
): Promise<{ heads: string[]; rows: Cell[][] }> {
  const types = await selectFileTypes(tx, eventId)
  const sessions = sql<SessionRow>`
    select s.id, s.starts_at as "startsAt", s.ends_at as "endsAt", s.display_name as name,
      ${roomName} as room, s.status as state, k.pools, p.prices
    from sessions s
    cross join lateral (
      select coalesce(jsonb_object_agg(k.pool_id, jsonb_build_object(
        'capacity', k.capacity, 'held', k.held, 'sold', k.sold)), '{}') as pools
      from stock k where k.session_id = s.id) k
    cross join lateral (
      select jsonb_object_agg(p.ticket_type_id, p.price_minor) as prices
      from session_prices p where p.session_id = s.id) p
    where s.event_id = ${eventId} order by s.starts_at limit 100000`
  return {
    heads: [
      'id',
      ...REQUIRED,
      'name',
      'room',
      'capacity',
      'state',
      ...FIGURES,
      ...types.flatMap(headsOfType),
    ],
    rows: await readInSlices(tx, sessions, (row) => {
      const total = row.pools[row.id]
      const start = momentCell(row.startsAt, timeZone)
      return [
        row.id,
        ...[start.slice(0, 10), start.slice(11)],
        Math.round((row.endsAt.getTime() - row.startsAt.getTime()) / 60_000),
        row.name,
        row.room,
        total?.capacity ?? null,
        row.state,
        total?.sold ?? 0,
        total?.held ?? 0,
        ...types.flatMap(({ id, isPricedBySession }) => {
          const pool = row.pools[id]
          const price = row.prices?.[id]
          return [
            pool !== undefined,
            pool?.capacity ?? null,
            ...(isPricedBySession ? [price === undefined ? null : toMajor(price, currency)] : []),
          ]
        }),
      ]
    }),
  }
}
