import { EmptyState } from '@foyer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { loadedEvents } from '../data/loaders.ts'
import { heroEvents } from '../features/catalog/list/carousel.ts'
import { EventGrid } from '../features/catalog/list/event-grid.tsx'
import { Hero } from '../features/catalog/list/hero.tsx'
import { useEventPages } from '../features/catalog/list/use-event-pages.ts'
import { SearchChips } from '../features/catalog/search/search-chips.tsx'
import { SearchForm } from '../features/catalog/search/search-form.tsx'
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
      <PageHead canonicalPath="/" />
      <div className="mx-auto max-w-page px-4 pt-2 pb-7 sm:px-6 lg:pt-6 lg:pb-12">
        <div className="grid items-center gap-x-16 gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
          <h1 className="font-display text-title font-bold text-balance lg:text-display">
            {app.tenant.tagline || app.tenant.name}
          </h1>
          <SearchForm />
        </div>
        <SearchChips facets={list.page?.facets} className="mt-2 lg:mt-5" />
      </div>
      {first && <Hero events={featured} />}
      <section className="mx-auto mt-14 max-w-page px-4 sm:px-6 lg:mt-24">
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
