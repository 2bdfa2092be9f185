import type { CalendarView, DailyPriceView, TicketTypeView } from '@foyer/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useAccess } from '../../../data/access.ts'
import {
  addOnsQuery,
  calendarQuery,
  dailyPricesQuery,
  type KnownEvent,
  ticketTypesQuery,
} from '../../../data/queries.ts'
import { type CartHoldRecord, readHoldRecord } from '../../../data/stored/cart-hold-record.ts'
import type { Target } from '../../../routing/address.ts'
import { API_FAMILY, type Flow, flowOf, type StepId } from '../../../routing/families.ts'
import { stepAt } from '../../../routing/find-family.ts'
import { useLocation, useNavigate } from '../../../routing/hooks.ts'
import { paths } from '../../../routing/paths.ts'
import { type FlowSearch, readFlowSearch } from '../../../routing/search.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { useLiveAvailability } from '../live/use-live-availability.ts'
import { creditOwnHold } from './day-rooms.ts'
import { chosenSession, type DailySession, readFacts, todayAt, withOnlyDay } from './facts.ts'
import { decideStep, type FlowFacts, stepAfter } from './flow.ts'

export interface EventFlow {
  event: KnownEvent
  /** The buyer's route family in its mode. */
  flow: Flow
  /** The step whose screen is shown. */
  step: StepId
  /** The next step. */
  next: StepId
  search: FlowSearch
  facts: FlowFacts
  /** The link to a step of this flow, with these choices in its query. */
  linkTo: (step: StepId, search: FlowSearch) => Target
  /** Opens the next step with these choices. */
  goOn: (choices: FlowSearch) => void
  calendar: UseQueryResult<CalendarView>
  ticketTypes: UseQueryResult<TicketTypeView[]>
  /** Prices and availability of the chosen day; pending while no day is chosen. */
  daily: UseQueryResult<DailyPriceView>
  /** The chosen session, or the day's only session if entry is not timed. */
  session: DailySession | undefined
  /** The stored record of the cart in the URL, expired or not; null on the server. */
  ownHold: CartHoldRecord | null
}

const MINUTE = 60_000

const Context = createContext<EventFlow | null>(null)

/**
 * The event flow of this page. Throws outside of {@link EventFlowProvider}, which is a programming
 * error.
 */
export function useEventFlow(): EventFlow {
  const flow = useContext(Context)
  if (!flow) throw new Error('useEventFlow needs an EventFlowProvider above it')
  return flow
}

interface EventFlowProviderProps {
  event: KnownEvent
  /** Called after the last step of an order change. */
  onEnd?: (choices: FlowSearch) => void
  children: ReactNode
}

/** Loads what every step needs and reads the URL against it. */
export function EventFlowProvider({ event, onEnd, children }: EventFlowProviderProps) {
  const app = useApp()
  const navigate = useNavigate()
  const { search: written } = useLocation()
  // Unknown parameters stay in the URL, such as a campaign.
  const fromUrl: FlowSearch = useMemo(() => ({ ...written, ...readFlowSearch(written) }), [written])
  const { family, step } = useAddress()
  const flow = useMemo(() => flowOf(family, fromUrl), [family, fromUrl])
  const isPurchase = flow.mode === 'purchase'
  const calendar = useQuery(calendarQuery(app, event.id))
  const search = useMemo(
    () => withOnlyDay(fromUrl, calendar.data, isPurchase),
    [fromUrl, calendar.data, isPurchase],
  )
  const ticketTypes = useQuery(ticketTypesQuery(app, event.id))
  const addOns = useQuery({
    ...addOnsQuery(app, event.id),
    enabled: flow.steps.some(({ id }) => id === 'addons'),
  })
  const access = useAccess(event.id)
  const isLive = useLiveAvailability(event.id, step !== 'review') && !access
  const prices = useQuery({
    ...dailyPricesQuery(app, event.id, search.date ?? ''),
    enabled: search.date !== undefined,
    // A stream can die silently, so the day is still refetched, though rarely.
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
    addOns: addOns.data,
    // A reschedule always shows the time step, even if the day has one session.
    isTimedEntry: event.isTimedEntry || flow.mode === 'reschedule',
    sessionCount: event.sessionCount,
    isPurchase,
    today,
  }
  const facts = useSteadySteps(readFacts(search, data), `${step} ${search.date}`)
  const isLoaded =
    !calendar.isPending &&
    !ticketTypes.isPending &&
    !(search.date && prices.isPending) &&
    !addOns.isLoading
  const linkFrom = useCallback(
    (id: StepId, to: FlowSearch) =>
      paths.step(flow, id, event.id, isPurchase ? to : { ...to, ...orderChangeIn(search) }),
    [flow, event.id, search, isPurchase],
  )
  useLateRedirect(step, isLoaded ? decideStep(flow, step, facts) : null, (due) =>
    linkFrom(due, search),
  )

  const next = stepAfter(flow, step, facts)?.id ?? step
  const value: EventFlow = {
    event,
    flow,
    step,
    next,
    search,
    facts,
    linkTo: linkFrom,
    goOn: (choices) =>
      next === 'change' ? onEnd?.(choices) : void navigate(linkFrom(next, choices)),
    calendar,
    ticketTypes,
    daily,
    session: chosenSession(search, data),
    ownHold,
  }
  return <Context value={value}>{children}</Context>
}

/** Family and step of the current route. */
export function useAddress() {
  const { route } = useLocation()
  return stepAt(route?.path) ?? { family: API_FAMILY, step: 'date' as const }
}

/** The part of a URL that names the order to change; every step keeps it. */
const orderChangeIn = ({
  reschedule,
  upgrade,
  orderId,
  originalDate,
  originalTime,
  currentTicketType,
  quantity,
}: FlowSearch): FlowSearch => ({
  reschedule,
  upgrade,
  orderId,
  originalDate,
  originalTime,
  currentTicketType,
  quantity,
})

/**
 * If the only session of a day sells out, the skipped time step becomes necessary. The steps do not
 * change while the buyer looks at one; the next step redirects if needed.
 */
function useSteadySteps(facts: FlowFacts, location: string): FlowFacts {
  const [skippedAt, setSkippedAt] = useState<string>()
  const isSkipped = facts.skipped.has('time')
  if (isSkipped && skippedAt !== location) setSkippedAt(location)
  if (isSkipped || skippedAt !== location) return facts
  return { ...facts, skipped: new Set([...facts.skipped, 'time', 'addons'] as const) }
}

/** Read after hydration, since the server cannot see this browser's storage. */
function useOwnHold(cartId: string | undefined): CartHoldRecord | null {
  const [hold, setHold] = useState<CartHoldRecord | null>(null)
  useEffect(() => {
    const stored = cartId ? readHoldRecord(cartId) : null
    setHold(stored?.kind === 'found' ? stored.value : null)
  }, [cartId])
  return hold
}

/**
 * Redirects once the data of a step has arrived, if the step was opened before. Only once: later
 * changes are reported on the step and do not redirect.
 */
function useLateRedirect(step: StepId, due: StepId | null, linkOf: (step: StepId) => Target): void {
  const navigate = useNavigate()
  const judged = useRef<StepId | null>(null)
  useEffect(() => {
    if (!due || judged.current === step) return
    judged.current = step
    if (due !== step) void navigate({ ...linkOf(due), replace: true })
  })
}
