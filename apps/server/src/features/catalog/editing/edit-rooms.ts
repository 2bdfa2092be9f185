import { granted, type Refused, type Result, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { typographic } from '@foyer/domain'
import { sql } from 'kysely'
import { newId } from '../../../adapters/ids.ts'

/** The rooms of a venue, and which of them a session is in. */

export interface RoomDetails {
  /** Absent: a new one. */
  id?: string | undefined
  name: string
  /** How many people fit. */
  capacity: number
}

/**
 * Makes these the rooms of a venue, in this order. A room keeps its sessions under another name or with
 * another capacity; one that is not named is deleted, unless sessions in it are still to come.
 */
export async function setRooms(
  tx: TenantTx,
  { tenantId, venueId }: { tenantId: number; venueId: string },
  rooms: readonly RoomDetails[],
): Promise<Result<null, 'room_not_found' | 'room_in_use'>> {
  // The locks wait for sessions that are being put into these rooms, and keep new ones out.
  const present = await sql<{ id: string }>`
    select id from venue_rooms where venue_id = ${venueId} order by id for update`.execute(tx)
  const known = new Set(present.rows.map(({ id }) => id))
  const named = new Set(rooms.map(({ id }) => id))
  if (rooms.some(({ id }) => id !== undefined && !known.has(id))) return ROOM_NOT_FOUND
  const gone = [...known].filter((id) => !named.has(id))
  const refusal = await whyNotDeleted(tx, gone)
  if (refusal) return refusal
  await sql`delete from venue_rooms where id = any(${gone}::uuid[])`.execute(tx)
  await writeRooms(tx, { tenantId, venueId }, rooms)
  return granted(null)
}

/** Writes rooms of a venue, which has no others. The ids of those that exist are known to be of it. */
export async function writeRooms(
  tx: TenantTx,
  { tenantId, venueId }: { tenantId: number; venueId: string },
  rooms: readonly RoomDetails[],
): Promise<void> {
  if (rooms.length === 0) return
  await sql`
    insert into venue_rooms (tenant_id, id, venue_id, name, capacity, position)
    select ${tenantId}, r.id, ${venueId}, r.name, r.capacity, r.position - 1
    from unnest(${rooms.map(({ id }) => id ?? newId())}::uuid[],
      ${rooms.map(({ name }) => typographic(name))}::text[],
      ${rooms.map(({ capacity }) => capacity)}::integer[])
      with ordinality as r(id, name, capacity, position)
    on conflict (tenant_id, id) do update
      set name = excluded.name, capacity = excluded.capacity, position = excluded.position`.execute(
    tx,
  )
}

/** Why rooms cannot be deleted; null if they can. Sessions that are over or called off need none. */
async function whyNotDeleted(
  tx: TenantTx,
  roomIds: readonly string[],
): Promise<Refused<'room_in_use'> | null> {
  if (roomIds.length === 0) return null
  const { rows } = await sql<{ id: string; room: string; event: string }>`
    select r.id, r.name as room, e.name as event
    from venue_rooms r
    join session_venue_rooms k on k.tenant_id = r.tenant_id and k.room_id = r.id
    join sessions s on s.tenant_id = k.tenant_id and s.id = k.session_id
      and s.ends_at > now() and s.status <> 'called_off'
    join events e on e.tenant_id = s.tenant_id and e.id = s.event_id
    where r.id = any(${roomIds}::uuid[]) order by s.starts_at limit 1`.execute(tx)
  const [used] = rows
  if (!used) return null
  return refused(
    'room_in_use',
    `“${used.event}” has dates in the room “${used.room}”. Nothing was changed. Give these dates another room first.`,
    { roomId: used.id },
  )
}

/**
 * Says why sessions of an event cannot be in these rooms; null if they can. The event stays at its venue
 * until the end of the transaction, and the rooms stay too.
 */
export async function whyNotInRooms(
  tx: TenantTx,
  eventId: string,
  roomIds: readonly (string | null | undefined)[],
): Promise<Refused<'room_not_found'> | null> {
  const wanted = new Set(roomIds.filter((id) => id != null))
  if (wanted.size === 0) return null
  // A statement of its own, so that the next one reads the venue that the event has then.
  await tx.selectFrom('events').select('id').where('id', '=', eventId).forKeyShare().execute()
  const { rows } = await sql`
    select from events e join venue_rooms r on r.tenant_id = e.tenant_id and r.venue_id = e.venue_id
    where e.id = ${eventId} and r.id = any(${[...wanted]}::uuid[])
    order by r.id for key share of r`.execute(tx)
  return rows.length === wanted.size ? null : ROOM_NOT_FOUND
}

/** The rooms of the venue that an event takes place at. */
export async function selectRooms(
  tx: TenantTx,
  eventId: string,
): Promise<{ id: string; name: string; capacity: number }[]> {
  const { rows } = await sql<{ id: string; name: string; capacity: number }>`
    select r.id, r.name, r.capacity
    from events e join venue_rooms r on r.tenant_id = e.tenant_id and r.venue_id = e.venue_id
    where e.id = ${eventId} order by r.position, r.name, r.id`.execute(tx)
  return rows
}

/** Puts sessions into a room of their venue; null takes them out of theirs. */
export async function putInRooms(
  tx: TenantTx,
  tenantId: number,
  sessions: readonly { sessionId: string; roomId: string | null }[],
): Promise<void> {
  const without = sessions.filter(({ roomId }) => roomId === null)
  if (without.length > 0) {
    await sql`delete from session_venue_rooms
      where session_id = any(${without.map(({ sessionId }) => sessionId)}::uuid[])`.execute(tx)
  }
  const within = sessions.filter(({ roomId }) => roomId !== null)
  if (within.length === 0) return
  await sql`
    insert into session_venue_rooms (tenant_id, session_id, room_id)
    select ${tenantId}, * from unnest(${within.map(({ sessionId }) => sessionId)}::uuid[],
      ${within.map(({ roomId }) => roomId)}::uuid[])
    on conflict (tenant_id, session_id) do update set room_id = excluded.room_id
      where session_venue_rooms.room_id <> excluded.room_id`.execute(tx)
}

/** Takes all sessions of an event out of their rooms: it moves to another venue. */
export async function leaveRooms(tx: TenantTx, eventId: string): Promise<void> {
  await sql`delete from session_venue_rooms
    where session_id in (select id from sessions where event_id = ${eventId})`.execute(tx)
}

export const ROOM_NOT_FOUND = refused(
  'room_not_found',
  'This venue has no such room any more. Nothing was changed. Choose another room.',
)
