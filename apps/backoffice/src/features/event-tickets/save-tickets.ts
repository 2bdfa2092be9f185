import {
  type OfficeAddOn,
  type OfficeTicketGroup,
  type OfficeTickets,
  type OfficeTicketType,
  staffApi,
} from '@foyer/contract'
import { notify } from '@foyer/ui'
import { callOf } from '../../data/client.ts'
import { failureText } from '../../data/failure-text.ts'
import { queryClient } from '../../data/queries.ts'
import { storeTickets, ticketsQuery } from './tickets-query.ts'

/** Changes of what an event sells that are made at once, without a form. A failure is a message. */

async function made(
  organizer: string,
  work: Promise<OfficeTickets>,
  eventId?: string,
): Promise<void> {
  try {
    storeTickets(organizer, await work)
  } catch (error) {
    notify({ tone: 'danger', title: 'Nothing was changed', description: failureText(error) })
    const queryKey = eventId
      ? ticketsQuery(organizer, eventId).queryKey
      : ['organizer', organizer, 'event']
    await queryClient.invalidateQueries({ queryKey })
  }
}

/** Stores the order of groups and types, or of add-ons; what is not given keeps its order. */
export function saveOrder(
  organizer: string,
  tickets: OfficeTickets,
  part: {
    groups?: readonly { id: string; typeIds: readonly string[] }[]
    addOnIds?: readonly string[]
  },
): Promise<void> {
  const { eventId, orderVersion } = tickets
  const groups =
    part.groups ??
    tickets.groups
      .filter(({ details }) => !details.isArchived)
      .map(({ id }) => ({
        id,
        typeIds: tickets.types
          .filter(({ groupId, details }) => groupId === id && !details.isArchived)
          .map((type) => type.id),
      }))
  const addOnIds =
    part.addOnIds ?? tickets.addOns.filter(({ details }) => !details.isArchived).map(({ id }) => id)
  const body = {
    groups: groups.map(({ id, typeIds }) => ({ id, typeIds: [...typeIds] })),
    addOnIds: [...addOnIds],
    orderVersion,
  }
  return made(
    organizer,
    callOf(organizer)(staffApi.orderTickets, { params: { eventId }, body }),
    eventId,
  )
}

type Archivable = { group: OfficeTicketGroup } | { type: OfficeTicketType } | { addOn: OfficeAddOn }

/** Archives a group, a ticket type or an add-on, or restores it. */
export function setArchived(
  organizer: string,
  part: Archivable,
  isArchived: boolean,
): Promise<void> {
  const call = callOf(organizer)
  if ('group' in part) {
    const { id, details, version } = part.group
    const body = { ...details, isArchived, version }
    return made(organizer, call(staffApi.changeTicketGroup, { params: { groupId: id }, body }))
  }
  if ('type' in part) {
    const { id, details, version } = part.type
    const body = { ...details, isArchived, version }
    const params = { ticketTypeId: id }
    return made(organizer, call(staffApi.changeOfficeTicketType, { params, body }))
  }
  const { id, details, version } = part.addOn
  const body = { ...details, isArchived, version }
  return made(organizer, call(staffApi.changeOfficeAddOn, { params: { addOnId: id }, body }))
}
