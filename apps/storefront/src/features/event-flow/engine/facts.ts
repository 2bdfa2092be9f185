import type { AddOnView, CalendarView, DailyPriceView, TicketTypeView } from '@foyer/contract'
import {
  isCalendarDate,
  isOpenStatus,
  knownZone,
  localDateOf,
  mostInLine,
  parseSelection,
  placesIn,
  type Selection,
  whyNotSoMany,
} from '@foyer/domain'
import { nextUpgradeOption } from '../../../data/priced-types.ts'
import type { StepId } from '../../../routing/families.ts'
import type { FlowSearch } from '../../../routing/search.ts'
import type { ChoiceState, FlowFacts } from './flow.ts'

/** The server's answers. A part that could not be loaded is undefined and blocks nothing. */
export interface FlowData {
  calendar: CalendarView | undefined
  ticketTypes: readonly TicketTypeView[] | undefined
  daily: DailyPriceView | undefined
  /** Loaded only if add-ons are a separate step. */
  addOns: readonly AddOnView[] | undefined
  isTimedEntry: boolean
  /** Sessions of the event that are still to come. */
  sessionCount: number
  /** Whether the flow is a purchase: an order change also asks for the only day. */
  isPurchase: boolean
  /** Calendar date at the venue. */
  today: string
}

/** The only day with sessions; undefined if there are several, or none, or if it is unknown. */
export function onlyDayOf(calendar: CalendarView | undefined): string | undefined {
  const days = Object.keys(calendar?.dates ?? {})
  return days.length === 1 ? days[0] : undefined
}

/** The choices of a purchase. An event with one day does not ask for it. */
export const withOnlyDay = (
  search: FlowSearch,
  calendar: CalendarView | undefined,
  isPurchase: boolean,
): FlowSearch => {
  const date = isPurchase && !search.date ? onlyDayOf(calendar) : undefined
  return date ? { ...search, date } : search
}

/** Today's calendar date at the venue. */
export const todayAt = (timeZone: string): string => localDateOf(new Date(), knownZone(timeZone))

export type DailySession = DailyPriceView['sessions'][string]

/** Whether a session has room for the whole selection, per type and in total. */
export function fitsSession(session: DailySession, selection: Selection): boolean {
  const left = session.available_count
  if (left !== null && left < Math.max(1, placesOf(session, selection))) return false
  return Object.entries(selection).every(([typeId, quantity]) => {
    const price = session.ticket_prices.find((entry) => entry.ticket_type_id === typeId)
    if (!price) return false
    return price.available_count === null || price.available_count >= quantity
  })
}

/** How many places of a session a selection takes. */
const placesOf = (session: DailySession, selection: Selection): number =>
  placesIn(
    Object.entries(selection).map(([typeId, quantity]) => {
      const price = session.ticket_prices.find((entry) => entry.ticket_type_id === typeId)
      return { quantity, places: price?.places ?? 1 }
    }),
  )

/** The chosen session, or the only one if no time is to be chosen. */
export function chosenSession(search: FlowSearch, data: FlowData): DailySession | undefined {
  const sessions = data.daily?.sessions ?? {}
  return (search.session ? sessions[search.session] : undefined) ?? onlySession(data)
}

function onlySession({ daily, isTimedEntry }: FlowData): DailySession | undefined {
  if (isTimedEntry || !daily) return undefined
  const sessions = Object.values(daily.sessions)
  return sessions.length === 1 ? sessions[0] : undefined
}

/** Compares the URL with what is on sale now. Pure: the same URL and data give the same facts. */
export function readFacts(search: FlowSearch, data: FlowData): FlowFacts {
  const selection = parseSelection(search.types)
  return {
    choices: {
      date: dateState(search, data),
      tickets: ticketsState(selection, data.ticketTypes),
      session: sessionState(search, data, selection),
      cart: search.cartId ? 'ok' : 'missing',
      order: search.orderId ? 'ok' : 'missing',
    },
    skipped: skippedSteps(search, data, selection),
    undecided: undecidedSteps(data),
  }
}

