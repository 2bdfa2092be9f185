import type { OrderView } from '@foyer/contract'
import { formatInstantDate, type OrderStatus } from '@foyer/domain'
import { Badge, buttonStyle } from '@foyer/ui'
import { CircleCheck } from '@foyer/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { useOrder } from '../../data/orders/use-order.ts'
import { type OrderCredential, purchaseQuery } from '../../data/queries.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { useApp } from '../../shared/app-context.tsx'
import { OrderState } from '../../shared/order/order-state.tsx'
import { AnswerNotice } from './answer-notice.tsx'
import { CancelTickets } from './cancel-tickets.tsx'
import { ChangeLinks } from './change-links.tsx'
import { MailStatus } from './mail-status.tsx'
import { OrderActions } from './order-actions.tsx'
import type { OrderDialogs } from './order-dialogs.ts'
import { OrderFacts } from './order-facts.tsx'
import { OrderHistory } from './order-history.tsx'
import { PaidCard } from './paid-card.tsx'
import { WaiverLine } from './waiver-line.tsx'

interface ConfirmationScreenProps {
  orderId: string
  linked: OrderCredential
  cancelDialog: OrderDialogs['cancel']
}

const FAILURE = {
  title: 'Error Loading Order',
  message: 'Unable to load order details',
}

/** The order, its next actions, and the state of its mail. */
export function ConfirmationScreen({ orderId, linked, cancelDialog }: ConfirmationScreenProps) {
  const access = useOrder(orderId, linked)
  return (
    <OrderState access={access} failure={FAILURE}>
      {(order) => (
        <Confirmation order={order} credential={access.credential} cancelDialog={cancelDialog} />
      )}
    </OrderState>
  )
}

/** What the state of an order is called at the top of its page. */
export const ORDER_HEADINGS: Readonly<Record<OrderStatus, string>> = {
  PAID: 'Order confirmed',
  REFUNDED: 'Order refunded',
  CANCELLED: 'Order cancelled',
}

interface ConfirmationProps extends VerificationProps {
  cancelDialog: ConfirmationScreenProps['cancelDialog']
}

function Confirmation({ order, credential, cancelDialog }: ConfirmationProps) {
  const { locale } = useApp().tenant
  const { order: head, event } = order
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_var(--container-ticket-card)] xl:gap-x-20">
      <div className="min-w-0">
        <div className="min-h-6">
          <Verification order={order} credential={credential} />
        </div>
        <h1 className="mt-3 font-display text-title font-bold">{ORDER_HEADINGS[head.status]}</h1>
        <p className="mt-2">
          Order number <strong className="figures font-semibold">{head.orderNumber}</strong>
          <span className="text-muted">
            {`, ${formatInstantDate(head.createdAt, event.timeZone, locale)}`}
          </span>
        </p>
        <div className="mt-1">
          <MailStatus order={order} credential={credential} />
          <WaiverLine orderId={order.order.id} waivers={order.waivers} credential={credential} />
        </div>
        <AnswerNotice order={order} credential={credential} />
        <div className="mt-8">
          <OrderActions order={order} credential={credential} />
          <ChangeLinks order={order} />
          <CancelTickets order={order} dialog={cancelDialog} />
        </div>
        <PaidCard wide order={order} locale={locale} className="mt-10 lg:hidden" />
        <div className="mt-12">
          <OrderFacts order={order} locale={locale} />
        </div>
        <div className="mt-12 empty:hidden">
          <OrderHistory order={order} />
        </div>
        <Link {...paths.events()} className={buttonStyle('quiet', 'lg', 'mt-12')}>
          Browse More Events
        </Link>
      </div>
      <aside className="max-lg:hidden">
        <PaidCard order={order} locale={locale} />
      </aside>
    </div>
  )
}

interface VerificationProps {
  order: OrderView
  credential: OrderCredential
}

/** Confirms that the server, asked again, counts the same tickets as this page. */
function Verification({ order, credential }: VerificationProps) {
  const query = useQuery({
    ...purchaseQuery(useApp(), order.order.id, credential),
    refetchOnMount: 'always',
  })
  if (query.isPending) return <Badge role="status">Verifying...</Badge>
  if (query.data?.summary.totalTickets !== order.order.ticketCount) return null
  return (
    <Badge tone="success" role="status">
      <CircleCheck aria-hidden="true" className="size-3.5" />
      API Verified
    </Badge>
  )
}
