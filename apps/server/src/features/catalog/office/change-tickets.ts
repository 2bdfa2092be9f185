import {
  type ErrorCode,
  granted,
  type OfficeTickets,
  type officeTickets,
  type Refused,
  type Result,
  type ResultOf,
  refused,
  TICKET_LIMITS,
} from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import type { AuditAction } from '@foyer/domain'
import { sql } from 'kysely'
import {
  auditChanges,
  type NewAuditEntry,
  writeAuditEntry,
} from '../../../engine/audit-log/write-entry.ts'
import { EVENT_NOT_FOUND } from '../../../engine/refusals.ts'
import { changedSince } from '../../../engine/versions.ts'
import type { Call } from '../../../http/endpoint.ts'
import { changeAddOn, createAddOn } from '../editing/edit-add-ons.ts'
import {
  changeTicketGroup,
  createTicketGroup,
  storeTicketOrder,
  TICKET_GROUP_NOT_FOUND,
} from '../editing/edit-groups.ts'
import { changeTicketType, createTicketType } from '../editing/edit-ticket-types.ts'
import { lockEvent, refuseArchived } from '../editing/rows.ts'
import { setCapacity } from '../editing/set-capacity.ts'
import { orderOf, viewTickets } from './tickets-view.ts'

/** An entry of the log without the person, who is known to {@link change}. */
type Change = Omit<NewAuditEntry, 'personId'>
type AnyCall = Pick<Call<typeof officeTickets.getTickets>, 'context' | 'tenant' | 'principal'>

/**
 * Makes a change of what an event sells, behind the lock of the event, with its entry in the log (null:
 * nothing changed). Returns the tickets as they are then; buyers read the change at once.
 */
async function change<Code extends ErrorCode>(
  { context, tenant, principal }: AnyCall,
  eventIdOf: (tx: TenantTx) => Promise<string | undefined>,
  make: (tx: TenantTx, before: OfficeTickets) => Promise<Result<Change | null, Code>>,
): Promise<Result<OfficeTickets, Code | 'event_not_found'>> {
  let isChanged = false
  const result = await context.db.withTenant(tenant.id, async (tx) => {
    const eventId = await eventIdOf(tx)
    if (eventId === undefined || !(await lockEvent(tx, eventId))) return EVENT_NOT_FOUND
    const before = await viewTickets(tx, eventId)
    if (!before.ok) return before
    const made = await make(tx, before.value)
    if (!made.ok) return made
    isChanged = made.value !== null
    if (made.value) {
      await writeAuditEntry(tx, { personId: principal.session.personId, ...made.value })
    }
    return viewTickets(tx, eventId)
  })
  if (result.ok && isChanged) {
    await context.rollups.eventChanged(tenant.id, result.value.eventId)
  }
  return result
}

/** The event that a row of the catalogue belongs to; undefined if there is no such row. */
async function eventOf(
  tx: TenantTx,
  table: 'ticket_groups' | 'ticket_types' | 'add_ons',
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ event_id: string }>`
    select event_id from ${sql.table(table)} where id = ${id}`.execute(tx)
  return rows[0]?.event_id
}

interface Part {
  id: string
  version: string
  details: { name: string }
}

/** The entry of a change of one part; null if nothing changed. */
function entryOf(action: AuditAction, part: Part, after: { name: string }): Change | null {
  const changes = auditChanges(part.details, after)
  return changes && { action, entityId: part.id, entityName: after.name, ...changes }
}

/** Refuses a change of a part that somebody else has changed since it was read. */
const staleness = (version: string, part: Part): Refused<'changed_meanwhile'> | null =>
  changedSince(version, { ...part.details, version: part.version })

const tooMany = (what: string, most: number) =>
  refused('too_many_tickets', `An event has at most ${most} ${what}, archived ones included.`)

/** Reads what an event sells. */
export const getTickets = ({
  context,
  tenant,
  params,
}: Call<typeof officeTickets.getTickets>): Promise<ResultOf<typeof officeTickets.getTickets>> =>
  context.db.withTenant(tenant.id, (tx) => viewTickets(tx, params.eventId))

/** Creates a group at the end. */
export const addGroup = (
  call: Call<typeof officeTickets.createTicketGroup>,
): Promise<ResultOf<typeof officeTickets.createTicketGroup>> => {
  const { eventId } = call.params
  return change(
    call,
    async () => eventId,
    async (tx, { groups }) => {
      const { name, description, capacity } = call.body
      if (groups.length >= TICKET_LIMITS.groups) return tooMany('groups', TICKET_LIMITS.groups)
      const created = await createTicketGroup(tx, call.tenant.id, {
        ...{ eventId, name, description: description || null, position: groups.length, capacity },
      })
      if (!created.ok) return created
      const action = 'ticket_group.created'
      return granted({
        action,
        entityId: created.value,
        entityName: name,
        after: { name, capacity },
      })
    },
  )
}

