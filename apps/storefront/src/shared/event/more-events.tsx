import type { EventView } from '@foyer/contract'
import { isOpenStatus } from '@foyer/domain'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { eventsQuery } from '../../data/queries.ts'
import { similarQuery } from '../../data/similar-events.ts'
import { Link } from '../../routing/link.tsx'
import { paths, SIMILAR_ID } from '../../routing/paths.ts'
import { useApp } from '../app-context.tsx'
import { EventCards, EventCardsSkeleton } from './event-cards.tsx'

/** One row on a wide screen. */
const SHOWN = 4

/** Events that are most like one event, at the foot of what is shown of it. */
export function SimilarEvents({ eventId }: { eventId: string }) {
  const { data } = useQuery(similarQuery(useApp(), eventId))
  return <MoreEvents id={SIMILAR_ID} title="You might also like" events={data} />
}

/** The next events with tickets left, on a page that leads nowhere else. */
export function WhatIsOn() {
  const { data } = useInfiniteQuery(eventsQuery(useApp()))
  const events = data?.pages
    .flatMap((page) => page.events)
    .filter(({ status }) => isOpenStatus(status))
    .slice(0, SHOWN)
  return <MoreEvents title="What is on" events={events} />
}

interface MoreEventsProps {
  id?: string
  title: string
  /** Undefined until they are loaded; their space is then kept free. */
  events: readonly EventView[] | undefined
}

function MoreEvents({ id, title, events }: MoreEventsProps) {
  const headingId = useId()
  if (events?.length === 0) return null
  return (
    <section
      id={id}
      data-print="hide"
      aria-labelledby={headingId}
      className="mx-auto mt-16 max-w-page scroll-mt-6 px-4 sm:px-6 lg:mt-24"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-edge pt-6">
        <h2 id={headingId} className="font-display text-title font-bold">
          {title}
        </h2>
        <Link
          {...paths.eventSearch()}
          className="inline-flex min-h-target items-center text-sm font-semibold hover:underline hover:underline-offset-4"
        >
          All events
        </Link>
      </div>
      {events ? (
        <EventCards events={events} family="events-api" />
      ) : (
        <EventCardsSkeleton count={SHOWN} />
      )}
    </section>
  )
}
