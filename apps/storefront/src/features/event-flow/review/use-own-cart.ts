import type { CartView } from '@foyer/contract'
import { useEffect, useState } from 'react'
import {
  type CompletedOrderRecord,
  findOrderOfCart,
} from '../../../data/stored/completed-order-record.ts'
import { flowSearchOf } from '../../../data/stored/flow-search.ts'
import type { FlowSearch } from '../../../routing/search.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'

/** Whether the cart in the URL is held, bought or expired, as far as this browser knows. */
export type OwnCart =
  | { kind: 'none' }
  | { kind: 'bought'; orderId: string }
  | { kind: 'expired'; cart: CartView }
  /** `isChanged`: the order on the page is not the one that is held. */
  | { kind: 'held'; cart: CartView; expiresAt: string; isChanged: boolean }

/** Reads this browser's records after hydration. `draft` is the order on the page. */
export function useOwnCart(draft: FlowSearch): OwnCart {
  const { ownHold, search } = useEventFlow()
  const [now] = useState(Date.now)
  const order = useOrderOfCart(search.cartId)
  if (order) return { kind: 'bought', orderId: order.orderId }
  if (!ownHold) return { kind: 'none' }
  const { cart, expiresAt } = ownHold
  if (Date.parse(expiresAt) <= now) return { kind: 'expired', cart }
  return {
    kind: 'held',
    cart,
    expiresAt,
    isChanged: choicesIn(draft) !== choicesIn(flowSearchOf(cart)),
  }
}

function useOrderOfCart(cartId: string | undefined): CompletedOrderRecord | undefined {
  const [order, setOrder] = useState<CompletedOrderRecord>()
  useEffect(() => setOrder(cartId ? findOrderOfCart(cartId) : undefined), [cartId])
  return order
}

const choicesIn = ({ date, types, session, addons }: FlowSearch): string =>
  [date, inOrder(types), session, inOrder(addons)].join(' ')

/** A selection as text; the order of its parts does not matter. */
const inOrder = (selection: string | undefined): string =>
  (selection ?? '').split(',').toSorted().join(',')
