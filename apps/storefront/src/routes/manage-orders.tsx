import { ManageOrdersScreen } from '../features/orders/lookup/manage-orders-screen.tsx'
import { useParams, useSearch } from '../routing/hooks.ts'
import { readOrderSearch } from '../routing/search.ts'
import { PageHead } from '../shared/page/page-head.tsx'
import { ORDER_DIALOGS } from './order-dialogs.ts'

/** /manage-order, /manage-orders and /manage-order/{orderId}: there is no account to sign in to. */
export function ManageOrdersPage() {
  const { orderId } = useParams()
  const { email, token } = useSearch(readOrderSearch)
  return (
    <div className="mx-auto min-h-dvh max-w-page px-4 pt-6 pb-16 sm:px-6 lg:pt-12">
      <PageHead
        title="Manage Orders"
        description="Find your orders and change them."
        canonicalPath="/manage-order"
      />
      <h1 className="mb-6 font-display text-title font-bold">Manage Orders</h1>
      <ManageOrdersScreen
        key={orderId ?? ''}
        orderId={orderId}
        linked={{ email, token }}
        dialogs={ORDER_DIALOGS}
      />
    </div>
  )
}
