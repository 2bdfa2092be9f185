import { useOrderSearch } from '../data/orders/use-order-search.ts'
import { DisruptionsScreen } from '../features/disruptions/disruptions-screen.tsx'
import { useParams } from '../routing/hooks.ts'
import { readOrderSearch } from '../routing/search.ts'
import { PageHead } from '../shared/page/page-head.tsx'

/** /order-change/{orderId}: what to do after the organizer moved or called off a session of an order. */
export function OrderChangePage() {
  const { orderId = '' } = useParams()
  const { token, email } = useOrderSearch(orderId, readOrderSearch)
  return (
    <div className="mx-auto min-h-dvh max-w-page px-4 pt-8 pb-16 sm:px-6 lg:pt-12">
      <PageHead title="Your order has changed" isUnlisted />
      <DisruptionsScreen key={orderId} orderId={orderId} linked={{ token, email }} />
    </div>
  )
}
