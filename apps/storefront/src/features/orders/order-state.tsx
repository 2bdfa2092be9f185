import type { OrderView } from '@foyer/contract'
import { buttonStyle, EmptyState, ErrorCard, Notice, Skeleton, SkeletonGroup } from '@foyer/ui'
import type { ReactNode } from 'react'
import { useNavigate } from '../../navigation/hooks.ts'
import { Link } from '../../navigation/link.tsx'
import { paths } from '../../paths.ts'
import { LeavingSoon } from '../../shared/leaving-soon.tsx'
import type { OrderAccess } from './use-order.ts'

interface OrderStateProps {
  access: OrderAccess
  /** Title and text of a failed load; each screen has its own. */
  failure: { title: string; message: string }
  children: (order: OrderView) => ReactNode
}

/** The states that every screen about an order shares; the order itself is the caller's to show. */
export function OrderState({ access, failure, children }: OrderStateProps) {
  const { shown, retry, isRetrying } = access
  switch (shown.kind) {
    case 'loading':
      return <OrderSkeleton />
    case 'missing':
      return <OrderMissing />
    case 'failed':
      return <ErrorCard level={1} {...failure} onRetry={retry} retrying={isRetrying} />
    case 'found':
      return (
        <>
          {shown.isSaved && (
            <Notice tone="warning" title="You are offline" className="mb-6 print:hidden">
              This is what your device kept of the order. Its codes open the door, unless the order
              was changed since.
            </Notice>
          )}
          {children(shown.order)}
        </>
      )
  }
}

function OrderMissing() {
  const navigate = useNavigate()
  return (
    <EmptyState
      level={1}
      title="Order not found"
      actions={
        <>
          <Link {...paths.manageOrders()} className={buttonStyle('primary', 'lg')}>
            Find your order
          </Link>
          <Link {...paths.events()} className={buttonStyle('quiet', 'lg')}>
            Browse More Events
          </Link>
        </>
      }
    >
      <p>No order data found for this ID.</p>
      <p>Unable to find order details. Please check your order confirmation email.</p>
      <LeavingSoon to="the events" onLeave={() => void navigate(paths.events())} />
    </EmptyState>
  )
}

function OrderSkeleton() {
  return (
    <SkeletonGroup
      label="Loading your order"
      className="grid items-start gap-12 lg:grid-cols-[minmax(0,1fr)_var(--container-stub)]"
    >
      <div>
        <Skeleton className="h-12 w-80 max-w-full" />
        <Skeleton className="mt-4 h-6 w-64 max-w-full" />
        <Skeleton className="mt-8 h-14 w-full max-w-form rounded-md" />
        <Skeleton className="mt-10 h-40 w-full rounded-lg" />
      </div>
      <Skeleton className="h-140 rounded-lg" />
    </SkeletonGroup>
  )
}
