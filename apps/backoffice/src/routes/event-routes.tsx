import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { eventQuery } from '../data/queries.ts'
import {
  type DatesSearch,
  type EventsSearch,
  type NewEventSearch,
  readDatesSearch,
  readEventsSearch,
  readNewEventSearch,
} from '../routing/search.ts'
import { organizer } from './organizer-route.tsx'

const events = createRoute({
  getParentRoute: () => organizer,
  path: '/events',
  validateSearch: (search): EventsSearch => readEventsSearch(search),
  component: lazyRouteComponent(() => import('./events.tsx'), 'EventsRoute'),
})

const newEvent = createRoute({
  getParentRoute: () => organizer,
  path: '/events/new',
  validateSearch: (search): NewEventSearch => readNewEventSearch(search),
  component: lazyRouteComponent(() => import('./new-event.tsx'), 'NewEventRoute'),
})

/** The frame of an event. Its tabs are its children, and a line of TABS in event-frame.tsx. */
const event = createRoute({
  getParentRoute: () => organizer,
  path: '/events/$eventId',
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(eventQuery(params.organizer, params.eventId)),
  component: lazyRouteComponent(() => import('./event.tsx'), 'EventRoute'),
})

const eventDetails = createRoute({
  getParentRoute: () => event,
  path: '/',
  component: lazyRouteComponent(() => import('./event-details.tsx'), 'EventDetailsRoute'),
})

const eventTickets = createRoute({
  getParentRoute: () => event,
  path: '/tickets',
  component: lazyRouteComponent(() => import('./event-tickets.tsx'), 'EventTicketsRoute'),
})

const eventSales = createRoute({
  getParentRoute: () => event,
  path: '/sales',
  component: lazyRouteComponent(() => import('./event-sales.tsx'), 'EventSalesRoute'),
})

const eventDates = createRoute({
  getParentRoute: () => event,
  path: '/dates',
  validateSearch: (search): DatesSearch => readDatesSearch(search),
  component: lazyRouteComponent(() => import('./dates.tsx'), 'DatesRoute'),
})

const repeatDates = createRoute({
  getParentRoute: () => event,
  path: '/dates/repeat',
  component: lazyRouteComponent(() => import('./repeat-dates.tsx'), 'RepeatRoute'),
})

export const eventRoutes = [
  events,
  newEvent,
  event.addChildren([eventDetails, eventTickets, eventDates, repeatDates, eventSales]),
]
