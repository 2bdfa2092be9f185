import { UUID_PATTERN } from '@foyer/domain'
import { redirect } from '@tanstack/react-router'
import type { RouterContext } from '../../../app-context.tsx'
import { paths } from '../../../paths.ts'
import {
  addOnsQuery,
  calendarQuery,
  dailyPricesQuery,
  eventQuery,
  ticketTypesQuery,
} from '../../../queries.ts'
import type { FlowSearch } from '../../../search.ts'
import { readFacts, todayAt } from './facts.ts'
import { decideStep, EVENT_FLOW, type StepId } from './flow.ts'
import { linkTo } from './links.ts'
import { quoteQuery } from './quote.ts'

interface Entry {
  context: RouterContext
  eventId: string
  search: FlowSearch
}

/**
 * Before a step opens: sends a link whose choices are missing or stale to the step that can mend
 * them (throws the router's redirect). The server first loads what the step shows, so that the page
 * is whole and the redirect right; the browser judges by what it has and never keeps a tap waiting.
 */
export async function enterStep(wanted: StepId, entry: Entry): Promise<void> {
  if (!UUID_PATTERN.test(entry.eventId)) return
  if (import.meta.env.SSR) await loadStep(wanted, entry)
  const due = dueStep(wanted, entry)
  const { eventId, search } = entry
  if (due === 'checkout' && search.cartId) throw redirect(paths.checkout(search.cartId))
  if (due !== wanted) throw redirect({ ...linkTo(due, eventId, search), replace: true })
}

/** The step due by the data at hand. Without the event there is nothing to judge by. */
function dueStep(wanted: StepId, { context, eventId, search }: Entry): StepId {
  const { app, queryClient } = context
  const event = queryClient.getQueryData(eventQuery(app, eventId).queryKey)
  if (!event) return wanted
  const facts = readFacts(search, {
    calendar: queryClient.getQueryData(calendarQuery(app, eventId).queryKey),
    ticketTypes: queryClient.getQueryData(ticketTypesQuery(app, eventId).queryKey),
    daily: queryClient.getQueryData(dailyPricesQuery(app, eventId, search.date ?? '').queryKey),
    isTimedEntry: event.isTimedEntry,
    today: todayAt(event.venue_timezone),
  })
  return decideStep(EVENT_FLOW, wanted, facts)
}

async function loadStep(wanted: StepId, { context, eventId, search }: Entry): Promise<void> {
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
    ...(date && types
      ? [queryClient.prefetchQuery({ ...quoteQuery(app, eventId, search), retry })]
      : []),
    ...(wanted === 'review' ? [queryClient.prefetchQuery(addOnsQuery(app, eventId))] : []),
  ])
}
