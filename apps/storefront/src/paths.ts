import { linkOptions } from '@tanstack/react-router'
import type { FlowSearch, OrderSearch } from './search.ts'

/** The one link builder. Spread the answer: `<Link {...paths.event(id)}>`, `navigate(paths.…)`. */
export const paths = {
  eventList: () => linkOptions({ to: '/' }),
  /** The same list at the address where a flow ends that was left or has expired. */
  events: () => linkOptions({ to: '/events-api' }),
  event: (eventId: string, search: FlowSearch = {}) =>
    linkOptions({ to: '/events-api/$eventId', params: { eventId }, search }),
  eventTickets: (eventId: string, search: FlowSearch) =>
    linkOptions({ to: '/events-api/$eventId/tickets', params: { eventId }, search }),
  eventTime: (eventId: string, search: FlowSearch) =>
    linkOptions({ to: '/events-api/$eventId/time', params: { eventId }, search }),
  /** The review step; its path says addons. */
  eventReview: (eventId: string, search: FlowSearch) =>
    linkOptions({ to: '/events-api/$eventId/addons', params: { eventId }, search }),
  eventCheckout: (eventId: string, search: FlowSearch) =>
    linkOptions({ to: '/events-api/$eventId/checkout', params: { eventId }, search }),
  checkout: (cartId: string) => linkOptions({ to: '/checkout-api/$cartId', params: { cartId } }),
  orderConfirmation: (orderId: string, search: OrderSearch = {}) =>
    linkOptions({ to: '/order-confirmation/$orderId', params: { orderId }, search }),
  orderTickets: (orderId: string, search: OrderSearch = {}) =>
    linkOptions({ to: '/order-tickets/$orderId', params: { orderId }, search }),
  manageOrders: () => linkOptions({ to: '/manage-order' }),
} as const
