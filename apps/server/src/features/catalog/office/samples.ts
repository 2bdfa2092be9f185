import { granted, grantedValue, type home, type Result, type ResultOf } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { addDays, instantOf, localDateOf } from '@foyer/domain'
import { sql } from 'kysely'
import type { Tenant } from '../../../context.ts'
import { writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import type { Call } from '../../../http/endpoint.ts'
import { createEvent, type EventDetails } from '../editing/edit-events.ts'
import { createSessions, type NewSession } from '../editing/edit-sessions.ts'
import { createTicketType, type TicketTypeDetails } from '../editing/edit-ticket-types.ts'
import { createVenue, deleteVenue } from '../editing/edit-venues.ts'
import { deleteEvent, moveEvent } from '../editing/move-event.ts'
import { readChecklist, selectSamples } from './read-checklist.ts'

/** An arbitrary constant; no other program on the same database may use it. */
const SAMPLES_LOCK = 4_021_981

/** Lets one transaction per tenant at a time create or delete samples. */
const lockSamples = (tx: TenantTx) =>
  sql`select pg_advisory_xact_lock(${SAMPLES_LOCK}::integer, current_tenant())`.execute(tx)

/** Fills a shop with samples, once: a repeated call changes nothing. They are drafts, so nobody can buy them. */
export const createSamples = ({
  context,
  tenant,
  principal: { session },
  body,
}: Call<typeof home.createSamples>): Promise<ResultOf<typeof home.createSamples>> =>
  context.db.withTenant(tenant.id, async (tx) => {
    await lockSamples(tx)
    if ((await selectSamples(tx)).length > 0) {
      return granted(await readChecklist(tx, context, tenant))
    }
    const venue = await createVenue(tx, tenant.id, { ...VENUE, timeZone: body.timeZone })
    if (!venue.ok) return venue
    const at = { venueId: venue.value, timeZone: body.timeZone, now: context.clock() }
    await tx
      .insertInto('sample_venues')
      .values({ tenant_id: tenant.id, venue_id: venue.value })
      .execute()
    for (const plan of [ATTRACTION, SHOW]) await createSample(tx, tenant.id, plan, at)
    await audit(tx, tenant, session.personId, 'samples.created')
    return granted(await readChecklist(tx, context, tenant))
  })

/** Deletes the samples, unless one of them was sold: then nothing is deleted. */
export const deleteSamples = ({
  context,
  tenant,
  principal: { session },
}: Call<typeof home.deleteSamples>): Promise<ResultOf<typeof home.deleteSamples>> =>
  allOrNone(
    (work) => context.db.withTenant(tenant.id, work),
    async (tx) => {
      await lockSamples(tx)
      const samples = await selectSamples(tx)
      for (const { id } of samples) {
        const deleted = await deleteSample(tx, tenant.id, id)
        if (!deleted.ok) return deleted
      }
      const venues = await tx.deleteFrom('sample_venues').returning('venue_id').execute()
      // A venue that another event takes place at stays, as the organizer's own.
      for (const { venue_id } of venues) await deleteVenue(tx, venue_id)
      if (samples.length > 0) await audit(tx, tenant, session.personId, 'samples.deleted')
      return granted(await readChecklist(tx, context, tenant))
    },
  )

/** Runs a transaction that stores nothing if its result is a refusal. */
async function allOrNone<R extends Result<unknown>>(
  run: (work: (tx: TenantTx) => Promise<R>) => Promise<R>,
  work: (tx: TenantTx) => Promise<R>,
): Promise<R> {
  const refusals: R[] = []
  const result = run(async (tx) => {
    const made = await work(tx)
    if (!made.ok) {
      refusals.push(made)
      throw new Error('refused')
    }
    return made
  })
  return result.catch((error: unknown) => {
    const [refusal] = refusals
    if (refusal) return refusal
    throw error
  })
}

async function deleteSample(
  tx: TenantTx,
  tenantId: number,
  eventId: string,
): Promise<Result<unknown, 'event_in_use'>> {
  // Refused if it is no draft already is one, and if it is archived, which deleteEvent explains.
  await moveEvent(tx, tenantId, eventId, 'unpublish')
  await moveEvent(tx, tenantId, eventId, 'restore')
  const deleted = await deleteEvent(tx, eventId)
  if (deleted.ok || deleted.refusal.code === 'event_not_found') return granted(null)
  return { ok: false, refusal: { ...deleted.refusal, code: 'event_in_use' } }
}

const audit = (
  tx: TenantTx,
  tenant: Tenant,
  personId: string,
  action: 'samples.created' | 'samples.deleted',
) => writeAuditEntry(tx, { personId, action, entityId: String(tenant.id), entityName: tenant.name })

const VENUE = {
  name: 'Sample Hall',
  streetAddress: '1 Example Street',
  city: 'Sampleton',
  description: 'A hall that does not exist. Replace it with your own.',
}

interface SamplePlan {
  event: EventDetails
  types: readonly TicketTypeDetails[]
  sessions: (at: { today: string; timeZone: string; typeIds: readonly string[] }) => NewSession[]
}

const HOUR = 60

/** Two weeks of hours, from tomorrow on. */
const ATTRACTION: SamplePlan = {
  event: {
    name: 'Sample attraction: The Lantern Tower',
    description: '212 steps, eleven floors of lamps, and the whole city at the top.',
    story:
      'The tower was built for a lighthouse keeper who was afraid of the sea.\n\nEvery hour twenty people climb it. Allow an hour for the way up, the lamps and the way down.',
    category: 'exhibition',
    isTimedEntry: true,
    minimumAge: 6,
    accessNotes: ['212 steps, no lift'],
  },
  types: [
    { name: 'Adult', price: { minor: 2000 }, position: 0 },
    { name: 'Child', description: 'From 6 to 14 years', price: { minor: 1000 }, position: 1 },
  ],
  sessions: ({ today, timeZone, typeIds }) =>
    Array.from({ length: 14 }, (_, day) => addDays(today, day + 1)).flatMap((date) =>
      [10, 11, 12, 13, 14, 15, 16, 17].map((hour) => ({
        startsAt: instantOf(date, hour * HOUR, timeZone),
        endsAt: instantOf(date, (hour + 1) * HOUR, timeZone),
        capacity: 20,
        types: typeIds.map((ticketTypeId) => ({ ticketTypeId })),
      })),
    ),
}

/** One evening in three weeks. */
const SHOW: SamplePlan = {
  event: {
    name: 'Sample show: One Night Only',
    description: 'A play for two actors and one lamp. It is performed once.',
    story: 'The first half takes place in the dark.\n\nThe second half explains why.',
    category: 'theater',
    doorsMinutes: 45,
    lineUp: [{ name: 'The Lamplighters', role: 'Company', time: '20:00' }],
  },
  types: [
    { name: 'Stalls', price: { minor: 4500 }, position: 0 },
    { name: 'Balcony', price: { minor: 2900 }, position: 1 },
  ],
  sessions: ({ today, timeZone, typeIds: [stalls = '', balcony = ''] }) => [
    {
      startsAt: instantOf(addDays(today, 21), 20 * HOUR, timeZone),
      endsAt: instantOf(addDays(today, 21), 22 * HOUR + 15, timeZone),
      capacity: 300,
      types: [{ ticketTypeId: stalls }, { ticketTypeId: balcony, capacity: 100 }],
    },
  ],
}

async function createSample(
  tx: TenantTx,
  tenantId: number,
  plan: SamplePlan,
  { venueId, timeZone, now }: { venueId: string; timeZone: string; now: Date },
): Promise<void> {
  const event = await createEvent(tx, tenantId, { ...plan.event, venueId, isPublished: false })
  const { eventId, groupId } = grantedValue(event)
  const typeIds: string[] = []
  for (const type of plan.types) {
    typeIds.push(grantedValue(await createTicketType(tx, tenantId, { ...type, eventId, groupId })))
  }
  const today = localDateOf(now, timeZone)
  const sessions = plan.sessions({ today, timeZone, typeIds })
  grantedValue(await createSessions(tx, tenantId, eventId, sessions))
  await tx.insertInto('sample_events').values({ tenant_id: tenantId, event_id: eventId }).execute()
}
