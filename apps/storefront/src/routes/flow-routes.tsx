import { loadCalendar, loadEvent, loadSimilar } from '../data/loaders.ts'
import { type Family, type StepId, type Suffix, stepPattern } from '../routing/families.ts'
import { lazyScreen } from '../routing/lazy-screen.ts'
import type { Entry, Refusal, Route } from '../routing/route.ts'
import { readFlowSearch } from '../routing/search.ts'
import type { RouterContext } from '../shared/app-context.tsx'

const FLOW = 'src/features/event-flow'

/** The screens, each in a chunk of its own. Steps without a screen redirect. */
const SCREENS = {
  date: {
    screen: lazyScreen(
      async () => (await import('../features/event-flow/date/date-step.tsx')).DateStep,
    ),
    module: `${FLOW}/date/date-step.tsx`,
  },
  tickets: {
    screen: lazyScreen(
      async () => (await import('../features/event-flow/tickets/tickets-step.tsx')).TicketsStep,
    ),
    module: `${FLOW}/tickets/tickets-step.tsx`,
  },
  upsell: {
    screen: lazyScreen(
      async () => (await import('../features/event-flow/upsell/upsell-step.tsx')).UpsellStep,
    ),
    module: `${FLOW}/upsell/upsell-step.tsx`,
  },
  time: {
    screen: lazyScreen(
      async () => (await import('../features/event-flow/time/time-step.tsx')).TimeStep,
    ),
    module: `${FLOW}/time/time-step.tsx`,
  },
  addons: {
    screen: lazyScreen(
      async () => (await import('../features/event-flow/add-ons/add-ons-step.tsx')).AddOnsStep,
    ),
    module: `${FLOW}/add-ons/add-ons-step.tsx`,
  },
  review: {
    screen: lazyScreen(
      async () => (await import('../features/event-flow/review/review-step.tsx')).ReviewStep,
    ),
    module: `${FLOW}/review/review-step.tsx`,
  },
} as const

const screenOf = (id: StepId) => Object.entries(SCREENS).find(([name]) => name === id)?.[1]

/** What all addresses of an event share. Its frame is loaded before its first step. */
const EVENT = {
  readSearch: readFlowSearch,
  frame: lazyScreen(async () => (await import('./event-flow.tsx')).EventFlowPage),
  notFound: lazyScreen(async () => (await import('./event-flow.tsx')).EventNotFound),
  failed: lazyScreen(async () => (await import('./event-flow.tsx')).EventNotLoaded),
  pending: LoadingEvent,
} as const

const FRAME_MODULES = ['src/routes/event-flow.tsx', `${FLOW}/engine/enter-step.ts`]

// Imported when a step is entered, so that the first load of the list does not contain the flow's
// rules.
const entering = () => import('../features/event-flow/engine/enter-step.ts')

/**
 * The routes of a family: one for each step with an address, in the frame of its event. `guard` may
 * refuse a visitor all of them.
 */
export function flowRoutes(
  family: Family,
  guard: (context: RouterContext) => Refusal | undefined = () => undefined,
): Route[] {
  const routeAt = (suffix: Suffix, load: Route['load'], id?: StepId): Route => {
    const screen = id && screenOf(id)
    return {
      ...EVENT,
      path: stepPattern(family.prefix, suffix),
      load: (entry) => guard(entry.context) ?? load?.(entry),
      screen: screen?.screen,
      modules: [...FRAME_MODULES, ...(screen ? [screen.module] : [])],
    }
  }
  const entryOf = ({ context, params: { eventId = '' }, search }: Entry) => ({
    context,
    family,
    eventId,
    search: { ...search, ...readFlowSearch(search) },
  })
  const stepRoute = (id: StepId, suffix: Suffix) =>
    routeAt(
      suffix,
      async (entry) => {
        const { context, params } = entry
        const { enterStep } = await entering()
        const refusal = await enterStep(id, entryOf(entry))
        if (refusal) return refusal
        const prices = id === 'date' && loadCalendar(context, params.eventId ?? '')
        const [unknown] = await Promise.all([
          loadEvent(context, params.eventId ?? ''),
          prices,
          id === 'date' && loadSimilar(context, params.eventId ?? ''),
        ])
        return unknown
      },
      id,
    )
  const aliasRoute = (id: StepId, alias: Suffix) =>
    routeAt(alias, async (entry) => (await entering()).leadToStep(id, entryOf(entry)))
  return family.steps.flatMap(({ id, suffix, alias }) => [
    ...(suffix === null ? [] : [stepRoute(id, suffix)]),
    ...(alias ? [aliasRoute(id, alias)] : []),
  ])
}

/** Shown if an event takes longer than a moment to load. */
function LoadingEvent() {
  return (
    <p role="status" className="mx-auto max-w-page px-4 py-24 text-muted sm:px-6">
      Loading event...
    </p>
  )
}
