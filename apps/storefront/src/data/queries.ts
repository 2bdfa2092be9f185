import { availability, carts, catalog, orders, payments } from '@foyer/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../shared/app-context.tsx'
import { accessOf } from './access.ts'
import { fetchFailed } from './error-text.ts'
import { eventQuery, SECOND } from './event-queries.ts'

// Apart, because the first load needs no more than those.
export * from './event-queries.ts'

/** What buyers of an event may change; null: the default policy. Asked only if a list led to the event. */
export const changePolicyQuery = (app: AppContext, queryClient: QueryClient, eventId: string) =>
  queryOptions({
    queryKey: ['change-policy', eventId],
    queryFn: async ({ signal }) =>
      (await app.call(catalog.getEvent, { params: { eventId }, signal })).changePolicy,
    initialData: () => queryClient.getQueryData(eventQuery(app, eventId).queryKey)?.changePolicy,
  })

/** The first elements of the keys of all fetched days of an event. */
export const dailyPricesOf = (eventId: string) => ['daily-prices', eventId] as const

/**
 * The sessions of one day with prices and availability; `date` is YYYY-MM-DD in the venue's zone.
 */
export const dailyPricesQuery = ({ call }: AppContext, eventId: string, date: string) =>
  queryOptions({
    queryKey: [...dailyPricesOf(eventId), date],
    queryFn: async ({ signal }) =>
      (
        await call(availability.getDailyPrices, {
          query: { eventId, date, access: accessOf(eventId) },
          signal,
        })
      ).data,
    staleTime: 30 * SECOND,
    refetchInterval: 60 * SECOND,
    retry: 2,
    retryDelay: SECOND,
    meta: { failed: fetchFailed.dailyPrices },
  })

export const ticketTypesQuery = ({ call }: AppContext, eventId: string) =>
  queryOptions({
    queryKey: ['ticket-types', eventId],
    queryFn: ({ signal }) =>
      call(catalog.listTicketTypes, { query: { eventId, access: accessOf(eventId) }, signal }),
    meta: { failed: fetchFailed.ticketTypes },
  })

export const addOnsQuery = ({ call }: AppContext, eventId: string) =>
  queryOptions({
    queryKey: ['add-ons', eventId],
    queryFn: ({ signal }) => call(catalog.listAddOns, { query: { eventId }, signal }),
    // The answer contains what is left of each.
    staleTime: 30 * SECOND,
  })

export const paymentConfigQuery = ({ call }: AppContext) =>
  queryOptions({
    queryKey: ['payment-config'],
    queryFn: ({ signal }) => call(payments.getPaymentConfig, { signal }),
  })

/** Personal: fetched in the browser only. */
export const cartQuery = ({ call }: AppContext, cartId: string) =>
  queryOptions({
    queryKey: ['cart', cartId],
    queryFn: ({ signal }) => call(carts.getCart, { params: { cartId }, signal }),
  })

/** What opens an order in a browser that did not buy it; empty in the browser that did. */
export interface OrderCredential {
  token?: string
  email?: string
}

/** Personal: fetched in the browser only. */
export const orderQuery = ({ call }: AppContext, orderId: string, credential: OrderCredential) =>
  queryOptions({
    queryKey: ['order', orderId, credential.token ?? null, credential.email ?? null],
    queryFn: ({ signal }) =>
      call(orders.getOrder, { params: { orderId }, query: credential, signal }),
  })

/** Personal: fetched in the browser only. */
export const purchaseQuery = ({ call }: AppContext, orderId: string, credential: OrderCredential) =>
  queryOptions({
    queryKey: ['purchase', orderId, credential.token ?? null, credential.email ?? null],
    queryFn: ({ signal }) =>
      call(orders.getPurchase, { params: { orderId }, query: credential, signal }),
  })
