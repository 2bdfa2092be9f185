import type { CalendarView, EventView } from '@foyer/contract'
import { cx } from '@foyer/ui'
import { ArrowDown, CalendarDays, Clock, MapPin } from '@foyer/ui/icons'
import type { ReactNode } from 'react'
import { useApp } from '../../../shared/app-context.tsx'
import { CategoryBadge, EventPrice } from '../../../shared/event/event-facts.tsx'
import { datesOf, locationOf, nameOf } from '../../../shared/event/event-text.ts'
import { Poster } from '../../../shared/event/poster.tsx'

interface EventTitleProps {
  event: EventView
  /** Undefined until it is loaded. */
  calendar: CalendarView | undefined
}

/**
 * The top of an event's own page. It is short on a phone, where the calendar matters most; a link
 * leads to the description below.
 */
export function EventTitle({ event, calendar }: EventTitleProps) {
  const { locale } = useApp().tenant
  const name = nameOf(event)
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-start gap-x-4 gap-y-2 sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-x-6 lg:block">
      <div className="sm:row-span-2 lg:hidden">
        <Poster event={event} format="poster" priority isCarried className="rounded-md" />
      </div>
      <div className="min-w-0">
        <div className="mb-3 max-lg:hidden">
          <CategoryBadge event={event} />
        </div>
        <h1 className={cx('font-display font-bold', sizeOf(name))}>{name}</h1>
        <ul className="mt-1.5 flex flex-wrap gap-x-5 gap-y-0.5 text-sm text-muted lg:mt-5 lg:gap-y-1.5">
          <Fact icon={MapPin}>{locationOf(event)}</Fact>
          <Fact icon={CalendarDays}>{datesOf(event, calendar, locale)}</Fact>
          {event.isTimedEntry && (
            <Fact icon={Clock} className="max-sm:hidden">
              Timed Entry • Select Your Slot
            </Fact>
          )}
        </ul>
      </div>
      <div className="col-span-full flex items-center justify-between gap-x-4 sm:col-span-1 sm:col-start-2 lg:mt-2">
        <EventPrice event={event} />
        <a
          href={`#${ABOUT_ID}`}
          className="-me-2 inline-flex min-h-target shrink-0 items-center gap-1.5 rounded-md px-2 text-sm font-semibold hover:underline hover:underline-offset-4 lg:hidden"
        >
          About<span className="sr-only"> this event</span>
          <ArrowDown aria-hidden="true" className="size-4" />
        </a>
      </div>
    </div>
  )
}

/** A long name in the largest size would fill the window. */
function sizeOf({ length }: string): string {
  if (length <= 34) return 'text-title lg:text-display'
  return length <= 60 ? 'text-title' : 'text-lg sm:text-title'
}

interface FactProps {
  icon: typeof Clock
  className?: string
  children: ReactNode
}

function Fact({ icon: Icon, className = '', children }: FactProps) {
  return (
    <li className={`flex items-start gap-2 ${className}`}>
      <Icon aria-hidden="true" className="mt-0.75 size-4 shrink-0 max-sm:hidden" />
      <span className="min-w-0">{children}</span>
    </li>
  )
}

/** Id of the event's description, for links to it. */
export const ABOUT_ID = 'about'
