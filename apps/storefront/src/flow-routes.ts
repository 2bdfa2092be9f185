import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { RouterContext } from './app-context.tsx'
import type { Family } from './features/event-flow/engine/families.ts'
import type { StepId, Suffix } from './features/event-flow/engine/flow.ts'
import { loadCalendar, loadEvent } from './loaders.ts'
import { root } from './root-route.ts'
import { LoadingEvent } from './routes/loading-event.tsx'
import { readFlowSearch } from './search.ts'

const FLOW = 'src/features/event-flow'

/** The screens, each a chunk of its own. Steps without one lead elsewhere. */
const SCREENS = {
  date: {
    component: lazyRouteComponent(
      () => import('./features/event-flow/date/date-step.tsx'),
      'DateStep',
    ),
    module: `${FLOW}/date/date-step.tsx`,
  },
  tickets: {
    component: lazyRouteComponent(
      () => import('./features/event-flow/tickets/tickets-step.tsx'),
      'TicketsStep',
    ),
    module: `${FLOW}/tickets/tickets-step.tsx`,
  },
  upsell: {
    component: lazyRouteComponent(
      () => import('./features/event-flow/upsell/upsell-step.tsx'),
      'UpsellStep',
    ),
    module: `${FLOW}/upsell/upsell-step.tsx`,
  },
  time: {
    component: lazyRouteComponent(
      () => import('./features/event-flow/time/time-step.tsx'),
      'TimeStep',
    ),
    module: `${FLOW}/time/time-step.tsx`,
  },
  addons: {
    component: lazyRouteComponent(
      () => import('./features/event-flow/add-ons/add-ons-step.tsx'),
      'AddOnsStep',
    ),
    module: `${FLOW}/add-ons/add-ons-step.tsx`,
  },
  review: {
    component: lazyRouteComponent(
      () => import('./features/event-flow/review/review-step.tsx'),
      'ReviewStep',
    ),
    module: `${FLOW}/review/review-step.tsx`,
  },
} as const

const screenOf = (id: StepId) => Object.entries(SCREENS).find(([name]) => name === id)?.[1]

const frame = {
  component: lazyRouteComponent(() => import('./routes/event-flow.tsx'), 'EventFlowPage'),
  notFoundComponent: lazyRouteComponent(() => import('./routes/event-flow.tsx'), 'EventNotFound'),
  errorComponent: lazyRouteComponent(() => import('./routes/event-flow.tsx'), 'EventNotLoaded'),
  pendingComponent: LoadingEvent,
}

type Entering = typeof import('./features/event-flow/engine/enter-step.ts')
// Imported when a step is entered, so that the list's first load does not carry the flow's rules.
const enterStep = async (...entry: Parameters<Entering['enterStep']>) =>
  (await import('./features/event-flow/engine/enter-step.ts')).enterStep(...entry)
const leadToStep = async (...entry: Parameters<Entering['leadToStep']>) =>
  (await import('./features/event-flow/engine/enter-step.ts')).leadToStep(...entry)

/**
 * The routes of a family: its event, and below it a route for each step that has an address. `guard`
 * may throw what keeps a visitor out of all of them.
 */
export function flowRoutes(family: Family, guard?: (entry: { context: RouterContext }) => void) {
  const event = createRoute({
    getParentRoute: () => root,
    path: `${family.prefix}/$eventId`,
    validateSearch: readFlowSearch,
    beforeLoad: ({ context }) => guard?.({ context }),
    loader: ({ context, params }) => loadEvent(context, params.eventId),
    ...frame,
    staticData: {
      family,
      modules: ['src/routes/event-flow.tsx', `${FLOW}/engine/enter-step.ts`],
    },
  })
  const stepRoute = (id: StepId, suffix: Suffix) => {
    const screen = screenOf(id)
    return createRoute({
      getParentRoute: () => event,
      path: suffix || '/',
      beforeLoad: ({ context, params: { eventId }, search }) =>
        enterStep(id, { context, family, eventId, search }),
      loader: ({ context, params: { eventId } }) =>
        id === 'date' ? loadCalendar(context, eventId) : undefined,
      component: screen?.component,
      staticData: { step: id, modules: screen ? [screen.module] : [] },
    })
  }
  const aliasRoute = (id: StepId, alias: Suffix) =>
    createRoute({
      getParentRoute: () => event,
      path: alias,
      beforeLoad: ({ context, params: { eventId }, search }) =>
        leadToStep(id, { context, family, eventId, search }),
    })
  return event.addChildren(
    family.steps.flatMap(({ id, suffix, alias }) => [
      ...(suffix === null ? [] : [stepRoute(id, suffix)]),
      ...(alias ? [aliasRoute(id, alias)] : []),
    ]),
  )
}
