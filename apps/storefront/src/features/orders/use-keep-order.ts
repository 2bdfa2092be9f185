import type { OrderView } from '@foyer/contract'
import { notify } from '@foyer/ui'
import { useState } from 'react'
import { recordOf } from '../../data/orders/read-order.ts'
import { readCompletedOrder, saveCompletedOrder } from '../../data/stored/completed-order-record.ts'
import { isByLinkAlone } from '../../data/stored/order-shape.ts'
import { useHydrated } from '../../shared/browser/use-hydrated.ts'

/**
 * Keeps the tickets of an order that a link alone opened, for a door without a network. Whether this
 * is the buyer's own phone or a computer that others use, only its reader knows, so it is asked.
 */
export function useKeepOrder(order: OrderView): { isOffered: boolean; keep: () => void } {
  const isHydrated = useHydrated()
  const [isKept, setKept] = useState(false)
  const isNew = isHydrated && readCompletedOrder(order.order.id).kind !== 'found'
  return {
    isOffered: isByLinkAlone(order) && isNew && !isKept,
    keep() {
      saveCompletedOrder(recordOf(order))
      setKept(true)
      void notify({
        tone: 'success',
        title: 'Kept on this device',
        description: 'These tickets open here without a connection, until a month after the event.',
      })
    },
  }
}
