import { paths } from '../../../paths.ts'
import type { FlowSearch } from '../../../search.ts'
import type { StepId } from './flow.ts'

const linkOf = {
  date: paths.event,
  tickets: paths.eventTickets,
  time: paths.eventTime,
  review: paths.eventReview,
  checkout: paths.eventCheckout,
} as const satisfies Record<StepId, unknown>

/** The link to a step of the flow, everything chosen in its query. */
export const linkTo = (step: StepId, eventId: string, search: FlowSearch) =>
  linkOf[step](eventId, search)
