import { staffApi, type WantedRefund } from '@foyer/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callOf } from '../../../data/client.ts'

/** What the dialog of a refund reads. With the orders' other queries, so that an act refreshes it. */
const keyOf = (organizer: string, orderId: string) =>
  ['organizer', organizer, 'orders', 'refunds', orderId] as const

export const refundableQuery = (organizer: string, orderId: string) =>
  queryOptions({
    queryKey: keyOf(organizer, orderId),
    queryFn: () => callOf(organizer)(staffApi.getRefundable, { params: { orderId } }),
    staleTime: 0,
  })

/** What goes back with a refund; nothing is asked while it is not chosen yet. */
export const previewQuery = (organizer: string, orderId: string, wanted: WantedRefund | null) =>
  queryOptions({
    queryKey: [...keyOf(organizer, orderId), wanted],
    queryFn: ({ signal }) =>
      callOf(organizer)(staffApi.previewRefund, {
        params: { orderId },
        body: { wanted: wanted ?? { kind: 'whole', withFees: true } },
        signal,
      }),
    enabled: wanted !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
