import { useOrderSearch } from '../data/orders/use-order-search.ts'
import { TicketsScreen } from '../features/orders/tickets-screen.tsx'
import { useParams } from '../routing/hooks.ts'
import { readOrderSearch } from '../routing/search.ts'
import { PageHead } from '../shared/page/page-head.tsx'

/** /order-tickets/{orderId}: the codes for the door, on screen and on paper. */
export function OrderTicketsPage() {
  const { orderId = '' } = useParams()
  const search = useOrderSearch(orderId, readOrderSearch)
  return (
    <div className="mx-auto min-h-dvh max-w-page px-4 pt-4 pb-16 sm:px-6 lg:pt-8 print:min-h-0 print:max-w-none print:p-0">
      <PageHead title="Your tickets" isUnlisted />
      <TicketsScreen key={orderId} orderId={orderId} search={search} />
    </div>
  )
}
