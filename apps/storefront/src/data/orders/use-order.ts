import type { OrderView } from '@foyer/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useApp } from '../../shared/app-context.tsx'
import { useHydrated } from '../../shared/browser/use-hydrated.ts'
import { type OrderCredential, orderQuery } from '../queries.ts'
import { readCompletedOrder, saveCompletedOrder } from '../stored/completed-order-record.ts'
import { isByLinkAlone } from './order-changes.ts'
import { isUnknown, readOrder, recordOf, type ShownOrder } from './read-order.ts'

export interface OrderAccess {
  orderId: string
  shown: ShownOrder
  /** What opened the order: the calls and links that follow use it as well. */
  credential: OrderCredential
  retry: () => void
  isRetrying: boolean
}

const NO_RECORD = { kind: 'none' } as const
const LOOK_MILLISECONDS = 3000
const LOOKS = 10
const ANSWER_MILLISECONDS = 400

/**
 * Opens an order: by the link's credential, else by this browser's cookie, else by the e-mail
 * address that this browser bought with. The answer is stored, so that tickets open offline. An
 * order that only a link opened is stored only if its reader asks for it.
 */
export function useOrder(orderId: string, linked: OrderCredential): OrderAccess {
  const app = useApp()
  const isHydrated = useHydrated()
  const record = useMemo(
    () => (isHydrated ? readCompletedOrder(orderId) : NO_RECORD),
    [orderId, isHydrated],
  )
  const boughtWith = record.kind === 'found' ? record.value.customerInfo?.email : undefined
  const isLinked = Boolean(linked.token ?? linked.email)

  const first = useQuery({
    ...orderQuery(app, orderId, linked),
    // What opens the order may be in a record of this tab, which is read after hydration.
    enabled: isHydrated,
    refetchOnMount: 'always',
    retry: (failures, error) => !isUnknown(error) && failures < 1,
    // A mail or a refund is under way: refetches a few times to show how it goes on, then stops.
    refetchInterval: ({ state }) =>
      state.data && isUnderWay(state.data) && state.dataUpdateCount < LOOKS
        ? LOOK_MILLISECONDS
        : false,
  })
  const needsAddress = isUnknown(first.error) && !isLinked && boughtWith !== undefined
  const second = useQuery({
    ...orderQuery(app, orderId, { email: boughtWith }),
    enabled: needsAddress,
    retry: false,
  })
  const query = needsAddress ? second : first

  const { data: order, error } = query
  useEffect(() => {
    if (!order) return
    const known = readCompletedOrder(order.order.id)
    if (known.kind === 'found') saveCompletedOrder({ ...known.value, orderData: order })
    // The next person at this browser must not find an order that only a link opened here.
    else if (!isByLinkAlone(order)) saveCompletedOrder(recordOf(order))
  }, [order])

  // The stored copy is shown only if the server takes longer than a moment: an order that has
  // changed would be drawn twice.
  const isLate = useElapsed(ANSWER_MILLISECONDS)
  return {
    orderId,
    shown: readOrder({ order, error }, order || error || isLate ? record : NO_RECORD),
    credential: needsAddress ? { email: boughtWith } : linked,
    retry: () => void query.refetch(),
    isRetrying: query.isRefetching,
  }
}

const isUnderWay = ({ mail, refunds }: OrderView): boolean =>
  mail?.status === 'queued' ||
  refunds.some(({ state }) => state === 'queued' || state === 'pending')

/** Whether this many milliseconds have passed since the page began to use it. */
function useElapsed(milliseconds: number): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isOver
}
