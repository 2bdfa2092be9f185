import type { EventView } from '@foyer/contract'
import { SALE_STATUSES } from '@foyer/domain'
import { Badge, buttonStyle, cx } from '@foyer/ui'
import { Clock } from '@foyer/ui/icons'
import { CategoryBadge, EventDate, EventPrice } from './event-facts.tsx'
import { type EventFamily, EventLink } from './event-link.tsx'
import { locationOf, nameOf } from './event-text.ts'
import { Poster } from './poster.tsx'
import { useCarriedPicture } from './use-carried-picture.ts'

const LONG_WORD = /\S{20}/

/** The venue and its city, which is not broken while it fits a line. */
function Location({ event }: { event: EventView }) {
  const [venue, ...city] = locationOf(event).split(', ')
  return (
    <p className="text-sm text-muted">
      {venue}
      {city.length > 0 && ', '}
      <span className="inline-block">{city.join(', ')}</span>
    </p>
  )
}

interface EventCardProps {
  event: EventView
  family: EventFamily
}

/** On a phone a row with the poster at the side; on wider screens a poster with text below. */
export function EventCard({ event, family }: EventCardProps) {
  const { isCarried, carry } = useCarriedPicture(`grid ${event.id}`)
  const name = nameOf(event)
  const { label, isDeadEnd } = SALE_STATUSES[event.status]
  return (
    <article className="event-card group relative grid h-full grid-cols-[6.5rem_minmax(0,1fr)] gap-4 sm:flex sm:flex-col">
      <div className="self-start overflow-hidden rounded-md">
        <Poster
          event={event}
          format="poster"
          isCarried={isCarried}
          className={cx(
            'aspect-4/5 transition-[scale] group-hover:scale-[1.03] motion-reduce:group-hover:scale-100',
            isDeadEnd && 'opacity-55',
          )}
        />
      </div>
      <div className="flex flex-1 flex-col gap-1.5">
        <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm font-semibold">
          <EventDate event={event} />
          <CategoryBadge event={event} />
        </p>
        <h3
          className={cx(
            'line-clamp-3 font-display font-bold',
            // A single word as wide as the card would break at any letter.
            LONG_WORD.test(name) ? 'text-base' : 'text-lg',
            'group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4',
          )}
        >
          {name}
        </h3>
        <Location event={event} />
        {event.isTimedEntry && (
          <p className="flex items-center gap-1.5 text-xs text-muted sm:text-sm">
            <Clock aria-hidden="true" className="size-4 shrink-0" />
            Timed Entry • Select Your Slot
          </p>
        )}
        {(event.status === 'selling_fast' || event.status === 'not_yet') && (
          <p>
            <Badge tone={event.status === 'not_yet' ? 'neutral' : 'warning'}>{label}</Badge>
          </p>
        )}
        <div className="mt-auto grid justify-items-start gap-1 pt-1 sm:pt-2">
          <EventPrice event={event} />
          <EventLink
            event={event}
            family={family}
            onOpen={carry}
            className="card-link mt-1"
            labelClassName={buttonStyle('quiet', 'md', 'group-hover:border-edge-strong')}
          />
        </div>
      </div>
    </article>
  )
}