/** Changes or archives a group. */
export const editGroup = (
  call: Call<typeof officeTickets.changeTicketGroup>,
): Promise<ResultOf<typeof officeTickets.changeTicketGroup>> => {
  const { groupId } = call.params
  return change(
    call,
    (tx) => eventOf(tx, 'ticket_groups', groupId),
    async (tx, { groups }) => {
      const { version, ...details } = call.body
      const group = groups.find(({ id }) => id === groupId)
      if (!group) return TICKET_GROUP_NOT_FOUND
      const stale = staleness(version, group)
      if (stale) return stale
      const changed = await changeTicketGroup(tx, groupId, {
        ...details,
        description: details.description || null,
      })
      return changed.ok ? granted(entryOf('ticket_group.changed', group, details)) : changed
    },
  )
}

/** Creates a ticket type at the end of a group. */
export const addType = (
  call: Call<typeof officeTickets.createOfficeTicketType>,
): Promise<ResultOf<typeof officeTickets.createOfficeTicketType>> => {
  const { eventId } = call.params
  return change(
    call,
    async () => eventId,
    async (tx, { groups, types }) => {
      const { groupId, ...details } = call.body
      if (types.length >= TICKET_LIMITS.types) return tooMany('types', TICKET_LIMITS.types)
      if (!groups.some(({ id, details: of }) => id === groupId && !of.isArchived)) {
        return TICKET_GROUP_NOT_FOUND
      }
      const archived = await refuseArchived(tx, null, details)
      if (archived) return archived
      const created = await createTicketType(tx, call.tenant.id, {
        ...typeOf(details),
        ...{ eventId, groupId, position: types.length },
      })
      if (!created.ok) return created
      return granted({
        action: 'ticket_type.created',
        entityId: created.value,
        entityName: details.name,
        after: { name: details.name, priceMinor: details.priceMinor },
      })
    },
  )
}

/** Changes or archives a ticket type. */
export const editType = (
  call: Call<typeof officeTickets.changeOfficeTicketType>,
): Promise<ResultOf<typeof officeTickets.changeOfficeTicketType>> => {
  const { ticketTypeId } = call.params
  return change(
    call,
    (tx) => eventOf(tx, 'ticket_types', ticketTypeId),
    async (tx, { types }) => {
      const { version, ...details } = call.body
      const type = types.find(({ id }) => id === ticketTypeId)
      if (!type) return EVENT_NOT_FOUND
      const stale = staleness(version, type)
      if (stale) return stale
      const archived = await refuseArchived(tx, type.details, details)
      if (archived) return archived
      const changed = await changeTicketType(tx, ticketTypeId, {
        ...typeOf(details),
        isArchived: details.isArchived,
      })
      if (!changed.ok) return changed
      return granted(entryOf('ticket_type.changed', type, details))
    },
  )
}

type TypeBody = Omit<Call<typeof officeTickets.createOfficeTicketType>['body'], 'groupId'>

const typeOf = ({ description, priceMinor, displayPrice, ...same }: TypeBody) => ({
  ...same,
  description: description || null,
  price: priceMinor === null ? ('per session' as const) : { minor: priceMinor },
  displayPrice: displayPrice || null,
})

/** Creates an add-on at the end. */
export const addAddOn = (
  call: Call<typeof officeTickets.createOfficeAddOn>,
): Promise<ResultOf<typeof officeTickets.createOfficeAddOn>> => {
  const { eventId } = call.params
  return change(
    call,
    async () => eventId,
    async (tx, { addOns }) => {
      const { name, priceMinor, capacity, description } = call.body
      if (addOns.length >= TICKET_LIMITS.addOns) return tooMany('add-ons', TICKET_LIMITS.addOns)
      const archived = await refuseArchived(tx, null, call.body)
      if (archived) return archived
      const created = await createAddOn(tx, call.tenant.id, {
        ...call.body,
        ...{ eventId, description: description || null, position: addOns.length },
      })
      if (!created.ok) return created
      return granted({
        action: 'add_on.created',
        entityId: created.value,
        entityName: name,
        after: { name, priceMinor, limit: capacity },
      })
    },
  )
}

