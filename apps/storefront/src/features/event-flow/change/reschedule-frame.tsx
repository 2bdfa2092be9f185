import type { EventView, OrderView } from '@foyer/contract'
import { formatLongDate, formatSelection, toMajor } from '@foyer/domain'
import { buttonStyle, Notice } from '@foyer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { rescheduleQuoteQuery } from '../../../data/orders/change-quotes.ts'
import { selectionOfOrder } from '../../../data/orders/order-changes.ts'
import { type OrderAccess, useOrder } from '../../../data/orders/use-order.ts'
import { dailyPricesQuery } from '../../../data/queries.ts'
import { useNavigate, useSearch } from '../../../routing/hooks.ts'
import { Link } from '../../../routing/link.tsx'
import { paths } from '../../../routing/paths.ts'
import { type FlowSearch, readFlowSearch } from '../../../routing/search.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { EventFlowProvider, useEventFlow } from '../engine/event-flow-context.tsx'

interface RescheduleFrameProps {
  event: EventView
  orderId: string
  children: ReactNode
}

/**
 * The event flow that reschedules an order: it shows the current booking above the steps and ends
 * at the confirmation.
 */
export function RescheduleFrame({ event, orderId, children }: RescheduleFrameProps) {
  const access = useOrder(orderId, {})
  const { shown } = access
  const order = shown.kind === 'found' ? shown.order : null
  const confirm = useConfirm(event, orderId, access)
  return (
    <EventFlowProvider event={event} onEnd={(search) => void confirm(search)}>
      <div className="mx-auto max-w-page px-4 py-4 sm:px-6">
        {shown.kind === 'missing' || shown.kind === 'failed' ? <OrderClosed /> : <NowBooked />}
      </div>
      {order && <OwnTickets order={order} />}
      {children}
    </EventFlowProvider>
  )
}

/**
 * Leads to the confirmation with the price that the server quotes, or without a price if there is
 * none.
 */
function useConfirm(event: EventView, orderId: string, access: OrderAccess) {
  const app = useApp()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { shown, credential } = access
  const email = shown.kind === 'found' ? shown.order.order.email : undefined
  return async ({ date, session: sessionId, originalDate, originalTime }: FlowSearch) => {
    if (!date || !sessionId) return
    const daily = queryClient.getQueryData(dailyPricesQuery(app, event.id, date).queryKey)
    const quoted = await queryClient
      .fetchQuery({
        ...rescheduleQuoteQuery(app, orderId, { ...credential, newSessionId: sessionId }),
        retry: false,
      })
      // The confirmation requests the quote again and explains what is wrong.
      .catch(() => null)
    const search = {
      email,
      priceDifference: quoted
        ? String(toMajor(quoted.change.dueMinor, quoted.change.after.currency))
        : undefined,
      eventId: event.id,
      newDate: date,
      newTime: daily?.sessions[sessionId]?.local_time,
      originalDate,
      originalTime,
    }
    await navigate(paths.rescheduleCheckout(orderId, sessionId, search))
  }
}

/**
 * A link may name only the order: its tickets then become the selection that a time must have room
 * for.
 */
function OwnTickets({ order }: { order: OrderView }) {
  const { step, search, linkTo } = useEventFlow()
  const navigate = useNavigate()
  const types = formatSelection(selectionOfOrder(order))
  useEffect(() => {
    if (search.types === types) return
    void navigate({ ...linkTo(step, { ...search, types }), replace: true, resetScroll: false })
  }, [search, types, step, linkTo, navigate])
  return null
}

function NowBooked() {
  const { orderId = '', originalDate, originalTime } = useSearch(readFlowSearch)
  const { locale } = useApp().tenant
  const when = [originalDate && formatLongDate(originalDate, locale), originalTime]
    .filter(Boolean)
    .join(', ')
  return (
    <Notice
      title={
        when ? `You are rescheduling your booking of ${when}` : 'You are rescheduling your booking'
      }
      actions={
        <Link {...paths.manageOrder(orderId)} className={buttonStyle()}>
          Keep it as it is
        </Link>
      }
    >
      Choose a new date, then a time. Nothing changes until you confirm.
    </Notice>
  )
}

/**
 * The order belongs to another browser and no link opened it here: nothing about it can be shown or
 * changed.
 */
function OrderClosed() {
  return (
    <Notice
      tone="warning"
      announce="status"
      title="This order could not be opened"
      actions={
        <Link {...paths.manageOrders()} className={buttonStyle()}>
          Find your order
        </Link>
      }
    >
      Open it from its confirmation e-mail first, and reschedule it from there.
    </Notice>
  )
}
