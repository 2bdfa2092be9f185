import type { SitePageSlug } from '@foyer/domain'
import { link } from './address.ts'
import { type Flow, type StepId, stepPattern } from './families.ts'
import type { ListSearch } from './list-search.ts'
import type {
  CheckoutSearch,
  FlowSearch,
  OrderSearch,
  RescheduleSearch,
  UpgradeSearch,
  WaiverSearch,
} from './search.ts'

/** The id of the search field on the list, which links focus by their hash. */
export const SEARCH_FIELD_ID = 'search'
/** The id of the events that are like one event, at the foot of its page. */
export const SIMILAR_ID = 'similar'

/**
 * The link builder for all screens. Spread its result: `<Link {...paths.event(id)}>`,
 * `navigate(paths.…)`.
 */
export const paths = {
  eventList: () => ({ to: '/' }),
  /** The same list at a second address, to which a flow leads when it is left or has expired. */
  events: () => ({ to: '/events-api' }),
  /** The list with search and filters. */
  eventSearch: (search: ListSearch = {}) => link('/events', {}, search),
  /** The same with the focus in its field. */
  searchField: () => ({ to: `/events#${SEARCH_FIELD_ID}` }),
  venue: (venueId: string) => link('/venues/$venueId', { venueId }),
  event: (eventId: string, search: FlowSearch = {}) =>
    link('/events-api/$eventId', { eventId }, search),
  /** The same event at its second address. */
  legacyEvent: (eventId: string, search: FlowSearch = {}) =>
    link('/event/$eventId', { eventId }, search),
  /** The event's time slots, for an order that is rescheduled. */
  legacyEventTime: (eventId: string, search: FlowSearch) =>
    link('/event/$eventId/time', { eventId }, search),
  legacyEventTickets: (eventId: string, search: FlowSearch) =>
    link('/event/$eventId/tickets', { eventId }, search),
  /** A step of a flow, with everything that was chosen in its query. */
  step: (
    { prefix, steps }: Pick<Flow, 'prefix' | 'steps'>,
    id: StepId,
    eventId: string,
    search: FlowSearch,
  ) =>
    link(
      stepPattern(prefix, steps.find((step) => step.id === id)?.suffix ?? ''),
      { eventId },
      search,
    ),
  checkout: (cartId: string, search: CheckoutSearch = {}) =>
    link('/checkout-api/$cartId', { cartId }, search),
  /** The order without the site around it. */
  order: (orderId: string, search: OrderSearch = {}) =>
    link('/order/$orderId', { orderId }, search),
  orderConfirmation: (orderId: string, search: OrderSearch = {}) =>
    link('/order-confirmation/$orderId', { orderId }, search),
  orderTickets: (orderId: string, search: OrderSearch = {}) =>
    link('/order-tickets/$orderId', { orderId }, search),
  waiver: (orderId: string, search: WaiverSearch = {}) =>
    link('/waiver/$orderId', { orderId }, search),
  /** What to do after the organizer moved or called off a session. */
  orderChange: (orderId: string, search: OrderSearch = {}) =>
    link('/order-change/$orderId', { orderId }, search),
  manageOrders: () => ({ to: '/manage-order' }),
  /** The same page at its second address, where an upgrade ends. */
  allOrders: () => ({ to: '/manage-orders' }),
  manageOrder: (orderId: string, search: OrderSearch = {}) =>
    link('/manage-order/$orderId', { orderId }, search),
  rescheduleCheckout: (orderId: string, sessionId: string, search: RescheduleSearch) =>
    link('/reschedule-checkout/$orderId/$sessionId', { orderId, sessionId }, search),
  upgradeCheckout: (orderId: string, search: UpgradeSearch) =>
    link('/upgrade-checkout/$orderId', { orderId }, search),
  /** The payment of a change that the team has offered. */
  payChange: (orderId: string, search: Pick<OrderSearch, 'token'> = {}) =>
    link('/pay-change/$orderId', { orderId }, search),
  /** About, help, terms and similar pages. */
  sitePage: (slug: SitePageSlug) => link('/pages/$slug', { slug }),
} as const

/** Whether the page is a list of all events, which has its own search field. */
export const isListPath = (path: string): boolean => /^\/(events|events-api|testflow)?$/.test(path)

/** Whether the page has neither the site's header nor its footer. */
export const isBarePath = (path: string): boolean => /^\/(order|confirmation|waiver)\//.test(path)
