import type { BulkPreview, ListedSession } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { LONGEST_SESSION_MINUTES, type SessionState } from '@foyer/domain'
import { sql } from 'kysely'

interface Span {
  startsAt: Date
  endsAt: Date
  /** Null: in no room of the venue. */
  roomId: string | null
}

interface OtherSession extends Span {
  isOwn: boolean
  eventName: string
}

/** The most sessions of a venue that are compared: a year of ten events with ten sessions a day. */
const COMPARED = 40_000
/** How many overlaps a preview names. */
export const NAMED_OVERLAPS = 5

/**
 * How many new sessions overlap sessions that are on sale: in the same room, of the event itself, and of
 * other events of its venue, which may be right: a venue may have two halls. Sessions in different rooms do
 * not overlap.
 */
export async function findOverlaps(
  tx: TenantTx,
  { eventId, venueId }: { eventId: string; venueId: string },
  fresh: readonly Span[],
): Promise<BulkPreview['overlaps']> {
  const first = fresh[0]?.startsAt
  const last = fresh.reduce<Date | undefined>(
    (end, { endsAt }) => (end && end > endsAt ? end : endsAt),
    undefined,
  )
  if (!first || !last) return { own: 0, venue: 0, room: 0, examples: [] }
  const { rows } = await sql<OtherSession>`
    select s.starts_at as "startsAt", s.ends_at as "endsAt", e.id = ${eventId} as "isOwn",
      e.name as "eventName", q.room_id as "roomId"
    from events e join sessions s on s.tenant_id = e.tenant_id and s.event_id = e.id
    left join session_venue_rooms q on q.tenant_id = s.tenant_id and q.session_id = s.id
    where e.venue_id = ${venueId} and s.status = 'active' and s.starts_at < ${last}
      -- No session lasts longer: the index finds those that begin by then.
      and s.starts_at > ${first}::timestamptz - make_interval(mins => ${LONGEST_SESSION_MINUTES})
      and s.ends_at > ${first}
    order by s.starts_at limit ${COMPARED}`.execute(tx)
  const timelines = new Timelines(rows)
  const examples: BulkPreview['overlaps']['examples'] = []
  const counts = { own: 0, venue: 0, room: 0 }
  for (const session of fresh) {
    const { room, own, venue } = timelines.around(session.roomId)
    const ofRoom = room?.overlapping(session)
    const ofOwn = own.overlapping(session)
    const ofVenue = venue.overlapping(session)
    if (ofRoom) counts.room += 1
    if (ofOwn) counts.own += 1
    if (ofVenue) counts.venue += 1
    const other = ofRoom ?? ofOwn ?? ofVenue
    if (other && examples.length < NAMED_OVERLAPS) {
      examples.push({
        startsAt: session.startsAt.toISOString(),
        otherStartsAt: other.startsAt.toISOString(),
        otherEvent: other.eventName,
      })
    }
  }
  return { ...counts, examples }
}

interface Surroundings {
  /** Sessions in the same room; null for a session in none. */
  room: Timeline | null
  /** Sessions that may be in the way: in no room, or of whatever room for a session in none. */
  own: Timeline
  venue: Timeline
}

/** What sessions in a room are compared with, made once for each room. */
class Timelines {
  readonly #rows: readonly OtherSession[]
  readonly #byRoom = new Map<string | null, Surroundings>()

  constructor(rows: readonly OtherSession[]) {
    this.#rows = rows
  }

  around(roomId: string | null): Surroundings {
    const known = this.#byRoom.get(roomId)
    if (known) return known
    const near = this.#rows.filter((row) => roomId === null || row.roomId === null)
    const made = {
      room: roomId ? new Timeline(this.#rows.filter((row) => row.roomId === roomId)) : null,
      own: new Timeline(near.filter(({ isOwn }) => isOwn)),
      venue: new Timeline(near.filter(({ isOwn }) => !isOwn)),
    }
    this.#byRoom.set(roomId, made)
    return made
  }
}

/** Sessions by start, each with the one before or at it that ends last: one search finds an overlap. */
class Timeline {
  readonly #sessions: readonly OtherSession[]
  readonly #longest: OtherSession[] = []

