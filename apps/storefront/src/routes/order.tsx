import { useOrderSearch } from '../data/orders/use-order-search.ts'
import { OrderScreen } from '../features/orders/order-screen.tsx'
import { useParams } from '../routing/hooks.ts'
import { readOrderSearch } from '../routing/search.ts'
import { PageHead } from '../shared/page/page-head.tsx'
import { ORDER_DIALOGS } from './order-dialogs.ts'

/**
 * /order/{orderId} and /confirmation/{orderId}: the order without the site's header and footer. They
 * open like /order-confirmation/{orderId}.
 */
export function OrderPage() {
  const { orderId = '' } = useParams()
  const { token, email } = useOrderSearch(orderId, readOrderSearch)
  return (
    <div className="mx-auto min-h-dvh max-w-page px-4 pt-8 pb-16 sm:px-6 lg:pt-12">
      <PageHead title="Your order" isUnlisted />
      <OrderScreen
        key={orderId}
        orderId={orderId}
        linked={{ token, email }}
        dialogs={ORDER_DIALOGS}
      />
    </div>
  )
}
