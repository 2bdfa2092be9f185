import { ApiError, type OrderCard, type RescheduleOptions } from '@foyer/contract'
import { Button, Checkbox, Dialog, ErrorCard, Notice, Skeleton } from '@foyer/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { rescheduleOptionsQuery } from '../../data/orders/change-quotes.ts'
import { useApp } from '../../shared/app-context.tsx'
import { notifyOfChange } from '../../shared/order/notify-of-mail.ts'
import { PolicyTermsText } from '../../shared/order/policy-terms.tsx'
import { whyRefused } from './payment/change-problems.ts'
import { GoToCheckout } from './payment/go-to-checkout.tsx'
import { readPendingChange } from './payment/pending-change.ts'
import { ConfirmStep } from './reschedule-steps/confirm-step.tsx'
import { DateStep } from './reschedule-steps/date-step.tsx'
import { SessionStep } from './reschedule-steps/session-step.tsx'
import { RESCHEDULED_IN_LIST, useKeepReschedule } from './rescheduled.ts'

interface RescheduleDialogProps {
  order: OrderCard
  open: boolean
  onClose: () => void
  /** The order has changed: lists of orders are read again. */
  onChanged: () => void
}

/** Reschedules an order, or some of its tickets, without leaving the list of orders. */
export function RescheduleDialog({ order, open, onClose, onChanged }: RescheduleDialogProps) {
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog open={open} onClose={onClose} title="Reschedule Order" dismissable={!isBusy}>
      {open && <Body order={order} onClose={onClose} onChanged={onChanged} onBusy={setBusy} />}
    </Dialog>
  )
}

/** Where the buyer is, and what they have chosen so far. A new opening begins anew. */
type Step =
  | { kind: 'calendar' }
  | { kind: 'session'; date: string }
  | { kind: 'confirm'; date: string; sessionId: string }

interface BodyProps extends Omit<RescheduleDialogProps, 'open'> {
  onBusy: (isBusy: boolean) => void
}

