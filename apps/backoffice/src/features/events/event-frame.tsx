import type { OfficeEvent } from '@foyer/contract'
import { EVENT_STATES, may, type Role } from '@foyer/domain'
import { cx } from '@foyer/ui'
import { ChevronLeft, ExternalLink } from '@foyer/ui/icons'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { draftUrl, paths } from '../../routing/paths.ts'
import { Heading } from '../../shared/page.tsx'
import { EventActions } from './event-actions.tsx'
import { EventStateBadge } from './event-state-badge.tsx'

interface EventTab {
  label: string
  link: (organizer: string, eventId: string) => LinkProps
  isExact?: boolean
}

/** The tabs of an event, in the order in which one is set up. A new tab is a line here. */
const TABS: readonly EventTab[] = [
  { label: 'Details', link: paths.event, isExact: true },
  { label: 'Tickets', link: paths.eventTickets },
  { label: 'Dates', link: paths.dates },
  { label: 'Sales', link: paths.eventSales },
]

interface EventFrameProps {
  organizer: { slug: string; siteUrl: string; role: Role }
  event: OfficeEvent
  /** The screen of the tab. */
  children: ReactNode
}

/** What all screens of an event have in common: its name, its state and what can be done, and the tabs. */
export function EventFrame({ organizer, event, children }: EventFrameProps) {
  const { slug } = organizer
  const { isSeenByBuyers, text } = EVENT_STATES[event.state]
  return (
    <div className="mx-auto max-w-page px-4 pt-6 pb-16 sm:px-6 lg:px-10 lg:pt-8">
      <Link
        {...paths.events(slug)}
        className="-ms-1 inline-flex min-h-8 items-center gap-1 text-sm text-muted hover:text-text"
      >
        <ChevronLeft aria-hidden="true" className="size-4" />
        All events
      </Link>
      <div className="mt-1 flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-60">
          <Heading title={event.details.name} className="break-words" />
          <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <EventStateBadge state={event.state} />
            <span>{text}</span>
            {(isSeenByBuyers || event.state === 'draft') && (
              <a
                href={
                  isSeenByBuyers
                    ? `${organizer.siteUrl}/events-api/${event.id}`
                    : draftUrl(slug, event.id)
                }
                target="_blank"
                rel="noreferrer"
                className="link inline-flex items-center gap-1"
              >
                {isSeenByBuyers ? 'Open its page' : 'See it as a buyer'}
                <ExternalLink aria-hidden="true" className="size-3.5" />
                <span className="sr-only">(opens in a new tab)</span>
              </a>
            )}
          </p>
        </div>
        {may(organizer.role, 'catalog.change') && <EventActions organizer={slug} event={event} />}
      </div>
      <nav aria-label="Event" className="event-tabs mt-5 mb-6 border-b border-edge lg:mb-8">
        <ul className="flex gap-x-6 overflow-x-auto">
          {TABS.map(({ label, link, isExact }) => (
            <li key={label}>
              <Link
                {...link(slug, event.id)}
                activeOptions={{ exact: isExact ?? false, includeSearch: false }}
                className={cx(
                  'inline-flex min-h-target items-center border-b-2 border-transparent text-sm',
                  'whitespace-nowrap text-muted hover:text-text data-[status=active]:border-text',
                  'data-[status=active]:font-semibold data-[status=active]:text-text',
                )}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {/* Of its own, so that the first part of a tab knows that it is the first. */}
      <div>{children}</div>
    </div>
  )
}
