import type { CalendarView, DailyPriceView, EventView, TicketTypeView } from '@foyer/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMatches, useNavigate, useSearch } from '@tanstack/react-router'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useApp } from '../../../app-context.tsx'
import { calendarQuery, dailyPricesQuery, ticketTypesQuery } from '../../../queries.ts'
import type { FlowSearch } from '../../../search.ts'
import { type CartHoldRecord, readHoldRecord } from '../../../shared/cart-hold-record.ts'
import { useLiveAvailability } from '../live/use-live-availability.ts'
import { chosenSession, type DailySession, readFacts, todayAt } from './facts.ts'
import { decideStep, EVENT_FLOW, type FlowFacts, type StepId } from './flow.ts'
import { linkTo } from './links.ts'
import { creditOwnHold } from './own-hold.ts'

export interface EventFlow {
  event: EventView
  /** The step whose screen is shown. */
  step: StepId
  search: FlowSearch
  facts: FlowFacts
  calendar: UseQueryResult<CalendarView>
  ticketTypes: UseQueryResult<TicketTypeView[]>
  /** Prices and places of the chosen day; pending while no day is chosen. */
  daily: UseQueryResult<DailyPriceView>
  /** The chosen session, or the day's only one where entry is not timed. */
  session: DailySession | undefined
  /** What this browser remembers of the cart in the URL, ended or not; null on the server. */
  ownHold: CartHoldRecord | null
}

const MINUTE = 60_000

const Context = createContext<EventFlow | null>(null)

/** The flow of this page. Throws outside of {@link EventFlowProvider}: that is a mistake in the code. */
export function useEventFlow(): EventFlow {
  const flow = useContext(Context)
  if (!flow) throw new Error('useEventFlow needs an EventFlowProvider above it')
  return flow
}

/** Loads what every step needs and reads the URL against it, in one place. */
export function EventFlowProvider({ event, children }: { event: EventView; children: ReactNode }) {
  const app = useApp()
  const search = useSearch({ from: '/events-api/$eventId' })
  const step = useCurrentStep()
  const calendar = useQuery(calendarQuery(app, event.id))
  const ticketTypes = useQuery(ticketTypesQuery(app, event.id))
  const isLive = useLiveAvailability(event.id, step !== 'review' && step !== 'checkout')
  const prices = useQuery({
    ...dailyPricesQuery(app, event.id, search.date ?? ''),
    enabled: search.date !== undefined,
    // A stream can die without a word: even then the day is asked for, though seldom.
    ...(isLive ? { refetchInterval: 5 * MINUTE } : {}),
  })
  const ownHold = useOwnHold(search.cartId)
  const daily = useMemo(() => {
    if (!ownHold || !prices.data) return prices
    return { ...prices, data: creditOwnHold(prices.data, ownHold, Date.now()) }
  }, [prices, ownHold])
  const [today] = useState(() => todayAt(event.venue_timezone))

  const data = {
    calendar: calendar.data,
    ticketTypes: ticketTypes.data,
    daily: daily.data,
    isTimedEntry: event.isTimedEntry,
    today,
  }
  const facts = useSteadySteps(readFacts(search, data), `${step} ${search.date}`)
  const isLoaded =
    !calendar.isPending && !ticketTypes.isPending && !(search.date && prices.isPending)
  useLateRedirect(event.id, step, search, facts, isLoaded)

  const flow = {
    event,
    step,
    search,
    facts,
    calendar,
    ticketTypes,
    daily,
    session: chosenSession(search, data),
    ownHold,
  }
  return <Context value={flow}>{children}</Context>
}

function useCurrentStep(): StepId {
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' })
  const suffix = path.slice(`${EVENT_FLOW.prefix}/$eventId`.length).replace(/\/$/, '')
  return EVENT_FLOW.steps.find((step) => step.suffix === suffix)?.id ?? 'date'
}

/**
 * The only time of a day that runs out is to be chosen again, on a step that was left out before.
 * The way is not redrawn for it while one stands on it: where it leads is judged at the next step.
 */
function useSteadySteps(facts: FlowFacts, place: string): FlowFacts {
  const [skippedAt, setSkippedAt] = useState<string>()
  if (facts.isTimeSkipped && skippedAt !== place) setSkippedAt(place)
  return skippedAt === place ? { ...facts, isTimeSkipped: true } : facts
}

/** Read after hydration: the server knows nothing of this browser's storage. */
function useOwnHold(cartId: string | undefined): CartHoldRecord | null {
  const [hold, setHold] = useState<CartHoldRecord | null>(null)
  useEffect(() => {
    const stored = cartId ? readHoldRecord(cartId) : null
    setHold(stored?.kind === 'found' ? stored.value : null)
  }, [cartId])
  return hold
}

/**
 * A step opened in the browser before its data was there is judged once, when the data has come.
 * Once only: what changes while a buyer looks is said on the step, it does not pull it away.
 */
function useLateRedirect(
  eventId: string,
  step: StepId,
  search: FlowSearch,
  facts: FlowFacts,
  isLoaded: boolean,
): void {
  const navigate = useNavigate()
  const judged = useRef<StepId | null>(null)
  useEffect(() => {
    if (!isLoaded || judged.current === step) return
    judged.current = step
    const due = decideStep(EVENT_FLOW, step, facts)
    if (due !== step) void navigate({ ...linkTo(due, eventId, search), replace: true })
  })
}