function Body({ order, onClose, onChanged, onBusy }: BodyProps) {
  const app = useApp()
  const { locale } = app.tenant
  const zone = order.venueTimezone
  const [interrupted] = useState(() => readPendingChange(order.id))
  const keep = useKeepReschedule()
  const [step, setStep] = useState<Step>({ kind: 'calendar' })
  const [isFirst, setFirst] = useState(true)
  const goTo = (next: Step) => {
    setFirst(false)
    setStep(next)
  }
  const [ticketIds, setTicketIds] = useState<string>()
  const [reason, setReason] = useState('')
  const credential = { email: order.email }
  const date = step.kind === 'calendar' ? undefined : step.date
  const all = useQuery({
    ...rescheduleOptionsQuery(app, order.id, { ...credential, ticketIds }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  // An event with very many sessions answers them a day at a time.
  const ofDay = useQuery({
    ...rescheduleOptionsQuery(app, order.id, { ...credential, ticketIds, date }),
    enabled: all.data?.isComplete === false && date !== undefined,
  })
  const options = all.data
  if (interrupted) return <GoToCheckout orderId={order.id} pending={interrupted} />
  // A refusal in the last step is shown there, with what was typed.
  if (all.error && !(options && step.kind === 'confirm')) {
    return <Refused error={all.error} onRetry={() => void all.refetch()} onClose={onClose} />
  }
  if (!options) return <Skeleton className="h-80 w-full" />
  const sessions = (options.isComplete ? options : ofDay.data)?.availableSessions.filter(
    (session) => session.date === date,
  )
  const common = { options, zone, locale }
  switch (step.kind) {
    case 'calendar':
      return (
        <StepBox isFirst={isFirst}>
          <PolicyTermsText
            terms={options.policy}
            currency={options.currency}
            zone={zone}
            locale={locale}
            kind="reschedule"
          />
          <TicketChoice options={options} ticketIds={ticketIds} onChoose={setTicketIds} />
          <DateStep {...common} onChoose={(chosen) => goTo({ kind: 'session', date: chosen })} />
        </StepBox>
      )
    case 'session':
      return (
        <StepBox key="session">
          <SessionStep
            {...common}
            date={step.date}
            sessions={sessions}
            error={ofDay.error}
            onRetry={() => void ofDay.refetch()}
            onBack={() => goTo({ kind: 'calendar' })}
            onContinue={(sessionId) => goTo({ ...step, kind: 'confirm', sessionId })}
          />
        </StepBox>
      )
    case 'confirm': {
      const session = sessions?.find(({ id }) => id === step.sessionId)
      if (!session) return <Skeleton className="h-80 w-full" />
      return (
        <StepBox key="confirm">
          <ConfirmStep
            {...common}
            order={order}
            session={session}
            ticketIds={ticketIds}
            reason={reason}
            onReason={setReason}
            onBack={() => goTo({ kind: 'session', date: step.date })}
            onBusy={onBusy}
            onDone={(made, reference) => {
              keep(order.eventId, order.id, made, reference)
              onBusy(false)
              onChanged()
              onClose()
              void notifyOfChange(app, { orderId: order.id, credential }, RESCHEDULED_IN_LIST)
            }}
          />
        </StepBox>
      )
    }
  }
}

/** One step. It takes the focus, because the button that led here is gone; the dialog's first does not. */
function StepBox({ isFirst = false, children }: { isFirst?: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const focus = useEffectEvent(() => {
    if (isFirst) return
    box.current?.focus({ preventScroll: true })
    // With the title of the dialog: a long step would only be scrolled to its own beginning.
    box.current?.closest('dialog')?.scrollTo({ top: 0 })
  })
  useEffect(() => focus(), [])
  return (
    <div ref={box} tabIndex={-1} className="rounded-md">
      {children}
    </div>
  )
}

interface TicketChoiceProps {
  options: RescheduleOptions
  /** Chosen ones, separated by commas; undefined: all that may move. */
  ticketIds: string | undefined
  onChoose: (ticketIds: string) => void
}

/** Which tickets move: all by default. Shown only if there is a choice. */
function TicketChoice({ options, ticketIds, onChoose }: TicketChoiceProps) {
  const { tickets, currentSessions } = options
  const movable = tickets.filter((ticket) => ticket.canMove)
  if (movable.length < 2) return null
  const chosen = ticketIds?.split(',') ?? movable.map(({ id }) => id)
  const nameOf = (sessionId: string) =>
    currentSessions.find(({ id }) => id === sessionId)?.displayName
  const toggle = (id: string) => {
    const next = chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]
    // One ticket at least moves.
    if (next.length > 0) onChoose(next.join(','))
  }
  return (
    <fieldset className="mt-4">
      <legend className="text-sm font-semibold">Tickets to reschedule</legend>
      {movable.map(({ id, ticketTypeName, sessionId }, index) => (
        <Checkbox
          key={id}
          label={`${ticketTypeName}, ticket ${index + 1}`}
          hint={currentSessions.length > 1 ? nameOf(sessionId) : undefined}
          checked={chosen.includes(id)}
          onChange={() => toggle(id)}
        />
      ))}
    </fieldset>
  )
}

interface RefusedProps {
  error: unknown
  onRetry: () => void
  onClose: () => void
}

/** The specification's text if the order may not move, with the reason of its policy. */
function Refused({ error, onRetry, onClose }: RefusedProps) {
  if (error instanceof ApiError && error.status < 500) {
    return (
      <Notice
        tone="warning"
        announce="alert"
        title="This order cannot be rescheduled at this time."
        actions={<Button onClick={onClose}>Close</Button>}
      >
        {whyRefused(error)}
      </Notice>
    )
  }
  return (
    <ErrorCard
      level={3}
      title="Reschedule Failed"
      message={error instanceof ApiError ? error.httpText : 'Unable to reschedule your order.'}
      onRetry={onRetry}
    />
  )
}
