import { EmptyState } from '@foyer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { loadedEvents } from '../data/loaders.ts'
import { heroEvents } from '../features/catalog/list/carousel.ts'
import { EventGrid } from '../features/catalog/list/event-grid.tsx'
import { EventsFailed } from '../features/catalog/list/events-failed.tsx'
import { Hero } from '../features/catalog/list/hero.tsx'
import { useEventPages } from '../features/catalog/list/use-event-pages.ts'
import { useApp } from '../shared/app-context.tsx'
import { PageHead } from '../shared/page/page-head.tsx'

export function EventListPage() {
  const app = useApp()
  const queryClient = useQueryClient()
  const [{ criteria, asOf }] = useState(() => loadedEvents({ app, queryClient }))
  const list = useEventPages(criteria)
  const featured = heroEvents(list.events, asOf)
  const first = featured[0]
  return (
    <>
      <PageHead canonicalPath="/" picture={first} />
      <h1 className="mx-auto max-w-page px-4 pt-2 pb-6 text-base text-muted sm:px-6 lg:pt-4 lg:pb-8">
        {app.tenant.tagline}
      </h1>
      {first && <Hero events={featured} />}
      <section className="mx-auto mt-16 max-w-page px-4 sm:px-6 lg:mt-28">
        <h2 className="font-display text-title font-bold">Upcoming Events</h2>
        {list.events.length > 0 ? (
          <EventGrid list={list} family="events-api" />
        ) : (
          <EmptyState title="No events available at the moment." level={3} className="mt-8">
            New ones appear here as soon as they are announced.
          </EmptyState>
        )}
      </section>
    </>
  )
}

/** Replaces the list if the events could not be loaded. */
export function EventListError({ error }: { error: unknown }) {
  return (
    <div className="mx-auto max-w-page px-4 pt-10 sm:px-6">
      <PageHead title="Events" isUnlisted />
      <EventsFailed error={error} level={1} />
    </div>
  )
}
