import type { OrderView } from '@foyer/contract'
import { ErrorCard, Notice, Skeleton, SkeletonGroup } from '@foyer/ui'
import type { ReactNode } from 'react'
import type { OrderAccess } from '../../data/orders/use-order.ts'
import { LinkEnded, OrderMissing } from './order-missing.tsx'

interface OrderStateProps {
  access: OrderAccess
  /** Title and text of a failed load; for an unknown order its title, and its text if it has one. */
  failure: { title: string; message: string; missing?: string; missingText?: string }
  children: (order: OrderView) => ReactNode
}

/** The states that all screens of an order share; the caller renders the order itself. */
export function OrderState({ access, failure, children }: OrderStateProps) {
  const { shown, retry, isRetrying } = access
  switch (shown.kind) {
    case 'loading':
      return <OrderSkeleton />
    case 'missing':
      return (
        <OrderMissing orderId={access.orderId} title={failure.missing} text={failure.missingText} />
      )
    case 'ended':
      return <LinkEnded orderId={access.orderId} />
    case 'failed':
      return (
        <ErrorCard
          level={1}
          title={failure.title}
          message={failure.message}
          onRetry={retry}
          retrying={isRetrying}
        />
      )
    case 'found':
      return (
        <>
          {shown.isSaved && (
            <Notice tone="warning" title="You are offline" className="mb-6 print:hidden">
              This is what your device kept of the order. Its codes are valid, unless the order was
              changed since.
            </Notice>
          )}
          {children(shown.order)}
        </>
      )
  }
}

function OrderSkeleton() {
  return (
    <SkeletonGroup
      label="Loading your order"
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-12 lg:grid-cols-[minmax(0,1fr)_var(--container-ticket-card)]"
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
