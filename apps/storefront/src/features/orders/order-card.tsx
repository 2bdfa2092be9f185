import { ApiError, type OrderCard as Card, orderLookup } from '@foyer/contract'
import { formatAmount, formatLongDate, formatTime, fromMajor, knownZone } from '@foyer/domain'
import { Badge, Button, buttonStyle, notify, Surface } from '@foyer/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { activeTickets, upgradeSearchOf } from '../../data/orders/order-changes.ts'
import { recordOf } from '../../data/orders/read-order.ts'
import { type OrderCredential, orderQuery } from '../../data/queries.ts'
import { saveCompletedOrder } from '../../data/stored/completed-order-record.ts'
import { useNavigate } from '../../routing/hooks.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { useApp } from '../../shared/app-context.tsx'
import { mailTexts } from '../../shared/purchase-text.ts'
import type { OrderDialogs } from './order-dialogs.ts'

interface OrderCardProps {
  order: Card
  dialogs: OrderDialogs
  /** The order has changed: the list reads it again. */
  onChanged: () => void
}

/** An order of the list, with what can be done with it. */
export function OrderCard({ order, dialogs, onChanged }: OrderCardProps) {
  const { locale } = useApp().tenant
  const zone = knownZone(order.venueTimezone)
  const date = new Date(order.sessionDate).toLocaleDateString('en-CA', { timeZone: zone })
  const active = order.tickets.filter((ticket) => !ticket.isCancelled)
  const count = active.length === 1 ? '1 ticket' : `${active.length} tickets`
  return (
    <Surface kind="outlined">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="font-display text-xl font-bold">{order.eventName}</h2>
        <Badge tone={order.status === 'PAID' ? 'success' : 'neutral'}>{order.status}</Badge>
      </div>
      <p className="mt-2">
        {`${formatLongDate(date, locale)}, ${formatTime(order.sessionDate, zone, locale)}`}
      </p>
      <p className="text-muted">{`Order ${order.orderNumber} · ${count} · ${formatAmount(
        fromMajor(order.totalAmount, order.currency) ?? 0,
        order.currency,
        locale,
      )}`}</p>
      <ul className="mt-4 grid gap-2">
        {order.tickets.map((ticket) => (
          <li key={ticket.id} className="flex items-center justify-between gap-3">
            <span>{ticket.ticketTypeName}</span>
            <Badge tone={ticket.isCancelled ? 'neutral' : 'success'}>{ticket.status}</Badge>
          </li>
        ))}
      </ul>
      <CardActions
        order={order}
        dialogs={dialogs}
        onChanged={onChanged}
        count={count}
        hasTickets={active.length > 0}
      />
    </Surface>
  )
}

interface CardActionsProps extends OrderCardProps {
  count: string
  hasTickets: boolean
}

function CardActions({ order, dialogs, onChanged, count, hasTickets }: CardActionsProps) {
  const app = useApp()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const credential: OrderCredential = { email: order.email }
  const resend = useMutation({
    mutationFn: () =>
      app.call(orderLookup.resendEmail, { body: { orderId: order.id, email: order.email } }),
    retry: false,
    onSuccess: ({ message }) =>
      void notify({ tone: 'success', title: 'Email Sent', description: message }),
    onError: (error) =>
      void notify({
        tone: 'danger',
        title: mailTexts.failedTitle,
        description:
          error instanceof ApiError && error.code === 'rate_limited'
            ? error.text
            : mailTexts.failed,
      }),
  })
  const [dialog, setDialog] = useState<{ name: keyof OrderDialogs; isOpen: boolean } | null>(null)
  const Shown = dialog && dialogs[dialog.name]
  // The pages of an upgrade open the order by what this browser knows of it.
  const upgrade = useMutation({
    mutationFn: async () => {
      const view = await queryClient.fetchQuery(orderQuery(app, order.id, credential))
      saveCompletedOrder(recordOf(view))
      const typeId = activeTickets(view)[0]?.ticketTypeId ?? ''
      await navigate(paths.legacyEventTickets(order.eventId, upgradeSearchOf(view, typeId)))
    },
    retry: false,
    onError: () =>
      void notify({
        tone: 'danger',
        title: 'Error Loading Order',
        description: 'Unable to load order details',
      }),
  })
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <Button variant="quiet" busy={resend.isPending} onClick={() => resend.mutate()}>
        Resend Email
      </Button>
      {order.canReschedule && hasTickets && (
        <Button variant="quiet" onClick={() => setDialog({ name: 'reschedule', isOpen: true })}>
          {`Reschedule (${count})`}
        </Button>
      )}
      {order.canUpgrade && hasTickets && (
        <Button variant="quiet" disabled={upgrade.isPending} onClick={() => upgrade.mutate()}>
          {`Upgrade (${count})`}
        </Button>
      )}
      <Link
        {...paths.orderConfirmation(order.id, { email: order.email })}
        className={buttonStyle('quiet')}
      >
        Open Order
      </Link>
      {Shown && (
        <Suspense>
          <Shown
            order={order}
            open={dialog.isOpen}
            onClose={() => setDialog({ ...dialog, isOpen: false })}
            onChanged={onChanged}
          />
        </Suspense>
      )}
    </div>
  )
}
