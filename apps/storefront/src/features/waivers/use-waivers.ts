import { waivers } from '@foyer/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isUnknown } from '../../data/orders/read-order.ts'
import { readCompletedOrder } from '../../data/stored/completed-order-record.ts'
import type { WaiverSearch } from '../../routing/search.ts'
import { useApp } from '../../shared/app-context.tsx'
import { useHydrated } from '../../shared/browser/use-hydrated.ts'

/**
 * The waivers of an order: opened by the link's credential, else by this browser's cookie, else by the
 * e-mail address that this browser bought with. Personal: fetched in the browser only.
 */
export function useWaivers(orderId: string, search: WaiverSearch) {
  const { call } = useApp()
  const isHydrated = useHydrated()
  const boughtWith = useMemo(() => {
    const record = isHydrated ? readCompletedOrder(orderId) : { kind: 'none' as const }
    return record.kind === 'found' ? record.value.customerInfo?.email : undefined
  }, [orderId, isHydrated])
  const queryOf = (credential: WaiverSearch) => ({
    queryKey: [
      'waivers',
      orderId,
      credential.token ?? null,
      credential.email ?? null,
      credential.participant ?? null,
    ],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call(waivers.getWaivers, { params: { orderId }, query: credential, signal }),
  })
  const first = useQuery({
    ...queryOf(search),
    enabled: isHydrated,
    retry: (failures, error) => !isUnknown(error) && failures < 1,
  })
  const isLinked = Boolean(search.token ?? search.email ?? search.participant)
  const needsAddress = isUnknown(first.error) && !isLinked && boughtWith !== undefined
  const second = useQuery({
    ...queryOf({ email: boughtWith }),
    enabled: needsAddress,
    retry: false,
  })
  return {
    query: needsAddress ? second : first,
    /** What opened the waivers: the calls that follow use it as well. */
    credential: needsAddress ? { email: boughtWith } : search,
  }
}
