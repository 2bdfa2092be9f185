import { formatTime } from '@foyer/domain'
import { Button, buttonStyle, Spinner } from '@foyer/ui'
import { Dialog } from '@foyer/ui/dialog'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
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

const titleOf = {
  holding: 'Reserving Your Tickets',
  reserved: 'Tickets Reserved!',
  failed: 'Reservation Failed',
} as const

/** The hold as it happens: under way, done, or what stands in the way and what to do about it. */
export function HoldDialog({ reservation, onRetry, onClose }: HoldDialogProps) {
  const { kind } = reservation
  return (
    <Dialog
      open
      dismissable={kind === 'failed'}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={titleOf[kind]}
      description={
        // The window stays and its words change: a screen reader has to be told.
        <span role="status">
          <Description reservation={reservation} />
        </span>
      }
      actions={
        kind === 'failed' && (
          <FailedActions {...reservation.failure} onRetry={onRetry} onClose={onClose} />
        )
      }
    >
      {kind === 'holding' && <Spinner className="size-7" />}
      {kind === 'reserved' && <p className="text-sm text-muted">Taking you to checkout...</p>}
      {kind === 'failed' && <p>{reservation.failure.advice}</p>}
    </Dialog>
  )
}

function Description({ reservation }: Pick<HoldDialogProps, 'reservation'>) {
  const { locale } = useApp().tenant
  const money = useMoney()
  if (reservation.kind === 'holding') return 'This takes a moment. Nothing is charged yet.'
  if (reservation.kind === 'failed') return reservation.failure.text
  const { quote, expiresAt } = reservation.cart
  // When a hold ends concerns the buyer's day, not the venue's: it is told by the device's clock.
  const until = formatTime(expiresAt, Intl.DateTimeFormat().resolvedOptions().timeZone, locale)
  return `We're holding your ${ticketsText(quote.ticketCount)} until ${until}, for ${money.amount(quote.totalMinor)} in total.`
}

interface FailedActionsProps extends Pick<HoldDialogProps, 'onRetry' | 'onClose'> {
  remedy: Remedy
}

/** The shortest way on is the primary one: trying again, or changing what can not be had. */
function FailedActions({ remedy, onRetry, onClose }: FailedActionsProps) {
  const { event, search, facts } = useEventFlow()
  const way = remedy === 'retry' ? null : wayOn(remedy, facts.isTimeSkipped)
  const actions = useRef<HTMLDivElement>(null)
  // The window was open before there was anything in it to take the focus.
  useEffect(() => actions.current?.querySelector<HTMLElement>(':scope > :last-child')?.focus(), [])
  return (
    <div ref={actions} className="contents">
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
    </div>
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
