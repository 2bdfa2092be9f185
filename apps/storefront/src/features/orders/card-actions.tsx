import { type OrderCard, orderLookup } from '@foyer/contract'
import { Button, buttonStyle } from '@foyer/ui'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { useApp } from '../../shared/app-context.tsx'
import { notifyOfFailedResend, notifyOfResend } from '../../shared/order/notify-of-mail.ts'
import { ticketsText } from '../../shared/order/quote-lines.ts'
import type { OrderDialogs } from './order-dialogs.ts'

interface CardActionsProps {
  order: OrderCard
  dialogs: OrderDialogs
  /** Of the link to the confirmation; on the order's own page it is not the order that opens. */
  openLabel?: string
  /** The order has changed: what shows it reads it again. */
  onChanged: () => void
}

/** What a buyer can do with an order that is open to them fully. */
export function CardActions({
  order,
  dialogs,
  openLabel = 'Open Order',
  onChanged,
}: CardActionsProps) {
  const active = order.tickets.filter((ticket) => !ticket.isCancelled)
  const hasTickets = active.length > 0
  const count = ticketsText(active.length)
  const app = useApp()
  const resend = useMutation({
    mutationFn: () =>
      app.call(orderLookup.resendEmail, { body: { orderId: order.id, email: order.email } }),
    retry: false,
    onSuccess: (answer) =>
      void notifyOfResend(
        app,
        { orderId: order.id, credential: { email: order.email }, to: order.email },
        answer,
      ),
    onError: notifyOfFailedResend,
  })
  const [dialog, setDialog] = useState<{ name: keyof OrderDialogs; isOpen: boolean } | null>(null)
  const Shown = dialog && dialogs[dialog.name]
  return (
    // A label is as wide as it is: two fit beside each other from 390 px on.
    <div className="flex flex-wrap gap-3 max-sm:*:grow">
      <Link
        {...paths.orderConfirmation(order.id, { email: order.email })}
        className={buttonStyle('quiet')}
      >
        {openLabel}
      </Link>
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
