import { type OrderView, orderLookup } from '@foyer/contract'
import { buttonStyle, Skeleton } from '@foyer/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isByLinkAlone, isChangeable } from '../../data/orders/order-changes.ts'
import { type OrderCredential, orderQuery } from '../../data/queries.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { useApp } from '../../shared/app-context.tsx'
import { CardActions } from './card-actions.tsx'
import { UnlockChanges } from './change-links.tsx'
import type { OrderDialogs } from './order-dialogs.ts'

interface ManageOrderProps {
  order: OrderView
  credential: OrderCredential
  dialogs: OrderDialogs
}

/** What can be done with the order, as on its card; a link alone asks for the address first. */
export function ManageOrder(props: ManageOrderProps) {
  const [now] = useState(Date.now)
  const { order } = props
  if (!isByLinkAlone(order)) return <OpenOrder {...props} />
  // Without anything to change, the address would open nothing new.
  return isChangeable(order, now) ? (
    <UnlockChanges orderId={order.order.id} path={paths.order} />
  ) : null
}

function OpenOrder({ order, credential, dialogs }: ManageOrderProps) {
  const app = useApp()
  const queryClient = useQueryClient()
  const { id } = order.order
  const { token, email } = credential
  const queryKey = ['order', id, 'card', token ?? null, email ?? null]
  const card = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      app.call(orderLookup.getOrderCard, { params: { orderId: id }, query: credential, signal }),
    refetchOnMount: 'always',
    retry: false,
  })
  const onChanged = () => {
    void queryClient.invalidateQueries({ queryKey })
    void queryClient.invalidateQueries({ queryKey: orderQuery(app, id, credential).queryKey })
  }
  return (
    <section className="mt-10 print:hidden" aria-labelledby="manage">
      <h2 id="manage" className="mb-4 font-display text-lg font-bold">
        Manage
      </h2>
      {card.data ? (
        <CardActions
          order={card.data.data}
          dialogs={dialogs}
          openLabel="Order Confirmation"
          onChanged={onChanged}
        />
      ) : card.isError ? (
        <Link {...paths.manageOrder(id, credential)} className={buttonStyle('quiet')}>
          Manage Order
        </Link>
      ) : (
        <Skeleton className="h-12 w-full max-w-form rounded-md" />
      )}
    </section>
  )
}
