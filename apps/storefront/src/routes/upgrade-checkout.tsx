import { useOrderSearch } from '../data/orders/use-order-search.ts'
import { UpgradeScreen } from '../features/order-changes/upgrade-screen.tsx'
import { useParams } from '../routing/hooks.ts'
import { readUpgradeSearch } from '../routing/search.ts'
import { PageHead } from '../shared/page/page-head.tsx'

/** /upgrade-checkout/{orderId}: the price of an upgrade, and how to get it. */
export function UpgradeCheckoutPage() {
  const { orderId = '' } = useParams()
  const search = useOrderSearch(orderId, readUpgradeSearch)
  return (
    <div className="mx-auto min-h-dvh max-w-page px-4 pt-4 pb-16 sm:px-6 lg:pt-8">
      <PageHead title="Upgrade your tickets" isUnlisted />
      <UpgradeScreen {...search} orderId={orderId} />
    </div>
  )
}
