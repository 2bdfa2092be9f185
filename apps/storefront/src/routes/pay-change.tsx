import { useOrderSearch } from '../data/orders/use-order-search.ts'
import { PayChangeScreen } from '../features/order-changes/pay-change-screen.tsx'
import { useParams } from '../routing/hooks.ts'
import { readChangeLinkSearch } from '../routing/search.ts'
import { PageHead } from '../shared/page/page-head.tsx'

/** /pay-change/{orderId}: pays for a change that the team has offered, by its link. */
export function PayChangePage() {
  const { orderId = '' } = useParams()
  const { token } = useOrderSearch(orderId, readChangeLinkSearch, 'change')
  return (
    <div className="mx-auto min-h-dvh max-w-page px-4 pt-4 pb-16 sm:px-6 lg:pt-8">
      <PageHead title="Pay for your change" isUnlisted />
      <PayChangeScreen key={token} orderId={orderId} linkToken={token} />
    </div>
  )
}
