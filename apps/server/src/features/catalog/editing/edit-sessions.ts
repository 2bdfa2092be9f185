import { granted, type Refused, type Result, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { localDateOf, type SessionState } from '@foyer/domain'
import { sql } from 'kysely'
import { newId } from '../../../adapters/ids.ts'
import { EVENT_NOT_FOUND, invalidField } from '../../../engine/refusals.ts'
import { putInRooms, whyNotInRooms } from './edit-rooms.ts'
import { NOT_PRICED_BY_SESSION, setSessionPrices } from './edit-ticket-types.ts'
import { isEmpty } from './rows.ts'

/** A ticket type that a session sells. */
export interface OfferedType {
  ticketTypeId: string
  /** Its own limit within the session's capacity; null: only the session's capacity counts. */
  capacity?: number | null
  /** For a type that is priced by session; minor units. */
  priceMinor?: number | null
}

export interface NewSession {
  id?: string
  startsAt: Date
  endsAt: Date
  displayName?: string
  /** All tickets of the session; null is without limit. */
  capacity: number | null
  /** A room of the event's venue. */
  roomId?: string | null | undefined
  types: readonly OfferedType[]
}

/**
 * Creates sessions of an event with their stock and prices: all or none, with a fixed number of
 * statements. The day of each follows from its start and the venue's time zone. A session whose id
 * exists is not changed; returns the ids of the new ones.
 */
export async function createSessions(
  tx: TenantTx,
  tenantId: number,
  eventId: string,
  sessions: readonly NewSession[],
): Promise<
  Result<
    string[],
    'event_not_found' | 'ticket_type_not_found' | 'room_not_found' | 'validation_failed'
  >
> {
  // The locks keep the event's venue (changeEvent) and its time zone (changeVenue) unchanged until the
  // sessions are visible. The event is locked by a statement of its own, so that the next one reads the
  // venue that the event has then.
  await tx.selectFrom('events').select('id').where('id', '=', eventId).forKeyShare().execute()
  const venue = await tx
    .selectFrom('events as e')
    .innerJoin('venues as v', (join) =>
      join.onRef('v.tenant_id', '=', 'e.tenant_id').onRef('v.id', '=', 'e.venue_id'),
    )
    .select('v.timezone')
    .where('e.id', '=', eventId)
    .forShare('v')
    .executeTakeFirst()
  if (!venue) return EVENT_NOT_FOUND
  if (sessions.some(({ startsAt, endsAt }) => endsAt <= startsAt)) return ENDS_BEFORE_START
  const misfit = await findMisfit(
    tx,
    eventId,
    sessions.flatMap(({ types }) => types),
  )
  if (misfit) return misfit
  const elsewhere = await whyNotInRooms(
    tx,
    eventId,
    sessions.map(({ roomId }) => roomId),
  )
  if (elsewhere) return elsewhere
  const all = sessions.map((session) => ({ ...session, id: session.id ?? newId() }))
  const { rows } = await sql<{ id: string }>`
    insert into sessions (tenant_id, id, event_id, starts_at, ends_at, local_date, display_name)
    select ${tenantId}, s.id, ${eventId}, s.starts_at, s.ends_at, s.local_date, s.name
    from unnest(${all.map((s) => s.id)}::uuid[], ${all.map((s) => s.startsAt)}::timestamptz[],
      ${all.map((s) => s.endsAt)}::timestamptz[],
      ${all.map((s) => localDateOf(s.startsAt, venue.timezone))}::date[],
      ${all.map((s) => s.displayName ?? '')}::text[]) as s(id, starts_at, ends_at, local_date, name)
    on conflict do nothing returning id`.execute(tx)
  const created = new Set(rows.map(({ id }) => id))
  const fresh = all.filter(({ id }) => created.has(id))
  await insertPools(
    tx,
    tenantId,
    fresh.map(({ id, capacity }) => ({ sessionId: id, poolId: id, capacity })),
  )
  await putInRooms(
    tx,
    tenantId,
    fresh.flatMap(({ id, roomId }) => (roomId ? [{ sessionId: id, roomId }] : [])),
  )
  const offered = await insertOffers(
    tx,
    tenantId,
    fresh.flatMap(({ id, types }) => types.map((type) => ({ sessionId: id, ...type }))),
  )
  return offered.ok ? granted([...created]) : offered
}

/**
 * Lets existing sessions sell ticket types of their event. If a session sells a type already, the
 * type keeps its capacity (setCapacity changes it), and a given price replaces the earlier one.
 */
export async function offerInSessions(
  tx: TenantTx,
  tenantId: number,
  eventId: string,
  offers: readonly (OfferedType & { sessionId: string })[],
): Promise<Result<null, 'ticket_type_not_found' | 'session_not_found'>> {
  const misfit = await findMisfit(tx, eventId, offers)
  if (misfit) return misfit
  const sessionIds = [...new Set(offers.map((offer) => offer.sessionId))]
  const { rows } = await sql`select id from sessions
    where event_id = ${eventId} and id = any(${sessionIds}::uuid[])`.execute(tx)
  if (rows.length < sessionIds.length) return SESSION_NOT_FOUND
  return insertOffers(tx, tenantId, offers)
}

/** Lets sessions sell types. Both are of one event, and {@link findMisfit} has accepted the types. */
async function insertOffers(
  tx: TenantTx,
  tenantId: number,
  offers: readonly (OfferedType & { sessionId: string })[],
): Promise<Result<null, 'ticket_type_not_found'>> {
  await insertPools(
    tx,
    tenantId,
    offers.map(({ sessionId, ticketTypeId, capacity = null }) => ({
      sessionId,
      poolId: ticketTypeId,
      capacity,
    })),
  )
  return setSessionPrices(
    tx,
    tenantId,
    offers.flatMap(({ sessionId, ticketTypeId, priceMinor }) =>
      priceMinor === undefined ? [] : [{ sessionId, ticketTypeId, priceMinor }],
    ),
  )
}

export interface SessionChange {
  displayName?: string
  /** SESSION_STATES says what each state allows. */
  state?: Exclude<SessionState, 'called_off'>
}

/**
 * Renames, closes or reopens a session. What is held or sold in it stays. It is moved to another time or
 * called off by `disruptions/disrupt-session.ts` alone, which asks the buyers: they have chosen it.
 */
export async function changeSession(
  tx: TenantTx,
  sessionId: string,
  change: SessionChange,
): Promise<Result<null, 'session_not_found'>> {
  if (isEmpty(change)) return granted(null)
  const [changed] = await changeSessions(tx, [sessionId], change)
  return changed ? granted(null) : SESSION_NOT_FOUND
}

/**
 * Renames, closes or reopens sessions in one statement, as {@link changeSession} does. Returns the ids of
 * those that it found; one that was called off stays so.
 */
export async function changeSessions(
  tx: TenantTx,
  sessionIds: readonly string[],
  { displayName, state }: SessionChange,
): Promise<string[]> {
  const rows = await tx
    .updateTable('sessions')
    .set({ display_name: displayName, status: state })
    .where(sql<boolean>`id = any(${sessionIds}::uuid[])`)
    .$if(state !== undefined, (query) => query.where('status', '<>', 'called_off'))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

const SESSION_NOT_FOUND = refused('session_not_found', 'This session does not exist.')

const ENDS_BEFORE_START = invalidField('endsAt', 'Must be after the start')

/**
 * Says why types cannot be sold in sessions of an event; null if they can. Called before anything
 * is written.
 */
export async function findMisfit(
  tx: TenantTx,
  eventId: string,
  offers: readonly OfferedType[],
): Promise<Refused<'ticket_type_not_found'> | null> {
  const types = await tx
    .selectFrom('ticket_types')
    .select(['id', 'pricing_mode'])
    .where('event_id', '=', eventId)
    .execute()
  const modes = new Map(types.map((type) => [type.id, type.pricing_mode]))
  for (const { ticketTypeId, priceMinor } of offers) {
    const mode = modes.get(ticketTypeId)
    if (!mode) return NOT_OF_EVENT
    if (priceMinor != null && mode === 'fixed') return NOT_PRICED_BY_SESSION
  }
  return null
}

const NOT_OF_EVENT = refused(
  'ticket_type_not_found',
  'A session can only sell ticket types of its own event. Nothing was changed.',
)

/** Inserts pools with nothing held or sold. Existing pools are not changed. */
async function insertPools(
  tx: TenantTx,
  tenantId: number,
  pools: readonly { sessionId: string; poolId: string; capacity: number | null }[],
): Promise<void> {
  if (pools.length === 0) return
  await sql`
    insert into stock (tenant_id, session_id, pool_id, capacity)
    select ${tenantId}, * from unnest(${pools.map((pool) => pool.sessionId)}::uuid[],
      ${pools.map((pool) => pool.poolId)}::uuid[], ${pools.map((pool) => pool.capacity)}::integer[])
    on conflict do nothing`.execute(tx)
}
