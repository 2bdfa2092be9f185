import { useOrderSearch } from '../data/orders/use-order-search.ts'
import { RescheduleScreen } from '../features/order-changes/reschedule-screen.tsx'
import { useParams, useSearch } from '../routing/hooks.ts'
import { readRescheduleSearch } from '../routing/search.ts'
import { PageHead } from '../shared/page/page-head.tsx'

/** /reschedule-checkout/{orderId}/{sessionId}: confirms that an order is rescheduled. */
export function RescheduleCheckoutPage() {
  const { orderId, sessionId } = useParams()
  const named = useSearch(readRescheduleSearch)
  const search = useOrderSearch(orderId ?? named.orderId, readRescheduleSearch)
  return (
    <div className="mx-auto min-h-dvh max-w-page px-4 pt-4 pb-16 sm:px-6 lg:pt-8">
      <PageHead title="Reschedule your order" isUnlisted />
      <RescheduleScreen
        {...search}
        orderId={orderId ?? search.orderId}
        sessionId={sessionId ?? search.sessionId}
      />
    </div>
  )
}
