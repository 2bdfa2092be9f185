import { UUID_PATTERN } from '@foyer/domain'
import {
  addOnsQuery,
  calendarQuery,
  dailyPricesQuery,
  eventQuery,
  ticketTypesQuery,
} from '../../../data/queries.ts'
import { quoteQuery } from '../../../data/quote.ts'
import { type Family, type Flow, flowOf, type StepId } from '../../../routing/families.ts'
import { paths } from '../../../routing/paths.ts'
import { type Refusal, redirect } from '../../../routing/route.ts'
import type { FlowSearch } from '../../../routing/search.ts'
import type { RouterContext } from '../../../shared/app-context.tsx'
import { readFacts, todayAt } from './facts.ts'
import { decideStep } from './flow.ts'

interface Entry {
  context: RouterContext
  family: Family
  eventId: string
  search: FlowSearch
}

/**
 * Before a step opens: sends a link whose choices are missing or stale to the step that can mend
 * them. The server first loads what the step shows, so that the page
 * is whole and the redirect right; the browser judges by what it has and never keeps a tap waiting.
 */
export async function enterStep(wanted: StepId, entry: Entry): Promise<Refusal | undefined> {
  const { family, eventId, search } = entry
  if (!UUID_PATTERN.test(eventId)) return
  // These two have their screens elsewhere, which say themselves what is wrong with an id.
  if (wanted === 'payment' && search.cartId) return redirect(paths.checkout(search.cartId))
  if (wanted === 'confirmation' && search.orderId) {
    return redirect(paths.orderConfirmation(search.orderId))
  }
  const flow = flowOf(family, search)
  if (import.meta.env.SSR) await loadStep(flow, wanted, entry)
  const due = dueStep(flow, wanted, entry)
  return due === wanted ? undefined : redirect(paths.step(flow, due, eventId, search))
}

/** From a step's second address to its first. */
export const leadToStep = (id: StepId, { family, eventId, search }: Entry): Refusal =>
  redirect(paths.step(flowOf(family, search), id, eventId, search))

/** The step due by the data at hand. Without the event there is nothing to judge by. */
function dueStep(flow: Flow, wanted: StepId, { context, eventId, search }: Entry): StepId {
  const { app, queryClient } = context
  const event = queryClient.getQueryData(eventQuery(app, eventId).queryKey)
  if (!event) return wanted
  const facts = readFacts(search, {
    calendar: queryClient.getQueryData(calendarQuery(app, eventId).queryKey),
    ticketTypes: queryClient.getQueryData(ticketTypesQuery(app, eventId).queryKey),
    daily: queryClient.getQueryData(dailyPricesQuery(app, eventId, search.date ?? '').queryKey),
    addOns: queryClient.getQueryData(addOnsQuery(app, eventId).queryKey),
    isTimedEntry: event.isTimedEntry || flow.mode === 'reschedule',
    today: todayAt(event.venue_timezone),
  })
  return decideStep(flow, wanted, facts)
}

async function loadStep(flow: Flow, wanted: StepId, entry: Entry): Promise<void> {
  const { context, eventId, search } = entry
  const { app, queryClient } = context
  await queryClient.prefetchQuery(eventQuery(app, eventId))
  if (!queryClient.getQueryData(eventQuery(app, eventId).queryKey)) return
  const { date, types } = search
  const retry = false
  await Promise.all([
    queryClient.prefetchQuery(calendarQuery(app, eventId)),
    ...(wanted === 'date' ? [] : [queryClient.prefetchQuery(ticketTypesQuery(app, eventId))]),
    // No second try here: the browser makes it, with the page already in sight.
    ...(date
      ? [queryClient.prefetchQuery({ ...dailyPricesQuery(app, eventId, date), retry })]
      : []),
    ...(date && types && flow.mode === 'purchase'
      ? [queryClient.prefetchQuery({ ...quoteQuery(app, eventId, search), retry })]
      : []),
    ...(wanted === 'addons' || wanted === 'review'
      ? [queryClient.prefetchQuery(addOnsQuery(app, eventId))]
      : []),
  ])
}
