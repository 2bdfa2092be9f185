import { UpgradeScreen } from '../features/order-changes/upgrade-screen.tsx'
import { PageHead } from '../features/shell/page-head.tsx'
import { useParams, useSearch } from '../navigation/hooks.ts'
import { readUpgradeSearch } from '../search.ts'

/** /upgrade-checkout/{orderId}: what better tickets cost, and how to get them. */
export function UpgradeCheckoutPage() {
  const { orderId = '' } = useParams()
  const search = useSearch(readUpgradeSearch)
  return (
    <div className="mx-auto max-w-page px-4 pt-4 pb-16 sm:px-6 lg:pt-8">
      <PageHead title="Upgrade your tickets" isUnlisted />
      <UpgradeScreen {...search} orderId={orderId} />
    </div>
  )
}
