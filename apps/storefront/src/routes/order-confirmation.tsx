import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useOrderSearch } from '../data/orders/use-order-search.ts'
import { orderQuery } from '../data/queries.ts'
import { ConfirmationScreen } from '../features/orders/confirmation-screen.tsx'
import { useParams } from '../routing/hooks.ts'
import { readOrderSearch } from '../routing/search.ts'
import { useApp } from '../shared/app-context.tsx'
import { PageHead } from '../shared/page/page-head.tsx'
import { ORDER_DIALOGS } from './order-dialogs.ts'

// Below everything that belongs to the order.
const SimilarEvents = lazy(async () => ({
  default: (await import('../shared/event/more-events.tsx')).SimilarEvents,
}))

/**
 * /order-confirmation/{orderId}: opens for the browser that bought, by a mail's link, or by id and
 * e-mail address.
 */
export function OrderConfirmationPage() {
  const { orderId = '' } = useParams()
  const { token, email } = useOrderSearch(orderId, readOrderSearch)
  const app = useApp()
  // The screen loads the order; this only follows it.
  const { data } = useQuery({ ...orderQuery(app, orderId, { token, email }), enabled: false })
  return (
    <>
      <div className="mx-auto min-h-dvh max-w-page px-4 pt-8 pb-16 sm:px-6 lg:pt-12">
        <PageHead title="Order confirmation" isUnlisted />
        <ConfirmationScreen
          key={orderId}
          orderId={orderId}
          linked={{ token, email }}
          cancelDialog={ORDER_DIALOGS.cancel}
        />
      </div>
      {data && (
        <Suspense>
          <SimilarEvents eventId={data.order.eventId} />
        </Suspense>
      )}
    </>
  )
}
