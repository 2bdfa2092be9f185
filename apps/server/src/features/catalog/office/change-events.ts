import {
  granted,
  type OfficeEvent,
  type officeCatalog,
  type Result,
  type ResultOf,
} from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { EVENT_STATES } from '@foyer/domain'
import { sql } from 'kysely'
import { auditChanges, writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import { EVENT_NOT_FOUND } from '../../../engine/refusals.ts'
import { changedSince } from '../../../engine/versions.ts'
import type { Call } from '../../../http/endpoint.ts'
import { duplicateEvent } from '../editing/duplicate-event.ts'
import { changeEvent, createEvent } from '../editing/edit-events.ts'
import { deleteEvent, moveEvent } from '../editing/move-event.ts'
import { refuseArchivedFeeSet } from '../editing/rows.ts'
import { selectOfficeEvent } from './event-view.ts'

/** The event as it is after a change. */
async function viewed(
  tx: TenantTx,
  eventId: string,
): Promise<Result<OfficeEvent, 'event_not_found'>> {
  const event = await selectOfficeEvent(tx, eventId)
  return event ? granted(event) : EVENT_NOT_FOUND
}

/** Reads an event. */
export const getEvent = ({
  context,
  tenant,
  params,
}: Call<typeof officeCatalog.getOfficeEvent>): Promise<
  ResultOf<typeof officeCatalog.getOfficeEvent>
> => context.db.withTenant(tenant.id, (tx) => viewed(tx, params.eventId))

/** Creates an event as a draft, with a group for its ticket types. */
export const createDraft = ({
  context,
  tenant,
  principal: { session },
  body,
}: Call<typeof officeCatalog.createOfficeEvent>): Promise<
  ResultOf<typeof officeCatalog.createOfficeEvent>
> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const created = await createEvent(tx, tenant.id, { ...body, isPublished: false })
    if (!created.ok) {
      // It names no fee set.
      if (created.refusal.code === 'fee_set_not_found') throw new Error(created.refusal.message)
      return { ok: false, refusal: { ...created.refusal, code: created.refusal.code } }
    }
    const { eventId } = created.value
    await writeAuditEntry(tx, {
      personId: session.personId,
      action: 'event.created',
      entityId: eventId,
      entityName: body.name,
      after: { name: body.name, category: body.category },
    })
    const event = await selectOfficeEvent(tx, eventId)
    if (!event) throw new Error('An event that was just created is gone')
    return granted(event)
  })

/** Changes the details of an event, unless somebody else has changed them since they were read. */
export const changeDetails = ({
  context,
  tenant,
  principal: { session },
  params: { eventId },
  body: { version, ...details },
}: Call<typeof officeCatalog.changeOfficeEvent>): Promise<
  ResultOf<typeof officeCatalog.changeOfficeEvent>
> =>
  context.db.withTenant(tenant.id, async (tx) => {
    await sql`select from events where id = ${eventId} for update`.execute(tx)
    const before = await selectOfficeEvent(tx, eventId)
    if (!before) return EVENT_NOT_FOUND
    const stale = changedSince(version, { ...before.details, version: before.version })
    if (stale) return stale
    const archived = await refuseArchivedFeeSet(tx, before.details.feeSetId, details.feeSetId)
    if (archived) return archived
    const changed = await changeEvent(tx, eventId, {
      ...details,
      description: details.description || null,
    })
    if (!changed.ok) return changed
    const after = await viewed(tx, eventId)
    if (!after.ok) return after
    const changes = auditChanges(before.details, after.value.details)
    if (changes) {
      await writeAuditEntry(tx, {
        personId: session.personId,
        action: 'event.changed',
        entityId: eventId,
        entityName: after.value.details.name,
        ...changes,
      })
    }
    return after
  })

/** Publishes, unpublishes, archives or restores an event. */
export const move = ({
  context,
  tenant,
  principal: { session },
  params: { eventId },
  body,
}: Call<typeof officeCatalog.moveOfficeEvent>): Promise<
  ResultOf<typeof officeCatalog.moveOfficeEvent>
> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const moved = await moveEvent(tx, tenant.id, eventId, body.move)
    if (!moved.ok) return moved
    const { name, from, to } = moved.value
    await writeAuditEntry(tx, {
      personId: session.personId,
      action: 'event.moved',
      entityId: eventId,
      entityName: name,
      before: { state: EVENT_STATES[from].label },
      after: { state: EVENT_STATES[to].label },
    })
    return viewed(tx, eventId)
  })

/** Makes a draft like an event. */
export const duplicate = ({
  context,
  tenant,
  principal: { session },
  params: { eventId },
  body: { name },
}: Call<typeof officeCatalog.duplicateOfficeEvent>): Promise<
  ResultOf<typeof officeCatalog.duplicateOfficeEvent>
> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const original = await selectOfficeEvent(tx, eventId)
    if (!original) return EVENT_NOT_FOUND
    const copied = await duplicateEvent(tx, eventId, name)
    if (!copied.ok) return copied
    await writeAuditEntry(tx, {
      personId: session.personId,
      action: 'event.duplicated',
      entityId: copied.value,
      entityName: name,
      after: { name, original: original.details.name },
    })
    return viewed(tx, copied.value)
  })

/** Deletes a draft that is not in the books. */
export const remove = ({
  context,
  tenant,
  principal: { session },
  params: { eventId },
}: Call<typeof officeCatalog.deleteOfficeEvent>): Promise<
  ResultOf<typeof officeCatalog.deleteOfficeEvent>
> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const before = await selectOfficeEvent(tx, eventId)
    const deleted = await deleteEvent(tx, eventId)
    if (!deleted.ok) return deleted
    await writeAuditEntry(tx, {
      personId: session.personId,
      action: 'event.deleted',
      entityId: eventId,
      entityName: deleted.value.name,
      before: { name: deleted.value.name, venue: before?.venue.name ?? null },
    })
    return granted({ deleted: true as const })
  })
