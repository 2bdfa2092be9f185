import type { SitePageSlug } from '@foyer/domain'
import { linkOptions } from '@tanstack/react-router'
import type { FlowSearch, OrderSearch, RescheduleSearch, UpgradeSearch } from './search.ts'

/** The one link builder. Spread the answer: `<Link {...paths.event(id)}>`, `navigate(paths.…)`. */
export const paths = {
  eventList: () => linkOptions({ to: '/' }),
  /** The same list at the address where a flow ends that was left or has expired. */
  events: () => linkOptions({ to: '/events-api' }),
  event: (eventId: string, search: FlowSearch = {}) =>
    linkOptions({ to: '/events-api/$eventId/', params: { eventId }, search }),
  /** The same event by its other address. */
  legacyEvent: (eventId: string, search: FlowSearch = {}) =>
    linkOptions({ to: '/event/$eventId/', params: { eventId }, search }),
  /** Its calendar's slots, for an order that moves. */
  legacyEventTime: (eventId: string, search: FlowSearch) =>
    linkOptions({ to: '/event/$eventId/time', params: { eventId }, search }),
  legacyEventTickets: (eventId: string, search: FlowSearch) =>
    linkOptions({ to: '/event/$eventId/tickets', params: { eventId }, search }),
  checkout: (cartId: string) => linkOptions({ to: '/checkout-api/$cartId', params: { cartId } }),
  orderConfirmation: (orderId: string, search: OrderSearch = {}) =>
    linkOptions({ to: '/order-confirmation/$orderId', params: { orderId }, search }),
  orderTickets: (orderId: string, search: OrderSearch = {}) =>
    linkOptions({ to: '/order-tickets/$orderId', params: { orderId }, search }),
  manageOrders: () => linkOptions({ to: '/manage-order' }),
  manageOrder: (orderId: string, search: OrderSearch = {}) =>
    linkOptions({ to: '/manage-order/$orderId', params: { orderId }, search }),
  rescheduleCheckout: (orderId: string, sessionId: string, search: RescheduleSearch) =>
    linkOptions({
      to: '/reschedule-checkout/$orderId/$sessionId',
      params: { orderId, sessionId },
      search,
    }),
  upgradeCheckout: (orderId: string, search: UpgradeSearch) =>
    linkOptions({ to: '/upgrade-checkout/$orderId', params: { orderId }, search }),
  /** About, help, terms and the like. */
  sitePage: (slug: SitePageSlug) => linkOptions({ to: '/pages/$slug', params: { slug } }),
} as const