/**
 * A step is not skipped while its data is unknown. Its screen waits for the data, and leads on if
 * the step is to be skipped.
 */
function skippedSteps(
  { cartId }: FlowSearch,
  data: FlowData,
  selection: Selection,
): ReadonlySet<StepId> {
  const { ticketTypes, daily, addOns } = data
  const skipped = new Set<StepId>()
  if (data.isPurchase && hasOneDay(data)) skipped.add('date')
  if (ticketTypes && daily && !nextUpgradeOption(ticketTypes, daily, selection))
    skipped.add('upsell')
  const only = onlySession(data)
  const hasOneTime = only
    ? Boolean(cartId) || fitsSession(only, selection)
    : !daily && hasOneTimeEachDay(data)
  if (hasOneTime) skipped.add('time')
  // Add-ons follow the choice of a time; without that step the review offers them.
  if (hasOneTime || addOns?.length === 0) skipped.add('addons')
  return skipped
}

/** A single session is known before the calendar is. */
const hasOneDay = ({ calendar, sessionCount }: FlowData): boolean =>
  calendar ? onlyDayOf(calendar) !== undefined : sessionCount === 1

/** Whether each day has one session, by what is known before a day is chosen. */
const hasOneTimeEachDay = ({ calendar, isTimedEntry, sessionCount }: FlowData): boolean =>
  !isTimedEntry && calendar !== undefined && sessionCount <= Object.keys(calendar.dates).length

/** Days of an event without timed entry may have one session or several. */
const undecidedSteps = (data: FlowData): ReadonlySet<StepId> =>
  new Set(data.isTimedEntry || data.daily || hasOneTimeEachDay(data) ? [] : ['time', 'addons'])

function dateState({ date, cartId }: FlowSearch, { calendar, today }: FlowData): ChoiceState {
  if (!date || !isCalendarDate(date)) return 'missing'
  // A session that is sold until it ends may have begun days ago.
  const day = calendar?.dates[date]
  if (!day && date < today) return 'date_past'
  if (!calendar) return 'ok'
  if (!day) return 'date_without_sessions'
  // The cart itself may hold the last tickets of the day.
  if (cartId || isOpenStatus(day.status)) return 'ok'
  return day.status === 'sold_out' ? 'date_sold_out' : 'date_not_on_sale'
}

function ticketsState(
  selection: Selection,
  ticketTypes: readonly TicketTypeView[] | undefined,
): ChoiceState {
  const chosen = Object.entries(selection)
  if (chosen.length === 0) return 'missing'
  if (!ticketTypes) return 'ok'
  let wrong: ChoiceState = 'ok'
  for (const [typeId, quantity] of chosen) {
    const type = ticketTypes.find(({ id }) => id === typeId)
    if (!type || type.isArchived) return 'tickets_withdrawn'
    const reason = whyNotSoMany(limitsOf(type), quantity)
    if (reason) wrong = reason === 'above_maximum' ? 'tickets_above_maximum' : 'tickets_not_so_many'
  }
  return wrong
}

function sessionState(search: FlowSearch, data: FlowData, selection: Selection): ChoiceState {
  if (!data.daily) return search.session ? 'ok' : 'missing'
  const session = chosenSession(search, data)
  if (!session) return search.session ? 'session_gone' : 'missing'
  return search.cartId || fitsSession(session, selection) ? 'ok' : 'session_sold_out'
}

/** How many tickets of a type a line may have. */
export const limitsOf = ({ minQuantity = 1, quantityStep = 1, maxQuantity }: TicketTypeView) => ({
  minQuantity,
  quantityStep,
  maxQuantity,
})

/** The part of a selection that can be bought: types on sale, in numbers that are sold. */
export function usableSelection(
  selection: Selection,
  ticketTypes: readonly TicketTypeView[],
): Selection {
  const usable: Record<string, number> = {}
  for (const type of ticketTypes) {
    const quantity = selection[type.id]
    if (!quantity || type.isArchived) continue
    const most = mostInLine(limitsOf(type), quantity)
    if (most > 0) usable[type.id] = most
  }
  return usable
}
