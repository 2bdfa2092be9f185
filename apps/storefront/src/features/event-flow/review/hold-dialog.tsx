import type { Alternative } from '@foyer/contract'
import { formatTime } from '@foyer/domain'
import { Button, buttonStyle, Dialog, Spinner } from '@foyer/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from '../../../routing/link.tsx'
import { useApp } from '../../../shared/app-context.tsx'
import { AlternativeTimes } from '../../../shared/event/alternative-times.tsx'
import { yourTickets } from '../../../shared/order/quote-lines.ts'
import { holdTexts } from '../../../shared/purchase-text.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { visibleSteps } from '../engine/flow.ts'
import { useMoney } from '../engine/use-money.ts'
import { ChooseAnotherDay } from '../layout/other-days.tsx'
import type { HoldFailure } from './hold-failure.ts'
import type { Reservation } from './use-reserve.ts'

type Shown = Exclude<Reservation, { kind: 'idle' }>

interface HoldDialogProps {
  reservation: Reservation
  onRetry: () => void
  onClose: () => void
  /** The buyer took one of the offered times; its link leads there. */
  onTake: (alternative: Alternative) => void
}

const titleOf = {
  holding: 'Reserving Your Tickets',
  reserved: 'Tickets Reserved!',
  failed: holdTexts.failedInDialog,
} as const

/** The progress of a hold: running, done, or failed with a reason and a remedy. */
export function HoldDialog({ reservation, onRetry, onClose, onTake }: HoldDialogProps) {
  // While it closes, it keeps showing its last content.
  const [shown, setShown] = useState<Shown>({ kind: 'holding', isBusy: false })
  if (reservation.kind !== 'idle' && reservation !== shown) setShown(reservation)
  const { kind } = shown
  return (
    <Dialog
      open={reservation.kind !== 'idle'}
      dismissable={kind === 'failed'}
      onClose={onClose}
      title={titleOf[kind]}
      description={
        // The window stays open while its text changes, so a screen reader must be told.
        <span role="status">
          <Description shown={shown} />
        </span>
      }
      actions={
        kind === 'failed' && (
          <FailedActions failure={shown.failure} onRetry={onRetry} onClose={onClose} />
        )
      }
    >
      {kind === 'holding' && <Spinner className="size-7" />}
      {kind === 'reserved' && <p className="text-sm text-muted">Taking you to checkout...</p>}
      {kind === 'failed' && <Failed failure={shown.failure} onTake={onTake} />}
    </Dialog>
  )
}

function Description({ shown }: { shown: Shown }) {
  const { locale } = useApp().tenant
  const money = useMoney()
  if (shown.kind === 'holding') {
    return shown.isBusy
      ? 'This takes longer than usual. We keep trying; nothing is charged yet.'
      : 'This takes a moment. Nothing is charged yet.'
  }
  if (shown.kind === 'failed') return shown.failure.text
  const { quote, expiresAt } = shown.cart
  // The end of a hold is shown by the device's clock: it concerns the buyer and not the venue.
  const until = formatTime(expiresAt, Intl.DateTimeFormat().resolvedOptions().timeZone, locale)
  return `We’re holding ${yourTickets(quote.ticketCount)} until ${until}, for ${money.amount(quote.totalMinor)} in total.`
}

interface FailedProps extends Pick<HoldDialogProps, 'onTake'> {
  failure: HoldFailure
}

function Failed({ failure, onTake }: FailedProps) {
  const { event, search, linkTo } = useEventFlow()
  const { advice, alternatives } = failure
  return (
    <div className="flex flex-col gap-5">
      <p>{advice}</p>
      {alternatives && alternatives.length > 0 && (
        <AlternativeTimes
          refused={{
            eventId: event.id,
            search,
            currency: event.currency,
            linkToReview: (choice) => linkTo('review', { ...search, ...choice }),
          }}
          alternatives={alternatives}
          level={3}
          onChoose={onTake}
        />
      )}
    </div>
  )
}

interface FailedActionsProps extends Pick<HoldDialogProps, 'onRetry' | 'onClose'> {
  failure: HoldFailure
}

/** The most helpful action is the primary one: retry, or change what is unavailable. */
function FailedActions({ failure, onRetry, onClose }: FailedActionsProps) {
  const way = useWayOn(failure, onClose)
  const actions = useRef<HTMLDivElement>(null)
  const offersTimes = Boolean(failure.alternatives?.length)
  // When the window opened, nothing in it could take the focus. Offered times take it themselves.
  useEffect(() => {
    if (!offersTimes) actions.current?.querySelector<HTMLElement>(':scope > :last-child')?.focus()
  }, [offersTimes])
  return (
    <div ref={actions} className="contents">
      <Button variant="ghost" onClick={onClose}>
        Close
      </Button>
      <Button variant={way || offersTimes ? 'quiet' : 'primary'} onClick={onRetry}>
        Try Again
      </Button>
      {way}
    </div>
  )
}

/** Shown beside the retry; null if offered times are the remedy, or if there is none. */
function useWayOn({ remedy, alternatives }: HoldFailure, onClose: () => void): ReactNode {
  const { facts, linkTo, search } = useEventFlow()
  if (remedy === 'retry') return null
  const offersTimes = Boolean(alternatives?.length)
  if (remedy === 'other_add_ons') return <ChangeAddOns onClose={onClose} />
  if (remedy === 'fewer_tickets') {
    const looks = buttonStyle(offersTimes ? 'quiet' : 'primary')
    return (
      <Link {...linkTo('tickets', search)} className={looks}>
        Change tickets
      </Link>
    )
  }
  if (offersTimes) return null
  // An empty list means that no other time has room either.
  if (alternatives || facts.skipped.has('time')) return <ChooseAnotherDay variant="primary" />
  return (
    <Link {...linkTo('time', search)} className={buttonStyle('primary')}>
      Choose another time
    </Link>
  )
}

/** Leads to the add-ons step, or scrolls to the add-ons of this step. */
function ChangeAddOns({ onClose }: Pick<HoldDialogProps, 'onClose'>) {
  const { facts, flow, linkTo, search } = useEventFlow()
  const words = 'Change your add-ons'
  if (visibleSteps(flow, facts).some(({ id }) => id === 'addons')) {
    return (
      <Link {...linkTo('addons', search)} className={buttonStyle('primary')}>
        {words}
      </Link>
    )
  }
  const goThere = () => {
    onClose()
    // Closing the dialog moves the focus first.
    requestAnimationFrame(() => {
      const heading = document.getElementById(EXTRAS_ID)
      heading?.scrollIntoView()
      heading?.focus({ preventScroll: true })
    })
  }
  return (
    <Button variant="primary" onClick={goThere}>
      {words}
    </Button>
  )
}

/** Id of the add-ons' heading in the review, to move the focus there. */
export const EXTRAS_ID = 'add-ons'
