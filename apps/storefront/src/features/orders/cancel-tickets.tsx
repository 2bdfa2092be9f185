import type { OrderView } from '@foyer/contract'
import { Button } from '@foyer/ui'
import { Suspense, useState } from 'react'
import { changeableTickets, isByLinkAlone } from '../../data/orders/order-changes.ts'
import { ticketsText } from '../../shared/order/quote-lines.ts'
import type { OrderDialogs } from './order-dialogs.ts'

interface CancelTicketsProps {
  order: OrderView
  dialog: OrderDialogs['cancel']
}

/** Opens the dialog that cancels tickets of the order, if its policy lets any be cancelled now. */
export function CancelTickets({ order, dialog: CancelDialog }: CancelTicketsProps) {
  const [now] = useState(Date.now)
  /** Null until it is first opened. It stays while it fades out, and after the last ticket ended. */
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const { order: head, event } = order
  const count = isByLinkAlone(order) ? 0 : changeableTickets(order, 'cancel', now).length
  return (
    <>
      {count > 0 && (
        <Button className="mt-3 max-sm:w-full" onClick={() => setOpen(true)}>
          {`Cancel (${ticketsText(count)})`}
        </Button>
      )}
      {isOpen !== null && (
        <Suspense>
          <CancelDialog
            order={{
              id: head.id,
              email: head.email,
              eventName: event.name,
              orderNumber: head.orderNumber,
              venueTimezone: event.timeZone,
            }}
            open={isOpen}
            onClose={() => setOpen(false)}
            // The dialog itself has the order read again.
            onChanged={() => {}}
          />
        </Suspense>
      )}
    </>
  )
}
