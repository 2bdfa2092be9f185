import { granted, type Refused, type Result, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { typographic } from '@foyer/domain'
import { newId } from '../../../adapters/ids.ts'
import { EVENT_NOT_FOUND } from '../../../engine/refusals.ts'
import { isEmpty, lockEvent } from './rows.ts'
import { shareProblem, storeShares } from './shared-capacity.ts'

export interface TicketGroupDetails {
  name: string
  description?: string | null | undefined
  /** Position in the organizer's order, from 0. */
  position?: number | undefined
  /** The types of an archived group are archived as well. */
  isArchived?: boolean | undefined
  /** How many places its types share in each session; null: only the session's capacity counts. */
  capacity?: number | null | undefined
}

/** Creates a group that ticket types of an event are listed in, and returns its id. */
export async function createTicketGroup(
  tx: TenantTx,
  tenantId: number,
  { eventId, ...group }: TicketGroupDetails & { eventId: string },
): Promise<Result<string, 'event_not_found'>> {
  if (!(await lockEvent(tx, eventId))) return EVENT_NOT_FOUND
  const id = newId()
  await tx
    .insertInto('ticket_groups')
    .values({
      tenant_id: tenantId,
      id,
      event_id: eventId,
      name: typographic(group.name),
      description: typographic(group.description ?? null),
      position: group.position,
      capacity: group.capacity ?? null,
    })
    .execute()
  return granted(id)
}

/**
 * Changes the fields that are given. Archiving a group archives its types; restoring it leaves them
 * archived. The last group of an event stays: a new type needs one.
 */
export async function changeTicketGroup(
  tx: TenantTx,
  groupId: string,
  change: Partial<TicketGroupDetails>,
): Promise<Result<null, 'ticket_group_not_found' | 'last_ticket_group' | 'capacity_below_taken'>> {
  const selectGroup = () =>
    tx
      .selectFrom('ticket_groups')
      .select(['event_id', 'capacity'])
      .where('id', '=', groupId)
      .executeTakeFirst()
  // Two groups that are archived at once are archived one after the other. The group is read behind the
  // lock: its capacity may have changed while the lock was waited for.
  const found = await selectGroup()
  if (!found || !(await lockEvent(tx, found.event_id))) return TICKET_GROUP_NOT_FOUND
  const group = await selectGroup()
  if (!group) return TICKET_GROUP_NOT_FOUND
  const { event_id: eventId } = group
  const isResized = change.capacity !== undefined && change.capacity !== group.capacity
  if (isResized) {
    const resized = { groupId, capacity: change.capacity ?? null }
    const problem = await shareProblem(tx, { eventId, resized })
    if (problem) return problem
  }
  if (change.isArchived) {
    const other = await tx
      .selectFrom('ticket_groups')
      .select('id')
      .where('event_id', '=', group.event_id)
      .where('id', '<>', groupId)
      .where('is_archived', '=', false)
      .limit(1)
      .executeTakeFirst()
    if (!other) {
      return refused(
        'last_ticket_group',
        'An event has at least one ticket group. With one, buyers read no heading.',
      )
    }
    await tx
      .updateTable('ticket_types')
      .set({ is_archived: true })
      .where('group_id', '=', groupId)
      .where('is_archived', '=', false)
      .execute()
  }
  const columns = {
    name: typographic(change.name),
    description: typographic(change.description),
    position: change.position,
    is_archived: change.isArchived,
    capacity: change.capacity,
  }
  if (!isEmpty(columns)) {
    await tx.updateTable('ticket_groups').set(columns).where('id', '=', groupId).execute()
  }
  if (isResized) await storeShares(tx, eventId)
  return granted(null)
}

export const TICKET_GROUP_NOT_FOUND = refused(
  'ticket_group_not_found',
  'This ticket group does not exist.',
)

/** Everything that an event sells and that is not archived, in an order. */
export interface TicketOrder {
  groups: readonly { id: string; typeIds: readonly string[] }[]
  addOnIds: readonly string[]
}

/**
 * Puts groups, the types in them and add-ons of an event, whose row is locked, into an order; a type may
 * come into another group, unless the types there share less than is held and sold of them. All of them
 * are of this event.
 */
export async function storeTicketOrder(
  tx: TenantTx,
  eventId: string,
  order: TicketOrder,
): Promise<Refused<'capacity_below_taken'> | null> {
  const moved = await movedTypes(tx, eventId, order)
  const problem = moved.length > 0 ? await shareProblem(tx, { eventId, moved }) : null
  if (problem) return problem
  for (const [position, { id, typeIds }] of order.groups.entries()) {
    await tx.updateTable('ticket_groups').set({ position }).where('id', '=', id).execute()
    for (const [place, typeId] of typeIds.entries()) {
      await tx
        .updateTable('ticket_types')
        .set({ position: place, group_id: id })
        .where('id', '=', typeId)
        .execute()
    }
  }
  for (const [position, id] of order.addOnIds.entries()) {
    await tx.updateTable('add_ons').set({ position }).where('id', '=', id).execute()
  }
  if (moved.length > 0) await storeShares(tx, eventId)
  return null
}

/** The types that an order takes into or out of a group whose types share a capacity. */
async function movedTypes(tx: TenantTx, eventId: string, { groups }: TicketOrder) {
  const shared = await tx
    .selectFrom('ticket_groups')
    .select('id')
    .where('event_id', '=', eventId)
    .where('capacity', 'is not', null)
    .execute()
  if (shared.length === 0) return []
  const types = await tx
    .selectFrom('ticket_types')
    .select(['id', 'group_id'])
    .where('event_id', '=', eventId)
    .execute()
  const groupOf = new Map(types.map((type) => [type.id, type.group_id]))
  return groups.flatMap(({ id: groupId, typeIds }) =>
    typeIds
      .filter((typeId) => groupOf.get(typeId) !== groupId)
      .map((typeId) => ({ typeId, groupId })),
  )
}
