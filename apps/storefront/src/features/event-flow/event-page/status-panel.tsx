import {
  formatLongDate,
  formatTime,
  knownZone,
  localDateOf,
  MOVED,
  type SaleStatus,
  statusLabel,
} from '@foyer/domain'
import { Notice } from '@foyer/ui'
import type { KnownEvent } from '../../../data/queries.ts'
import { useApp } from '../../../shared/app-context.tsx'

interface StatusWords {
  title: string
  /** `when` is the day and the time of the event. */
  text: (when: string) => string
}

/** What becomes of the tickets of an event that was called off, whatever its policy says. */
export const CALLED_OFF_TICKETS =
  'Everybody with tickets gets a mail: the money goes back, unless they choose another date.'

const WORDS: Partial<Record<SaleStatus, StatusWords>> = {
  begun: {
    title: 'This event has begun',
    text: (when) => `It began on ${when}, and tickets for it are no longer sold here.`,
  },
  over: {
    title: 'This event is over',
    text: (when) => `It was on ${when}.`,
  },
  called_off: {
    title: 'This event was called off',
    text: (when) => `It was planned for ${when} and does not take place. ${CALLED_OFF_TICKETS}`,
  },
}

/** What is said of an event that has no day to come; undefined for one that has. */
export const statusWords = (status: SaleStatus): StatusWords | undefined => WORDS[status]

/** Says at the top of the page that an event has begun, is over, was called off, has no price yet or has a new date. */
export function StatusPanel({ event }: { event: KnownEvent }) {
  const { locale } = useApp().tenant
  const { date, status, movedFrom } = event
  const zone = knownZone(event.venue_timezone)
  const whenOf = (instant: string) =>
    `${formatLongDate(localDateOf(new Date(instant), zone), locale)} at ${formatTime(instant, zone, locale)}`
  const words = statusWords(status)
  if (words && date) {
    return (
      <Notice
        tone={status === 'called_off' ? 'warning' : 'info'}
        title={words.title}
        className="mt-6"
      >
        {words.text(whenOf(date))}
      </Notice>
    )
  }
  if (status === 'unpriced') {
    return (
      <Notice title={statusLabel(status)} className="mt-6">
        Tickets go on sale once the organizer has set their price.
      </Notice>
    )
  }
  // Of a run, the moved date is one of many.
  if (!movedFrom || !date || event.sessionCount !== 1) return null
  return (
    <Notice title={MOVED.label} className="mt-6">
      {`It was moved from ${whenOf(movedFrom)} to ${whenOf(date)}. Everybody with tickets for the old date got a mail about it.`}
    </Notice>
  )
}
