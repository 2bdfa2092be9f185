import type { Disruption, OrderView } from '@foyer/contract'
import { buttonStyle, EmptyState, ErrorCard, Skeleton, SkeletonGroup } from '@foyer/ui'
import { useOrder } from '../../data/orders/use-order.ts'
import type { OrderCredential } from '../../data/queries.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { Poster } from '../../shared/event/poster.tsx'
import { OrderState } from '../../shared/order/order-state.tsx'
import { DisruptionCard } from './disruption-card.tsx'
import { useDisruptions } from './use-disruptions.ts'

const FAILURE = { title: 'Error Loading Order', message: 'Unable to load order details' }

interface DisruptionsScreenProps {
  orderId: string
  /** What the link carries. */
  linked: OrderCredential
}

/** The sessions of an order that the organizer moved or called off, each with the buyer's choice. */
export function DisruptionsScreen({ orderId, linked }: DisruptionsScreenProps) {
  const access = useOrder(orderId, linked)
  return (
    <OrderState access={access} failure={FAILURE}>
      {(order) => <Disruptions order={order} credential={access.credential} />}
    </OrderState>
  )
}

function Disruptions({ order, credential }: { order: OrderView; credential: OrderCredential }) {
  const { data, error, refetch, isRefetching } = useDisruptions(order.order.id, credential)
  const toOrder = (
    <Link {...paths.orderConfirmation(order.order.id, credential)} className={buttonStyle('quiet')}>
      See your order
    </Link>
  )
  if (!data && error) {
    return (
      <ErrorCard level={1} {...FAILURE} onRetry={() => void refetch()} retrying={isRefetching} />
    )
  }
  if (!data) return <ChoiceSkeleton />
  if (data.disruptions.length === 0) {
    return (
      <EmptyState level={1} title="Nothing has changed" actions={toOrder}>
        <p>The times of this order are as you booked them. There is nothing to choose.</p>
      </EmptyState>
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,var(--container-form))] items-start gap-x-16 lg:grid-cols-[minmax(0,var(--container-form))_var(--container-ticket-card)] lg:justify-between">
      <div className="min-w-0">
        <h1 className="font-display text-title font-bold">{headingOf(data.disruptions)}</h1>
        <p className="mt-2 text-muted">{`${order.event.name}, order ${order.order.orderNumber}`}</p>
        {data.disruptions.map((disruption) => (
          <DisruptionCard
            key={disruption.id}
            disruption={disruption}
            order={order}
            credential={credential}
          />
        ))}
        <div className="mt-10">{toOrder}</div>
      </div>
      <aside className="overflow-hidden rounded-lg max-lg:hidden lg:sticky lg:top-8">
        <Poster event={order.event} format="thumb" />
      </aside>
    </div>
  )
}

function headingOf(disruptions: readonly Disruption[]): string {
  if (disruptions.every(({ kind }) => kind === 'called_off')) return 'Your session was called off'
  return disruptions.every(({ kind }) => kind === 'moved')
    ? 'Your session has a new time'
    : 'Your sessions have changed'
}

function ChoiceSkeleton() {
  return (
    <SkeletonGroup label="Loading your choices" className="grid max-w-form gap-5">
      <Skeleton className="h-12 w-80 max-w-full" />
      <Skeleton className="h-6 w-64 max-w-full" />
      <Skeleton className="h-24 rounded-lg" />
      <Skeleton className="h-60 rounded-lg" />
    </SkeletonGroup>
  )
}
