import type { RescheduleOptions, RescheduleSession } from '@foyer/contract'
import { formatAmount, formatLongDate, formatTime, minorOf, statusLabel } from '@foyer/domain'
import { Button, cx, ErrorCard, Skeleton } from '@foyer/ui'
import { useState } from 'react'
import { ticketsText, yourTickets } from '../../../shared/order/quote-lines.ts'

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
  const { options, date, locale, sessions, error, onRetry, onBack, onContinue } = props
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
  const noRoom = sessions && noRoomText(sessions, options)
  return (
    <>
      <fieldset>
        <legend className="mb-3 font-display font-bold">{formatLongDate(date, locale)}</legend>
        {!sessions && <Skeleton className="h-40 w-full" />}
        {sessions?.length === 0 && (
          <p className="text-muted">No session of this day can be chosen.</p>
        )}
        {noRoom && <p className="mb-3">{noRoom}</p>}
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
      <div className="dialog-actions mt-6 flex flex-col-reverse gap-3 bg-surface sm:flex-row sm:justify-end">
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
  const { isCurrent, hasRoom, availableCapacity } = session
  const isOpen = !isCurrent && hasRoom
  const { title, note } = sessionText(session, zone, locale)
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
        <span className="figures font-display font-bold">{title}</span>
        <span className="figures sm:text-end">
          {isCurrent ? 'Current session' : differenceText(session, options, locale)}
        </span>
        {note && <span className="text-sm">{note}</span>}
        {availableCapacity !== null && availableCapacity >= 0 && (
          <span className="figures text-sm sm:col-start-2 sm:text-end">
            {availableCapacity === 0
              ? statusLabel('sold_out')
              : `${ticketsText(availableCapacity)} left${isOpen || isCurrent ? '' : ', too few for you'}`}
          </span>
        )}
      </span>
    </label>
  )
}

/**
 * Said of a day if its sessions have too little room for the chosen tickets; null if one has enough, or
 * if the tickets are in its only one.
 */
export function noRoomText(
  sessions: readonly RescheduleSession[],
  { tickets }: RescheduleOptions,
): string | null {
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  if (others.length === 0 || others.some(({ hasRoom }) => hasRoom)) return null
  const what = others.length < sessions.length ? 'No other time' : 'No time'
  const count = tickets.filter(({ isChosen }) => isChosen).length
  return `${what} on this day has room for ${yourTickets(count)}.`
}

/**
 * A session's start and its name. A name that begins with the start, as '10:00 AM entry', is the title
 * by itself, so that the time is not repeated.
 */
export function sessionText(
  { startTime, displayName }: { startTime: string; displayName: string },
  zone: string,
  locale: string,
): { title: string; note: string | null } {
  const time = formatTime(startTime, zone, locale)
  return displayName.startsWith(time)
    ? { title: displayName, note: null }
    : { title: time, note: displayName }
}

/**
 * '+$10.00 per ticket · Total +$20.00'; 'about +$7.15 per ticket' if the cents of the total do not divide.
 * An average of tickets that differ is left out: it is the price of none.
 */
export function differenceText(
  session: RescheduleSession,
  { currency, tickets }: RescheduleOptions,
  locale: string,
): string {
  const { priceDifference, totalDifference, isSameForEach, isWaived } = session
  const text = (major: number) => {
    const amount = formatAmount(minorOf(major, currency), currency, locale)
    return major > 0 ? `+${amount}` : amount
  }
  const total = `Total ${text(totalDifference)}${isWaived ? ', waived' : ''}`
  if (!isSameForEach) return total
  const moving = tickets.filter((ticket) => ticket.isChosen && ticket.sessionId !== session.id)
  const isExact =
    minorOf(priceDifference, currency) * moving.length === minorOf(totalDifference, currency)
  return `${isExact ? '' : 'about '}${text(priceDifference)} per ticket · ${total}`
}
