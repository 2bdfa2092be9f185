import type { OrderCard, RescheduleOptions, RescheduleSession } from '@foyer/contract'
import { formatAmount, formatInstantDate, minorOf } from '@foyer/domain'
import { Button, Field, Notice, TextInput } from '@foyer/ui'
import { useEffect } from 'react'
import { saveRescheduleReason } from '../../../data/stored/reschedule-records.ts'
import { useNavigate } from '../../../routing/hooks.ts'
import { paths } from '../../../routing/paths.ts'
import { Comparison } from '../comparison.tsx'
import { ChangePayment } from '../payment/change-payment.tsx'
import type { RequestedChange } from '../payment/pending-change.ts'
import { useChange } from '../payment/use-change.ts'
import { differenceText, sessionText } from './session-step.tsx'

interface ConfirmStepProps {
  order: OrderCard
  options: RescheduleOptions
  session: RescheduleSession
  /** Separated by commas; undefined: all that may move. */
  ticketIds: string | undefined
  /** Kept by the dialog, so that another session may be chosen without typing it again. */
  reason: string
  onReason: (reason: string) => void
  zone: string
  locale: string
  onBack: () => void
  onBusy: (isBusy: boolean) => void
  onDone: (made: RequestedChange, reference: string | null) => void
}

const MOST_REASON_LETTERS = 1000

/** The current and the new session, the amount, and the last press: it pays elsewhere, or moves at once. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { order, options, session, ticketIds, reason, zone, locale } = props
  const { onReason, onBack, onBusy, onDone } = props
  const navigate = useNavigate()
  const { state, machine } = useChange(order.id, null, onDone)
  const { currency, currentSession, tickets } = options
  const dueMinor = minorOf(session.amountDue, currency)
  const isSubmitting = state.step === 'submitting'
  useEffect(() => onBusy(isSubmitting), [isSubmitting, onBusy])
  // All that may move are named: what 'all' means could change until it is sent.
  const chosen = tickets.filter((ticket) => ticket.isChosen).map(({ id }) => id)

  const confirm = () => {
    if (dueMinor > 0) {
      saveRescheduleReason(order.id, reason.trim())
      void navigate(
        paths.rescheduleCheckout(order.id, session.id, {
          email: order.email,
          priceDifference: String(session.amountDue),
          ticketIds: ticketIds && chosen.join(','),
        }),
      )
      return
    }
    machine.start({
      email: order.email,
      change: {
        type: 'reschedule',
        newSessionId: session.id,
        ticketIds: chosen,
        reason: reason.trim() || undefined,
      },
      dueMinor,
      currency,
    })
  }
  const isOpen = state.step === 'quoted' || state.step === 'opening'
  return (
    <>
      <Comparison
        before={{
          title: 'Current session',
          children: <When {...currentSession} zone={zone} locale={locale} />,
        }}
        after={{
          title: 'New session',
          children: <When {...session} zone={zone} locale={locale} />,
        }}
      />
      <p className="mt-4 font-semibold">{differenceText(session, options, locale)}</p>
      {session.isWaived && (
        <p className="text-sm text-muted">
          This difference is too small to be charged, so it is waived.
        </p>
      )}
      {session.amountRefunded > 0 && (
        <p className="text-sm text-muted">
          {`${formatAmount(minorOf(session.amountRefunded, currency), currency, locale)} is refunded to the card you paid with.`}
        </p>
      )}
      {state.step === 'quoted' && state.problem && (
        <Notice tone="warning" announce="alert" title={state.problem.title} className="mt-4">
          {state.problem.message}
        </Notice>
      )}
      {(isOpen || state.step === 'failed') && (
        <Field label="Reason for rescheduling" mark="optional" className="mt-5">
          <TextInput
            name="reason"
            value={reason}
            maxLength={MOST_REASON_LETTERS}
            readOnly={!isOpen}
            onChange={({ target }) => onReason(target.value)}
          />
        </Field>
      )}
      {isOpen && (
        <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button onClick={onBack}>Back</Button>
          <Button variant="primary" onClick={confirm}>
            {dueMinor > 0
              ? `Pay ${formatAmount(dueMinor, currency, locale)} & Reschedule`
              : 'Confirm Reschedule'}
          </Button>
        </div>
      )}
      <div className={isOpen ? undefined : 'mt-5'}>
        <ChangePayment
          state={state}
          machine={machine}
          wayOn={<Button onClick={onBack}>Back</Button>}
        />
      </div>
    </>
  )
}

interface WhenProps {
  startTime: string
  displayName: string
  zone: string
  locale: string
}

function When({ zone, locale, ...session }: WhenProps) {
  const { title, note } = sessionText(session, zone, locale)
  return (
    <>
      <p className="font-display leading-tight font-bold">
        {`${formatInstantDate(session.startTime, zone, locale)}, ${title}`}
      </p>
      {note && <p className="mt-1 text-sm">{note}</p>}
    </>
  )
}
