import type { RescheduleOptions, RescheduleSession } from '@foyer/contract'
import { formatAmount, formatLongDate, formatTime, minorOf } from '@foyer/domain'
import { Button, cx, ErrorCard, Skeleton } from '@foyer/ui'
import { useState } from 'react'
import { ticketsText } from '../../../shared/order/quote-lines.ts'

interface SessionStepProps {
  options: RescheduleOptions
  zone: string
  locale: string
  date: string
  /** Of that date; undefined until they are loaded. */
  sessions: readonly RescheduleSession[] | undefined
  error: unknown
  onRetry: () => void
  onBack: () => void
  onContinue: (sessionId: string) => void
}

/** The sessions of one day. The current one, and one with too little room, cannot be chosen. */
export function SessionStep(props: SessionStepProps) {
  const { date, locale, sessions, error, onRetry, onBack, onContinue } = props
  const [chosen, setChosen] = useState<string>()
  if (error && !sessions) {
    return (
      <ErrorCard
        level={3}
        title="Reschedule Failed"
        message="Unable to reschedule your order."
        onRetry={onRetry}
      />
    )
  }
  return (
    <>
      <fieldset>
        <legend className="mb-3 font-display font-bold">{formatLongDate(date, locale)}</legend>
        {!sessions && <Skeleton className="h-40 w-full" />}
        {sessions?.length === 0 && (
          <p className="text-muted">No session of this day can be chosen.</p>
        )}
        <div className="flex flex-col gap-2">
          {sessions?.map((session) => (
            <Session
              key={session.id}
              {...props}
              session={session}
              isChosen={session.id === chosen}
              onChoose={() => setChosen(session.id)}
            />
          ))}
        </div>
      </fieldset>
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onBack}>Back to Calendar</Button>
        <Button
          variant="primary"
          onClick={() => chosen && onContinue(chosen)}
          {...(chosen ? {} : { disabledReason: 'Choose a session first' })}
        >
          Continue to Confirmation
        </Button>
      </div>
    </>
  )
}

interface SessionProps extends Pick<SessionStepProps, 'options' | 'zone' | 'locale'> {
  session: RescheduleSession
  isChosen: boolean
  onChoose: () => void
}

function Session({ session, options, zone, locale, isChosen, onChoose }: SessionProps) {
  const { startTime, displayName, isCurrent, hasRoom, availableCapacity } = session
  const isOpen = !isCurrent && hasRoom
  return (
    <label
      className={cx(
        'flex min-h-target gap-3 rounded-md p-3 inset-ring transition-colors forced-colors:border',
        isChosen ? 'bg-raised inset-ring-2 inset-ring-text' : 'inset-ring-edge',
        isOpen ? 'hover:bg-hover' : 'cursor-not-allowed text-muted',
      )}
    >
      <input
        type="radio"
        name="session"
        className="mt-1 size-4 shrink-0 accent-current"
        checked={isChosen}
        disabled={!isOpen}
        onChange={onChoose}
      />
      <span className="grid min-w-0 flex-1 gap-x-4 gap-y-0.5 sm:grid-cols-[1fr_auto]">
        <span className="figures font-display font-bold">
          {formatTime(startTime, zone, locale)}
        </span>
        <span className="figures sm:text-end">
          {isCurrent ? 'Current session' : differenceText(session, options, locale)}
        </span>
        <span className="text-sm">{displayName}</span>
        {availableCapacity !== null && availableCapacity >= 0 && (
          <span className="figures text-sm sm:text-end">
            {`${ticketsText(availableCapacity)} left${isOpen || isCurrent ? '' : ', too few for you'}`}
          </span>
        )}
      </span>
    </label>
  )
}

/** '+$10.00 per ticket · Total +$20.00'. An average per ticket is left out: it is the price of none. */
export function differenceText(
  { priceDifference, totalDifference, isSameForEach, isWaived }: RescheduleSession,
  { currency }: RescheduleOptions,
  locale: string,
): string {
  const text = (major: number) => {
    const amount = formatAmount(minorOf(major, currency), currency, locale)
    return major > 0 ? `+${amount}` : amount
  }
  const total = `Total ${text(totalDifference)}${isWaived ? ', waived' : ''}`
  return isSameForEach ? `${text(priceDifference)} per ticket · ${total}` : total
}
