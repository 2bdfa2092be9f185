import type { CalendarView, EventView } from '@foyer/contract'
import { zoneTitle } from '@foyer/domain'
import { cx } from '@foyer/ui'
import { ExternalLink } from '@foyer/ui/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { changePolicyQuery } from '../../../data/queries.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { ChangePolicyText } from '../../../shared/event/change-policy.tsx'
import { CategoryBadge } from '../../../shared/event/event-facts.tsx'
import { addressOf, datesOf, mapSearchUrl, venueOf } from '../../../shared/event/event-text.ts'
import { Poster } from '../../../shared/event/poster.tsx'
import { ABOUT_ID } from './event-title.tsx'
import { ShareButton } from './share-button.tsx'

interface ProgrammeNotesProps {
  event: EventView
  /** Undefined until it is loaded. */
  calendar: CalendarView | undefined
  /**
   * Beside the calendar the notes include the poster; below it the poster is at the top of the
   * page.
   */
  hasPoster: boolean
  className?: string
}

/** What, where and when, as in a printed programme. */
export function ProgrammeNotes({ event, calendar, hasPoster, className }: ProgrammeNotesProps) {
  const app = useApp()
  const { locale } = app.tenant
  const { data: policy } = useQuery(changePolicyQuery(app, useQueryClient(), event.id))
  const mapUrl = mapSearchUrl(event)
  return (
    <section id={ABOUT_ID} aria-labelledby="about-name" className={cx('scroll-mt-6', className)}>
      {hasPoster && (
        <div className="mb-6 max-lg:hidden">
          <Poster event={event} format="wide" isCarried className="rounded-lg" />
        </div>
      )}
      <div className="flex items-center justify-between gap-4">
        <h2 id="about-name" className="font-display text-lg font-bold">
          About this event
        </h2>
        <span className="lg:hidden">
          <CategoryBadge event={event} />
        </span>
      </div>
      {event.description && (
        <p className="mt-3 max-w-prose whitespace-pre-line">{event.description}</p>
      )}
      <dl className="mt-5 divide-y divide-edge border-y border-edge text-sm">
        <Note name="Where">
          <span className="font-semibold">{venueOf(event)}</span>
          <span className="block text-muted">{addressOf(event)}</span>
          {mapUrl && (
            <a
              href={mapUrl}
              target="_blank"
              rel="noreferrer"
              className="link inline-flex min-h-target items-center gap-1.5"
            >
              See on a map
              <ExternalLink aria-hidden="true" className="size-3.5" />
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          )}
        </Note>
        <Note name="When">
          <span className="font-semibold">{datesOf(event, calendar, locale)}</span>
          <span className="block text-muted">
            {event.sessionCount === 1 && event.startTime
              ? `Starts at ${event.startTime}, `
              : 'Times at the venue, '}
            {zoneTitle(event.venue_timezone, locale)}
          </span>
        </Note>
        {event.isTimedEntry && (
          <Note name="Entry">
            <span className="font-semibold">Timed Entry • Select Your Slot</span>
            <span className="block text-muted">You choose a start time after your tickets.</span>
          </Note>
        )}
        {policy !== undefined && (
          <Note name="Changes">
            <ChangePolicyText policy={policy} currency={event.currency} />
          </Note>
        )}
      </dl>
      <div className="mt-5">
        <ShareButton event={event} />
      </div>
    </section>
  )
}

function Note({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 py-3">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
