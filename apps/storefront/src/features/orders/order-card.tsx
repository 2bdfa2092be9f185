import { ApiError, type OrderCard as Card, orderLookup } from '@foyer/contract'
import {
  formatAmount,
  formatLongDate,
  formatTime,
  fromMajor,
  isMaskedEmail,
  knownZone,
} from '@foyer/domain'
import { Badge, Button, buttonStyle, notify, Surface } from '@foyer/ui'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { useApp } from '../../shared/app-context.tsx'
import { mailTexts } from '../../shared/purchase-text.ts'
import { UnlockForm } from './change-links.tsx'
import type { OrderDialogs } from './order-dialogs.ts'

interface OrderCardProps {
  order: Card
  dialogs: OrderDialogs
  /** The order has changed: the list reads it again. */
  onChanged: () => void
  /** Opens an order fully that only a link opened; rejects for another address than its own. */
  onUnlock?: (email: string) => Promise<void>
}

/** An order of the list, with what can be done with it. */
export function OrderCard({ order, dialogs, onChanged, onUnlock }: OrderCardProps) {
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
      {isMaskedEmail(order.email) && onUnlock ? (
        <UnlockForm onSubmit={onUnlock} />
      ) : (
        <CardActions
          order={order}
          dialogs={dialogs}
          onChanged={onChanged}
          count={count}
          hasTickets={active.length > 0}
        />
      )}
    </Surface>
  )
}

interface CardActionsProps extends OrderCardProps {
  count: string
  hasTickets: boolean
}

function CardActions({ order, dialogs, onChanged, count, hasTickets }: CardActionsProps) {
  const app = useApp()
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
  return (
    <div className="mt-5 grid gap-3 sm:flex sm:flex-wrap">
      <Button variant="quiet" busy={resend.isPending} onClick={() => resend.mutate()}>
        Resend Email
      </Button>
      {order.canReschedule && hasTickets && (
        <Button variant="quiet" onClick={() => setDialog({ name: 'reschedule', isOpen: true })}>
          {`Reschedule (${count})`}
        </Button>
      )}
      {order.canUpgrade && hasTickets && (
        <Button variant="quiet" onClick={() => setDialog({ name: 'upgrade', isOpen: true })}>
          {`Upgrade (${count})`}
        </Button>
      )}
      {order.canCancel && hasTickets && (
        <Button variant="quiet" onClick={() => setDialog({ name: 'cancel', isOpen: true })}>
          {`Cancel (${count})`}
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
