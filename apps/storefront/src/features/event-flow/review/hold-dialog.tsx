import { formatTime } from '@foyer/domain'
import { Button, buttonStyle, Spinner } from '@foyer/ui'
import { Dialog } from '@foyer/ui/dialog'
import { Link } from '@tanstack/react-router'
import { useApp } from '../../../app-context.tsx'
import { ticketsText } from '../../../shared/quote-lines.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { linkTo } from '../engine/links.ts'
import { useMoney } from '../engine/use-money.ts'
import type { Remedy } from './hold-failure.ts'
import type { Reservation } from './use-reserve.ts'

interface HoldDialogProps {
  reservation: Exclude<Reservation, { kind: 'idle' }>
  onRetry: () => void
  onClose: () => void
}

/** The hold as it happens: under way, done, or what stands in the way and what to do about it. */
export function HoldDialog({ reservation, onRetry, onClose }: HoldDialogProps) {
  switch (reservation.kind) {
    case 'holding':
      return (
        <Dialog
          open
          dismissable={false}
          title="Reserving Your Tickets"
          description="This takes a moment. Nothing is charged yet."
        >
          <Spinner className="size-7" label="Creating Hold..." />
        </Dialog>
      )
    case 'reserved':
      return <Reserved cart={reservation.cart} />
    case 'failed':
      return (
        <Dialog
          open
          onOpenChange={(isOpen) => !isOpen && onClose()}
          title="Reservation Failed"
          description={reservation.failure.text}
          actions={
            <>
              <Button variant="ghost" onClick={onClose}>
                Close
              </Button>
              <RemedyLink remedy={reservation.failure.remedy} />
              <Button variant="primary" onClick={onRetry}>
                Try Again
              </Button>
            </>
          }
        >
          <p>{reservation.failure.advice}</p>
        </Dialog>
      )
  }
}

function Reserved({ cart }: { cart: Extract<Reservation, { kind: 'reserved' }>['cart'] }) {
  const { locale } = useApp().tenant
  const money = useMoney()
  const { ticketCount, totalMinor } = cart.quote
  // When a hold ends concerns the buyer's day, not the venue's: it is told by the device's clock.
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Dialog
      open
      dismissable={false}
      title="Tickets Reserved!"
      description={`We're holding your ${ticketsText(ticketCount)} until ${formatTime(cart.expiresAt, ownZone, locale)}, for ${money.amount(totalMinor)} in total.`}
    >
      <p className="text-sm text-muted">Taking you to checkout...</p>
    </Dialog>
  )
}

function RemedyLink({ remedy }: { remedy: Remedy }) {
  const { event, search, facts } = useEventFlow()
  if (remedy === 'retry') return null
  const isTime = remedy === 'other_time' && !facts.isTimeSkipped
  const step = isTime ? 'time' : remedy === 'other_time' ? 'date' : 'tickets'
  const label = {
    time: 'Choose another time',
    date: 'Choose another date',
    tickets: 'Change tickets',
  }
  return (
    <Link {...linkTo(step, event.id, search)} className={buttonStyle()}>
      {label[step]}
    </Link>
  )
}
