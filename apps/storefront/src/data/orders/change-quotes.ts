import { ApiError, offeredChanges, orderChanges } from '@foyer/contract'
import { queryOptions, type UseQueryResult } from '@tanstack/react-query'
import type { AppContext } from '../../shared/app-context.tsx'
import type { OrderCredential } from '../queries.ts'

const QUOTE_STALE_MILLISECONDS = 30_000

// A refusal is an answer: only a lost answer is worth another request.
const onlyLostAnswers = (failures: number, error: unknown): boolean =>
  failures < 1 && !(error instanceof ApiError && error.status < 500)

/** What it costs to take an order to another session; the server computes it. Personal: browser only. */
export const rescheduleQuoteQuery = (
  { call }: AppContext,
  orderId: string,
  query: OrderCredential & { newSessionId: string; ticketIds?: string | undefined },
) =>
  queryOptions({
    queryKey: ['order', orderId, 'reschedule-quote', query],
    queryFn: ({ signal }) =>
      call(orderChanges.quoteReschedule, { params: { orderId }, query, signal }),
    staleTime: QUOTE_STALE_MILLISECONDS,
    retry: onlyLostAnswers,
  })

/**
 * The sessions that tickets of an order may be taken to. `ticketIds` (separated by commas) and `date`
 * restrict them.
 */
export const rescheduleOptionsQuery = (
  { call }: AppContext,
  orderId: string,
  query: OrderCredential & { ticketIds?: string | undefined; date?: string | undefined },
) =>
  queryOptions({
    queryKey: ['order', orderId, 'reschedule-options', query],
    queryFn: ({ signal }) =>
      call(orderChanges.getRescheduleOptions, { params: { orderId }, query, signal }),
    staleTime: QUOTE_STALE_MILLISECONDS,
    retry: onlyLostAnswers,
  })

/**
 * The tickets of an order and the dearer types that they may become, each with its price. `ticketIds`
 * are those to quote for; all if none are named. Asked anew at each opening. Personal: browser only.
 */
export const upgradeOptionsQuery = (
  { call }: AppContext,
  orderId: string,
  credential: OrderCredential,
  ticketIds: readonly string[] | null,
) =>
  queryOptions({
    queryKey: ['order', orderId, 'upgrade-options', credential, ticketIds],
    queryFn: async ({ signal }) => {
      const query = { ...credential, ...(ticketIds ? { ticketIds: ticketIds.join(',') } : {}) }
      const { data } = await call(orderChanges.listUpgradeOptions, {
        params: { orderId },
        query,
        signal,
      })
      return data
    },
    gcTime: 0,
    refetchOnMount: 'always',
    retry: onlyLostAnswers,
  })

/**
 * What a dialog that was opened at `openedAt` (milliseconds) shows of a quote: nothing from before, since
 * the order may have changed, and the last quote while another choice is quoted.
 */
export const quoteSince = <Data>(
  openedAt: number,
  query: Pick<UseQueryResult<Data>, 'data' | 'isPlaceholderData' | 'dataUpdatedAt'>,
): Data | undefined =>
  query.isPlaceholderData || query.dataUpdatedAt >= openedAt ? query.data : undefined

/** The third element of the keys of all quotes of cancellations. */
export const CANCELLATION_QUOTE = 'cancellation-quote'

/**
 * What cancelled tickets of an order give back now; `ticketIds` null: all that can be cancelled. Shares
 * fall with time, so it is asked anew at each opening.
 */
export const cancellationQuoteQuery = (
  { call }: AppContext,
  orderId: string,
  ticketIds: readonly string[] | null,
  credential: OrderCredential,
) =>
  queryOptions({
    queryKey: ['order', orderId, CANCELLATION_QUOTE, ticketIds, credential],
    queryFn: ({ signal }) =>
      call(orderChanges.quoteCancellation, {
        params: { orderId },
        query: { ...credential, ...(ticketIds ? { ticketIds: ticketIds.join() } : {}) },
        signal,
      }),
    staleTime: 0,
    refetchOnMount: 'always',
    retry: onlyLostAnswers,
  })

/** A change that the team has offered, for whoever has its link. Personal: browser only. */
export const offeredChangeQuery = ({ call }: AppContext, orderId: string, token: string) =>
  queryOptions({
    queryKey: ['order', orderId, 'offered-change', token],
    queryFn: ({ signal }) =>
      call(offeredChanges.getOfferedChange, { params: { orderId }, query: { token }, signal }),
    staleTime: QUOTE_STALE_MILLISECONDS,
    // A price that was shown a while ago may have changed.
    refetchOnMount: 'always',
    retry: onlyLostAnswers,
  })