  constructor(sessions: readonly OtherSession[]) {
    this.#sessions = sessions
    for (const session of sessions) {
      const before = this.#longest.at(-1)
      this.#longest.push(before && before.endsAt > session.endsAt ? before : session)
    }
  }

  overlapping({ startsAt, endsAt }: Omit<Span, 'roomId'>): OtherSession | undefined {
    let low = 0
    let high = this.#sessions.length
    while (low < high) {
      const middle = (low + high) >> 1
      const start = this.#sessions[middle]?.startsAt
      if (start && start < endsAt) low = middle + 1
      else high = middle
    }
    const longest = this.#longest[low - 1]
    return longest && longest.endsAt > startsAt ? longest : undefined
  }
}

interface SessionInRoom {
  id: string
  startsAt: Date
  endsAt: Date
  state: SessionState
  /** The room that it is in, or would be. */
  room: { id: string } | null
}

/** By session: another one that is in its room at the same time. */
export type RoomConflicts = Map<string, NonNullable<ListedSession['roomConflict']>>

/**
 * Finds which of these sessions of an event, by start, share their room with another session, of whatever
 * event. Only those count that are on sale and not over; slots of a timed entry may overlap each other.
 */
export async function findRoomConflicts(
  tx: TenantTx,
  eventId: string,
  sessions: readonly SessionInRoom[],
): Promise<RoomConflicts> {
  const now = new Date()
  const conflicts: RoomConflicts = new Map()
  const asked = sessions.filter(
    ({ state, room, endsAt }) => room !== null && state === 'active' && endsAt > now,
  )
  if (asked.length === 0) return conflicts
  const event = await tx
    .selectFrom('events')
    .select(['name', 'is_timed_entry'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  const rows = await selectInRooms(tx, eventId, event.is_timed_entry, asked)
  const note = ({ id }: SessionInRoom, startsAt: Date, eventName: string) =>
    conflicts.set(id, { startsAt: startsAt.toISOString(), eventName })
  for (const [roomId, ofRoom] of Map.groupBy(asked, ({ room }) => room?.id ?? null)) {
    const others = new Timeline(rows.filter((row) => row.roomId === roomId))
    let longest: SessionInRoom | undefined
    for (const session of ofRoom) {
      const other = others.overlapping(session)
      if (other) note(session, other.startsAt, other.eventName)
      if (event.is_timed_entry) continue
      // A session that overlaps any earlier one overlaps the one of them that ends last.
      if (longest && longest.endsAt > session.startsAt) {
        note(session, longest.startsAt, event.name)
        note(longest, session.startsAt, event.name)
      }
      if (!longest || session.endsAt > longest.endsAt) longest = session
    }
  }
  return conflicts
}

/** The sessions on sale in the rooms of these and about their time, without these themselves. */
async function selectInRooms(
  tx: TenantTx,
  eventId: string,
  isTimedEntry: boolean,
  asked: readonly SessionInRoom[],
): Promise<OtherSession[]> {
  const roomIds = [...new Set(asked.map(({ room }) => room?.id))]
  const first = new Date(Math.min(...asked.map(({ startsAt }) => startsAt.getTime())))
  const last = new Date(Math.max(...asked.map(({ endsAt }) => endsAt.getTime())))
  const { rows } = await sql<OtherSession>`
    select s.starts_at as "startsAt", s.ends_at as "endsAt", e.id = ${eventId} as "isOwn",
      e.name as "eventName", q.room_id as "roomId"
    from events own
    join events e on e.tenant_id = own.tenant_id and e.venue_id = own.venue_id
      and (e.id <> own.id or not ${isTimedEntry}::boolean)
    join sessions s on s.tenant_id = e.tenant_id and s.event_id = e.id
    join session_venue_rooms q on q.tenant_id = s.tenant_id and q.session_id = s.id
      and q.room_id = any(${roomIds}::uuid[])
    where own.id = ${eventId} and s.status = 'active' and s.starts_at < ${last}
      and s.starts_at > ${first}::timestamptz - make_interval(mins => ${LONGEST_SESSION_MINUTES})
      and s.ends_at > greatest(${first}::timestamptz, now())
      and s.id <> all(${asked.map(({ id }) => id)}::uuid[])
    order by s.starts_at limit ${COMPARED}`.execute(tx)
  return rows
}
