import type { OrderView } from '@foyer/contract'
import { formatInstantDate, type OrderStatus } from '@foyer/domain'
import { Badge, buttonStyle } from '@foyer/ui'
import { CircleCheck } from '@foyer/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { activeTickets, hasOnlyCancelledTickets } from '../../data/orders/order-changes.ts'
import { type OrderCredential, purchaseQuery } from '../../data/queries.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { useApp } from '../../shared/app-context.tsx'
import { OrderState } from '../../shared/order/order-state.tsx'
import { ticketsText } from '../../shared/order/quote-lines.ts'
import { AnswerNotice } from './answer-notice.tsx'
import { CannotGo } from './cannot-go.tsx'
import { MailStatus } from './mail-status.tsx'
import { ManageMenu } from './manage-menu.tsx'
import { OrderActions } from './order-actions.tsx'
import type { OrderDialogs } from './order-dialogs.ts'
import { OrderFacts } from './order-facts.tsx'
import { OrderHistory } from './order-history.tsx'
import { PaidCard } from './paid-card.tsx'
import { WaiverLine } from './waiver-line.tsx'
import { useOrderWithWallets } from './wallets.tsx'

interface ConfirmationScreenProps {
  orderId: string
  linked: OrderCredential
  cancelDialog: OrderDialogs['cancel']
}

const FAILURE = {
  title: 'Error Loading Order',
  message: 'Unable to load order details',
}

/** What was bought, the code, wallets and calendar; everything else under 'Manage' and below. */
export function ConfirmationScreen({ orderId, linked, cancelDialog }: ConfirmationScreenProps) {
  const access = useOrderWithWallets(orderId, linked)
  return (
    <OrderState access={access} failure={FAILURE}>
      {(order) => (
        <Confirmation order={order} credential={access.credential} cancelDialog={cancelDialog} />
      )}
    </OrderState>
  )
}

/** What the state of an order is called. */
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
  const count = activeTickets(order).length || order.tickets.length || head.ticketCount
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 lg:grid-cols-[minmax(0,1fr)_var(--container-ticket-card)] xl:gap-x-20">
      <div className="min-w-0">
        <h1 className="font-display text-title font-bold">{headingOf(order)}</h1>
        <p className="mt-2 break-words">{`${ticketsText(count)} for ${event.name}`}</p>
        <AnswerNotice order={order} credential={credential} />
        <PaidCard wide order={order} locale={locale} className="mt-6 lg:hidden" />
        <div className="mt-6">
          <OrderActions order={order} credential={credential} />
        </div>
        <div className="mt-5">
          <MailStatus order={order} credential={credential} />
          <WaiverLine orderId={head.id} waivers={order.waivers} credential={credential} />
        </div>
        <ManageMenu order={order} credential={credential} cancelDialog={cancelDialog} />
        <p className="mt-4 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
          <span>
            {`${ORDER_HEADINGS[head.status]}, ${formatInstantDate(head.createdAt, event.timeZone, locale)}`}
          </span>
          <span>
            Order number <span className="figures font-semibold text-text">{head.orderNumber}</span>
          </span>
          <Verification order={order} credential={credential} />
        </p>
        <div className="mt-12">
          <OrderFacts order={order} locale={locale} />
        </div>
        <div className="mt-10 empty:hidden">
          <CannotGo order={order} credential={credential} />
        </div>
        <div className="mt-12 empty:hidden">
          <OrderHistory order={order} />
        </div>
        <Link {...paths.events()} className={buttonStyle('quiet', 'lg', 'mt-12')}>
          Browse More Events
        </Link>
      </div>
      <aside className="max-lg:hidden lg:sticky lg:top-8">
        <PaidCard order={order} locale={locale} />
      </aside>
    </div>
  )
}

function headingOf(order: OrderView): string {
  if (isComing(order)) return 'You’re going'
  // Only a session that was called off leaves a question open and no valid ticket.
  if (order.isToAnswer && hasOnlyCancelledTickets(order)) return 'Your session was called off'
  return ORDER_HEADINGS[order.order.status]
}

/** Whether a ticket of the order is still to be used; an order kept without its tickets counts. */
function isComing(order: OrderView): boolean {
  if (order.order.status !== 'PAID') return false
  if (order.tickets.length === 0) return true
  return activeTickets(order).some(({ session }) => Date.parse(session.endTime) > Date.now())
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
