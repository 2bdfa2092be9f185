import { formatTime } from '@foyer/domain'
import { Button, buttonStyle, Spinner } from '@foyer/ui'
import { Dialog } from '@foyer/ui/dialog'
import { Link } from '@tanstack/react-router'
import { useApp } from '../../../app-context.tsx'
import { ticketsText } from '../../../shared/quote-lines.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import type { StepId } from '../engine/flow.ts'
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
          actions={<FailedActions {...reservation.failure} onRetry={onRetry} onClose={onClose} />}
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

interface FailedActionsProps extends Pick<HoldDialogProps, 'onRetry' | 'onClose'> {
  remedy: Remedy
}

/** The shortest way on is the primary one: trying again, or changing what can not be had. */
function FailedActions({ remedy, onRetry, onClose }: FailedActionsProps) {
  const { event, search, facts } = useEventFlow()
  const way = remedy === 'retry' ? null : wayOn(remedy, facts.isTimeSkipped)
  return (
    <>
      <Button variant="ghost" onClick={onClose}>
        Close
      </Button>
      <Button variant={way ? 'quiet' : 'primary'} onClick={onRetry}>
        Try Again
      </Button>
      {way && (
        <Link {...linkTo(way.step, event.id, search)} className={buttonStyle('primary')}>
          {way.label}
        </Link>
      )}
    </>
  )
}

function wayOn(
  remedy: Exclude<Remedy, 'retry'>,
  isTimeSkipped: boolean,
): { step: StepId; label: string } {
  if (remedy === 'fewer_tickets') return { step: 'tickets', label: 'Change tickets' }
  return isTimeSkipped
    ? { step: 'date', label: 'Choose another date' }
    : { step: 'time', label: 'Choose another time' }
}
