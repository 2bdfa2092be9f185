import { cart, catalog, checkout } from '@foyer/contract'
import { type DefaultOptions, queryOptions } from '@tanstack/react-query'
import type { AppContext } from './app-context.tsx'

const SECOND = 1000
const MINUTE = 60 * SECOND

/** Data never goes stale by itself, nothing refetches on focus, one retry. */
export const QUERY_DEFAULTS: DefaultOptions = {
  queries: {
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    retry: 1,
  },
  mutations: { retry: 1 },
}

/** A factory per GET call, named after it; loaders and components share key and freshness. */
export const eventsQuery = ({ call }: AppContext) =>
  queryOptions({
    queryKey: ['events'],
    queryFn: ({ signal }) => call(catalog.listEvents, { signal }),
    staleTime: 5 * MINUTE,
    refetchOnMount: false,
  })

export const eventQuery = ({ call }: AppContext, eventId: string) =>
  queryOptions({
    queryKey: ['event', eventId],
    queryFn: ({ signal }) => call(catalog.getEvent, { params: { eventId }, signal }),
  })

/** The days of an event with their lowest prices. */
export const calendarQuery = ({ call }: AppContext, eventId: string) =>
  queryOptions({
    queryKey: ['calendar', eventId],
    queryFn: async ({ signal }) =>
      (await call(catalog.getCalendar, { params: { eventId }, signal })).data,
    staleTime: 5 * MINUTE,
  })

/** What the keys of all fetched days of an event begin with. */
export const dailyPricesOf = (eventId: string) => ['daily-prices', eventId] as const

/** The sessions of one day with prices and places; `date` is YYYY-MM-DD in the venue's zone. */
export const dailyPricesQuery = ({ call }: AppContext, eventId: string, date: string) =>
  queryOptions({
    queryKey: [...dailyPricesOf(eventId), date],
    queryFn: async ({ signal }) =>
      (await call(catalog.getDailyPrices, { query: { eventId, date }, signal })).data,
    staleTime: 30 * SECOND,
    refetchInterval: 60 * SECOND,
    retry: 2,
    retryDelay: SECOND,
  })

export const ticketTypesQuery = ({ call }: AppContext, eventId: string) =>
  queryOptions({
    queryKey: ['ticket-types', eventId],
    queryFn: ({ signal }) => call(catalog.listTicketTypes, { query: { eventId }, signal }),
  })

export const addOnsQuery = ({ call }: AppContext, eventId: string) =>
  queryOptions({
    queryKey: ['add-ons', eventId],
    queryFn: ({ signal }) => call(catalog.listAddOns, { query: { eventId }, signal }),
  })

export const paymentConfigQuery = ({ call }: AppContext) =>
  queryOptions({
    queryKey: ['payment-config'],
    queryFn: ({ signal }) => call(checkout.getPaymentConfig, { signal }),
  })

/** This browser's cart with its frozen quote. Personal: fetched in the browser only. */
export const cartQuery = ({ call }: AppContext, cartId: string) =>
  queryOptions({
    queryKey: ['cart', cartId],
    queryFn: ({ signal }) => call(cart.getCart, { params: { cartId }, signal }),
  })

/** What opens an order outside of the browser that bought it; empty inside of it. */
export interface OrderCredential {
  token?: string
  email?: string
}

/** Personal: fetched in the browser only. */
export const orderQuery = ({ call }: AppContext, orderId: string, credential: OrderCredential) =>
  queryOptions({
    queryKey: ['order', orderId, credential.token ?? null, credential.email ?? null],
    queryFn: ({ signal }) =>
      call(checkout.getOrder, { params: { orderId }, query: credential, signal }),
  })

/** Personal: fetched in the browser only. */
export const purchaseQuery = ({ call }: AppContext, orderId: string, credential: OrderCredential) =>
  queryOptions({
    queryKey: ['purchase', orderId, credential.token ?? null, credential.email ?? null],
    queryFn: ({ signal }) =>
      call(checkout.getPurchase, { params: { orderId }, query: credential, signal }),
  })