/** Changes or archives an add-on. */
export const editAddOn = (
  call: Call<typeof officeTickets.changeOfficeAddOn>,
): Promise<ResultOf<typeof officeTickets.changeOfficeAddOn>> => {
  const { addOnId } = call.params
  return change(
    call,
    (tx) => eventOf(tx, 'add_ons', addOnId),
    async (tx, { addOns }) => {
      const { version, ...details } = call.body
      const addOn = addOns.find(({ id }) => id === addOnId)
      if (!addOn) return EVENT_NOT_FOUND
      const stale = staleness(version, addOn)
      if (stale) return stale
      const archived = await refuseArchived(tx, addOn.details, details)
      if (archived) return archived
      const changed = await changeAddOn(tx, addOnId, {
        ...details,
        description: details.description || null,
      })
      if (!changed.ok) return changed
      return granted(entryOf('add_on.changed', addOn, details))
    },
  )
}

/**
 * Changes the limit of an add-on. A limit is an operation of the lanes with a transaction of its own, so
 * the entry in the log follows in the next one.
 */
export async function editLimit(
  call: Call<typeof officeTickets.setAddOnLimit>,
): Promise<ResultOf<typeof officeTickets.setAddOnLimit>> {
  const { context, tenant, params, body } = call
  const { addOnId } = params
  const view = await context.db.withTenant(tenant.id, async (tx) => {
    const eventId = await eventOf(tx, 'add_ons', addOnId)
    return eventId === undefined ? ADD_ON_NOT_FOUND : viewTickets(tx, eventId)
  })
  if (!view.ok) return view
  const before = view.value.addOns.find(({ id }) => id === addOnId)
  if (!before) return ADD_ON_NOT_FOUND
  if (before.capacity === null) {
    return refused(
      'validation_failed',
      'This add-on was made without a limit. Make another one with a limit, and archive this one.',
      { fields: [{ field: 'capacity', message: 'This add-on was made without a limit' }] },
    )
  }
  const pool = { sessionId: addOnId, poolId: addOnId }
  const set = await setCapacity(context.lanes, tenant.id, pool, body.capacity)
  if (!set.ok) {
    const { code, message, details } = set.refusal
    return code === 'session_not_found' ? ADD_ON_NOT_FOUND : refused(code, message, details)
  }
  return change(
    call,
    async () => view.value.eventId,
    async () =>
      granted({
        action: 'add_on.changed',
        entityId: addOnId,
        entityName: before.details.name,
        before: { limit: before.capacity },
        after: { limit: body.capacity },
      }),
  )
}

const ADD_ON_NOT_FOUND = refused('add_on_not_found', 'This add-on does not exist.')

/** Puts everything into another order, unless somebody else has changed it since it was read. */
export const order = (
  call: Call<typeof officeTickets.orderTickets>,
): Promise<ResultOf<typeof officeTickets.orderTickets>> => {
  const { eventId } = call.params
  return change(
    call,
    async () => eventId,
    async (tx, before) => {
      const { orderVersion, ...wanted } = call.body
      const now = orderOf(before)
      // The same groups, types and add-ons, and the order that was read.
      if (orderVersion !== before.orderVersion || idsOf(wanted) !== idsOf(now)) {
        return refused(
          'changed_meanwhile',
          'Somebody else changed the tickets while you were ordering them. Nothing was changed.',
          { current: before },
        )
      }
      const problem = await storeTicketOrder(tx, eventId, wanted)
      if (problem) return problem
      const nameOf = new Map(
        [...before.groups, ...before.types, ...before.addOns].map(({ id, details }) => [
          id,
          details.name,
        ]),
      )
      const names = ({ groups, addOnIds }: typeof now) => ({
        tickets: groups
          .flatMap(({ id, typeIds }) => [id, ...typeIds])
          .map((id) => nameOf.get(id))
          .join(', '),
        addOns: addOnIds.map((id) => nameOf.get(id)).join(', '),
      })
      const changes = auditChanges(names(now), names(wanted))
      if (!changes) return granted(null)
      const { name } = await tx
        .selectFrom('events')
        .select('name')
        .where('id', '=', eventId)
        .executeTakeFirstOrThrow()
      return granted({
        action: 'event.tickets_ordered',
        entityId: eventId,
        entityName: name,
        ...changes,
      })
    },
  )
}

/** All ids of an order, whatever the order. */
const idsOf = ({ groups, addOnIds }: ReturnType<typeof orderOf>): string =>
  [...groups.flatMap(({ id, typeIds }) => [id, ...typeIds]), ...addOnIds].sort().join()
