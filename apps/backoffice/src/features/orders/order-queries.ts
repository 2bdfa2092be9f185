import { type BodyOf, type OutputOf, staffApi } from '@foyer/contract'
import { ORDER_STATUSES, type OrderStatus } from '@foyer/domain'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { callOf } from '../../data/client.ts'
import { queryClient } from '../../data/queries.ts'
import type { OrdersSearch } from '../../routing/search.ts'

const isStatus = (text = ''): text is OrderStatus => ORDER_STATUSES.some((each) => each === text)

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The filters of the address as the call takes them; what it would refuse is left out. */
const filtersOf = ({ q, event, date, state, tag }: OrdersSearch) => ({
  q: q || undefined,
  eventId: event && UUID.test(event) ? event : undefined,
  date,
  state: isStatus(state) ? state : undefined,
  tag,
})

export const foundQuery = (organizer: string, search: OrdersSearch) =>
  infiniteQueryOptions({
    queryKey: ['organizer', organizer, 'orders', 'list', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callOf(organizer)(staffApi.findOrders, {
        query: { ...filtersOf(search), after: pageParam },
        signal,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    // Buyers buy and change their orders all the time.
    staleTime: 0,
  })

/** Fetches the orders of a search as a table, part by part; `onPart` hears how many there are so far. */
export async function* exportOrders(
  organizer: string,
  search: OrdersSearch,
  onPart: (done: number, all: number) => void,
) {
  let done = 0
  let body: BodyOf<typeof staffApi.exportOrders> | null = filtersOf(search)
  while (body) {
    const { table, orders, next }: OutputOf<typeof staffApi.exportOrders> = await callOf(organizer)(
      staffApi.exportOrders,
      { body },
    )
    done += table.rows.length
    onPart(done, orders)
    yield table
    body = next ? { next } : null
  }
}

/** The tags that orders have. */
export const tagsQuery = (organizer: string) =>
  queryOptions({
    queryKey: ['organizer', organizer, 'orders', 'tags'],
    queryFn: () => callOf(organizer)(staffApi.listOrderTags, {}),
  })

/** Events whose names match, for the filter. */
export const eventChoicesQuery = (organizer: string, q: string) =>
  queryOptions({
    queryKey: ['organizer', organizer, 'orders', 'events', q],
    queryFn: () => callOf(organizer)(staffApi.listOfficeEvents, { query: { q: q || undefined } }),
    placeholderData: keepPreviousData,
  })

export const orderQuery = (organizer: string, orderId: string) =>
  queryOptions({
    queryKey: ['organizer', organizer, 'orders', 'order', orderId],
    queryFn: () => callOf(organizer)(staffApi.getDeskOrder, { params: { orderId } }),
    staleTime: 0,
  })

/** Fetches an order again after an act, and what lists of orders show of it. */
export const refetchOrders = (organizer: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['organizer', organizer, 'orders'] })

/**
 * Does what a dialog of an order does, and then fetches the orders again, also after a refusal: somebody
 * else may have changed the order. `onDone` closes the dialog, or shows what follows, before that: a form
 * that is still there would ask for the quote of what was just done, and be refused.
 */
export async function actOnOrder<T>(
  organizer: string,
  act: () => Promise<T>,
  onDone: (done: T) => void,
): Promise<void> {
  try {
    const done = await act()
    flushSync(() => onDone(done))
  } finally {
    await refetchOrders(organizer)
  }
}
