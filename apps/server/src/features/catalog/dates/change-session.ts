import { type dates, type EditableSession, type ResultOf, refused } from '@foyer/contract'
import { type AuditValues, instantOf, minutesOf } from '@foyer/domain'
import { writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import { EVENT_NOT_FOUND } from '../../../engine/refusals.ts'
import { setCapacitiesOp } from '../../../engine/stock/set-capacity.ts'
import { changedSince } from '../../../engine/versions.ts'
import type { Call } from '../../../http/endpoint.ts'
import { putInRooms, selectRooms, whyNotInRooms } from '../editing/edit-rooms.ts'
import {
  changeSession as changeRow,
  createSessions,
  findMisfit,
  offerInSessions,
} from '../editing/edit-sessions.ts'
import { getSession } from './read-dates.ts'

const SESSION_EXISTS = refused(
  'session_exists',
  'This event has a date at this time already. Change that one, or choose another time.',
)
const CALLED_OFF = refused(
  'session_not_changeable',
  'This date was called off. Its buyers were told so, so it stays called off.',
  { reason: 'called_off' },
)

/** Creates one session of an event. */
export async function createSession({
  context,
  tenant,
  principal,
  params: { eventId },
  body,
}: Call<typeof dates.createSession>): Promise<ResultOf<typeof dates.createSession>> {
  const result = await context.db.withTenant(tenant.id, async (tx) => {
    const { date, time, durationMinutes, name, roomId, types } = body
    const venue = await tx
      .selectFrom('events as e')
      .innerJoin('venues as v', (join) =>
        join.onRef('v.tenant_id', '=', 'e.tenant_id').onRef('v.id', '=', 'e.venue_id'),
      )
      .select('v.timezone')
      .where('e.id', '=', eventId)
      .executeTakeFirst()
    if (!venue) return EVENT_NOT_FOUND
    const startsAt = instantOf(date, minutesOf(time) ?? 0, venue.timezone)
    const endsAt = new Date(startsAt.getTime() + durationMinutes * 60_000)
    const room = roomId && (await selectRooms(tx, eventId)).find(({ id }) => id === roomId)
    const capacity = body.capacity === undefined ? (room ? room.capacity : null) : body.capacity
    const created = await createSessions(tx, tenant.id, eventId, [
      { startsAt, endsAt, displayName: name, capacity, roomId, types },
    ])
    if (!created.ok) return created
    const [sessionId] = created.value
    if (!sessionId) return SESSION_EXISTS
    const view = await getSession(tx, sessionId)
    if (!view.ok) throw new Error('A session that was just created is missing')
    await writeAuditEntry(tx, {
      personId: principal.session.personId,
      action: 'session.created',
      entityId: sessionId,
      entityName: nameOf(view.value),
      after: valuesOf(view.value.edit),
    })
    return view
  })
  if (result.ok) context.rollups.changed(tenant.id, result.value.id)
  return result
}

/**
 * Changes name, capacities, room, types and prices of a session. Capacities are set in the lanes, all or none
 * and before the rest: a capacity below what is taken refuses the whole change.
 */
export async function changeSession({
  context,
  tenant,
  principal,
  params: { sessionId },
  body,
}: Call<typeof dates.changeSession>): Promise<ResultOf<typeof dates.changeSession>> {
  const { db, lanes, rollups } = context
  const checked = await db.withTenant(tenant.id, async (tx) => {
    const view = await getSession(tx, sessionId)
    if (!view.ok) return view
    const stale = changedSince(body.version, view.value.edit)
    if (stale) return stale
    const misfit = await findMisfit(tx, view.value.eventId, body.types)
    const elsewhere = await whyNotInRooms(tx, view.value.eventId, [body.roomId])
    return misfit ?? elsewhere ?? view
  })
  if (!checked.ok) return checked
  const { eventId, edit: before } = checked.value
  const pools = changedPools(sessionId, before, body)
  if (pools.length > 0) {
    const set = await lanes.submit(tenant.id, setCapacitiesOp(sessionId, pools))
    if (!set.ok) return set
  }
  const result = await db.withTenant(tenant.id, async (tx) => {
    const changed = await changeRow(tx, sessionId, { displayName: body.name })
    if (!changed.ok) return changed
    // The venue, or its rooms, may have changed while the lanes decided.
    const elsewhere = await whyNotInRooms(tx, eventId, [body.roomId])
    if (elsewhere) return elsewhere
    if (body.roomId !== undefined) {
      await putInRooms(tx, tenant.id, [{ sessionId, roomId: body.roomId }])
    }
    const offered = await offerInSessions(
      tx,
      tenant.id,
      eventId,
      body.types.map((type) => ({ ...type, sessionId })),
    )
    if (!offered.ok) return offered
    const view = await getSession(tx, sessionId)
    if (!view.ok) return view
    if (before.version !== view.value.edit.version) {
      await writeAuditEntry(tx, {
        personId: principal.session.personId,
        action: 'session.changed',
        entityId: sessionId,
        entityName: nameOf(view.value),
        ...changesOf(valuesOf(before), valuesOf(view.value.edit)),
      })
    }
    return view
  })
  rollups.changed(tenant.id, sessionId)
  return result
}

/** The counters whose capacity changes; those of types that the session does not sell yet are new. */
function changedPools(
  sessionId: string,
  before: EditableSession,
  body: Call<typeof dates.changeSession>['body'],
): { poolId: string; capacity: number | null }[] {
  const total =
    before.capacity === body.capacity ? [] : [{ poolId: sessionId, capacity: body.capacity }]
  const ofTypes = body.types.flatMap(({ ticketTypeId, capacity }) => {
    const sold = before.types.find((type) => type.ticketTypeId === ticketTypeId)
    return sold && sold.capacity !== capacity ? [{ poolId: ticketTypeId, capacity }] : []
  })
  return [...total, ...ofTypes]
}

/** Closes a session or opens it again. What is held or sold in it stays. */
export async function setSessionState({
  context,
  tenant,
  principal,
  params: { sessionId },
  body: { state },
}: Call<typeof dates.setSessionState>): Promise<ResultOf<typeof dates.setSessionState>> {
  const result = await context.db.withTenant(tenant.id, async (tx) => {
    const before = await getSession(tx, sessionId)
    if (!before.ok || before.value.state === state) return before
    const changed = await changeRow(tx, sessionId, { state })
    if (!changed.ok) return CALLED_OFF
    await writeAuditEntry(tx, {
      personId: principal.session.personId,
      action: state === 'active' ? 'session.reopened' : 'session.closed',
      entityId: sessionId,
      entityName: nameOf(before.value),
    })
    return await getSession(tx, sessionId)
  })
  if (result.ok) context.rollups.changed(tenant.id, sessionId)
  return result
}

/** How the audit log calls a session. */
const nameOf = ({ name, startsAt }: { name: string; startsAt: string }): string =>
  name ? `${startsAt.slice(0, 16)}Z ${name}` : `${startsAt.slice(0, 16)}Z`

const valuesOf = ({ name, capacity, roomId, types }: EditableSession): AuditValues => ({
  name,
  capacity,
  room: roomId,
  ...Object.fromEntries(
    types.flatMap(({ ticketTypeId, capacity: own, priceMinor }) => [
      [`capacity of ${ticketTypeId}`, own],
      [`price of ${ticketTypeId}`, priceMinor],
    ]),
  ),
})

function changesOf(before: AuditValues, after: AuditValues) {
  const names = Object.keys(after).filter((name) => before[name] !== after[name])
  const pick = (values: AuditValues): AuditValues =>
    Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
  return { before: pick(before), after: pick(after) }
}
