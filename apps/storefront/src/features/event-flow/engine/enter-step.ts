import { parseSelection, UUID_PATTERN } from '@foyer/domain'
import { nextUpgradeOption, upgradedTypes } from '../../../data/priced-types.ts'
import {
  addOnsQuery,
  calendarQuery,
  dailyPricesQuery,
  eventQuery,
  ticketTypesQuery,
} from '../../../data/queries.ts'
import { quoteQuery, slotTotalsQuery } from '../../../data/quote.ts'
import { type Family, type Flow, flowOf, type StepId } from '../../../routing/families.ts'
import { paths } from '../../../routing/paths.ts'
import { type Refusal, redirect } from '../../../routing/route.ts'
import type { FlowSearch } from '../../../routing/search.ts'
import type { RouterContext } from '../../../shared/app-context.tsx'
import { readFacts, todayAt, withOnlyDay } from './facts.ts'
import { decideStep } from './flow.ts'

interface Entry {
  context: RouterContext
  family: Family
  eventId: string
  search: FlowSearch
}

/**
 * Runs before a step opens: redirects a link whose choices are missing or stale to the step that
 * can supply them. The server first loads what the step shows, so that the page is complete and the
 * redirect correct. The browser decides by the data it has and never delays a tap.
 */
export async function enterStep(wanted: StepId, entry: Entry): Promise<Refusal | undefined> {
  const { family, eventId, search } = entry
  if (!UUID_PATTERN.test(eventId)) return
  // The screens of these two steps check the id themselves.
  if (wanted === 'payment' && search.cartId) return redirect(paths.checkout(search.cartId))
  if (wanted === 'confirmation' && search.orderId) {
    return redirect(paths.orderConfirmation(search.orderId))
  }
  const flow = flowOf(family, search)
  if (import.meta.env.SSR) await loadStep(flow, wanted, entry)
  const due = dueStep(flow, wanted, entry)
  return due === wanted ? undefined : redirect(paths.step(flow, due, eventId, search))
}

/** Redirects from a step's second address to its first. */
export const leadToStep = (id: StepId, { family, eventId, search }: Entry): Refusal =>
  redirect(paths.step(flowOf(family, search), id, eventId, search))

/** The step to show by the available data. Without the event nothing can be decided. */
function dueStep(flow: Flow, wanted: StepId, entry: Entry): StepId {
  const { context, eventId } = entry
  const { app, queryClient } = context
  const event = queryClient.getQueryData(eventQuery(app, eventId).queryKey)
  if (!event) return wanted
  const search = choicesOf(flow, entry)
  const facts = readFacts(search, {
    calendar: queryClient.getQueryData(calendarQuery(app, eventId).queryKey),
    ticketTypes: queryClient.getQueryData(ticketTypesQuery(app, eventId).queryKey),
    daily: queryClient.getQueryData(dailyPricesQuery(app, eventId, search.date ?? '').queryKey),
    addOns: queryClient.getQueryData(addOnsQuery(app, eventId).queryKey),
    isTimedEntry: event.isTimedEntry || flow.mode === 'reschedule',
    sessionCount: event.sessionCount,
    isPurchase: flow.mode === 'purchase',
    today: todayAt(event.venue_timezone),
  })
  return decideStep(flow, wanted, facts)
}

/** The choices of the URL, and the event's only day. */
function choicesOf(flow: Flow, { context, eventId, search }: Entry): FlowSearch {
  const { app, queryClient } = context
  const calendar = queryClient.getQueryData(calendarQuery(app, eventId).queryKey)
  return withOnlyDay(search, calendar, flow.mode === 'purchase')
}

async function loadStep(flow: Flow, wanted: StepId, entry: Entry): Promise<void> {
  const { context, eventId } = entry
  const { app, queryClient } = context
  await queryClient.prefetchQuery(eventQuery(app, eventId))
  if (!queryClient.getQueryData(eventQuery(app, eventId).queryKey)) return
  const retry = false
  // Only the calendar knows whether a link without a date needs one.
  const calendar = queryClient.prefetchQuery(calendarQuery(app, eventId))
  if (!entry.search.date) await calendar
  const search = choicesOf(flow, entry)
  const { date, types } = search
  await Promise.all([
    calendar,
    ...(wanted === 'date' ? [] : [queryClient.prefetchQuery(ticketTypesQuery(app, eventId))]),
    // No retry here: the browser retries while the page is already visible.
    ...(date
      ? [queryClient.prefetchQuery({ ...dailyPricesQuery(app, eventId, date), retry })]
      : []),
    ...(date && types && flow.mode === 'purchase'
      ? [queryClient.prefetchQuery({ ...quoteQuery(app, eventId, search), retry })]
      : []),
    ...(date && types && wanted === 'time' && flow.mode === 'purchase'
      ? [queryClient.prefetchQuery({ ...slotTotalsQuery(app, eventId, search), retry })]
      : []),
    // The step indicator counts a step for add-ons only if there are some.
    ...(wanted === 'review' || flow.steps.some(({ id }) => id === 'addons')
      ? [queryClient.prefetchQuery(addOnsQuery(app, eventId))]
      : []),
  ])
  if (wanted === 'upsell') await loadUpgrade({ ...entry, search })
}

/** Loads the price of the upgrade that the upsell step offers. */
async function loadUpgrade({ context, eventId, search }: Entry): Promise<void> {
  const { app, queryClient } = context
  const ticketTypes = queryClient.getQueryData(ticketTypesQuery(app, eventId).queryKey)
  const daily = queryClient.getQueryData(dailyPricesQuery(app, eventId, search.date ?? '').queryKey)
  const selection = parseSelection(search.types)
  const offered = ticketTypes && daily && nextUpgradeOption(ticketTypes, daily, selection)
  if (!offered) return
  const upgraded = { ...search, types: upgradedTypes(selection, offered.type.id) }
  await queryClient.prefetchQuery({
    ...quoteQuery(app, eventId, upgraded, search.types),
    retry: false,
  })
}
