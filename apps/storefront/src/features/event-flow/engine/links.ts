import { link, type Target } from '../../../routing/address.ts'
import type { FlowSearch } from '../../../routing/search.ts'
import type { Flow, StepId } from './flow.ts'

/** The link to a step of a flow, everything chosen in its query. */
export function linkTo(flow: Flow, id: StepId, eventId: string, search: FlowSearch): Target {
  const step = flow.steps.find((one) => one.id === id)
  return link(`${flow.prefix}/$eventId${step?.suffix ?? ''}`, { eventId }, search)
}

/** The part of a URL that says which order is changed: it stays from step to step. */
export const changeIn = (search: FlowSearch): FlowSearch => {
  const { reschedule, upgrade, orderId, originalDate, originalTime } = search
  const { currentTicketType, quantity } = search
  return {
    reschedule,
    upgrade,
    orderId,
    originalDate,
    originalTime,
    currentTicketType,
    quantity,
  }
}
