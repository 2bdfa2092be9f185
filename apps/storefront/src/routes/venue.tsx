import type { VenueView } from '@foyer/contract'
import { townLine } from '@foyer/domain'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { venueQuery } from '../data/venues.ts'
import { EventGrid } from '../features/catalog/list/event-grid.tsx'
import { useEventPages } from '../features/catalog/list/use-event-pages.ts'
import { structuredVenue } from '../features/catalog/venue/structured-venue.ts'
import { useParams } from '../routing/hooks.ts'
import { paths } from '../routing/paths.ts'
import { useApp } from '../shared/app-context.tsx'
import { mapUrlOf } from '../shared/event/event-address.ts'
import { WhatIsOn } from '../shared/event/more-events.tsx'
import { VenueMap } from '../shared/event/venue-map.tsx'
import { BackLink } from '../shared/page/back-link.tsx'
import { DeadEnd } from '../shared/page/dead-end.tsx'
import { LinkedText } from '../shared/page/linked-text.tsx'
import { PageHead } from '../shared/page/page-head.tsx'

/** A venue: where it is, how to get in, and what is on there. */
export function VenuePage() {
  const app = useApp()
  const { venueId = '' } = useParams()
  const { data: venue } = useSuspenseQuery(venueQuery(app, venueId))
  const list = useEventPages({ venue: venueId })
  const canonicalPath = paths.venue(venue.id).to
  const place = [venue.city, venue.state].filter(Boolean).join(', ')
  const lines = [venue.streetAddress, townLine(venue, venue.country)].filter(Boolean)
  const address = {
    venue_name: venue.name,
    venue_address: venue.streetAddress,
    venue_city: venue.city,
    venue_state: venue.state,
    venue_postal_code: venue.postalCode,
    venue_country: venue.country,
    location: '',
  }
  return (
    <>
      <div className="mx-auto max-w-page px-4 pt-1 sm:px-6 lg:pt-4">
        <PageHead
          title={place ? `${venue.name}, ${place}` : venue.name}
          description={venue.description ?? `What is on at ${[venue.name, ...lines].join(', ')}`}
          canonicalPath={canonicalPath}
        />
        <script
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with '<' escaped
          dangerouslySetInnerHTML={{
            __html: structuredVenue(venue, app.tenant.siteUrl + canonicalPath),
          }}
        />
        <BackLink {...paths.eventList()}>All events</BackLink>
        <header className="mt-4 grid gap-x-16 gap-y-6 lg:mt-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
          <div>
            <h1 className="font-display text-title font-bold text-balance lg:text-display">
              {venue.name}
            </h1>
            {venue.description && (
              <p className="mt-4 max-w-prose whitespace-pre-line">
                <LinkedText text={venue.description} />
              </p>
            )}
          </div>
          <dl className="divide-y divide-edge self-start border-y border-edge text-sm">
            <Fact name="Address">
              {lines.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
              <VenueMap
                venueName={venue.name}
                href={mapUrlOf(address, venue.coordinates)}
                coordinates={venue.coordinates}
              />
            </Fact>
            <Lines name="Getting there" lines={venue.gettingThere} />
            <Lines name="Access" lines={venue.accessNotes} />
          </dl>
        </header>
        <section aria-labelledby="on-here" className="mt-12 lg:mt-20">
          <h2 id="on-here" className="font-display text-title font-bold">
            What is on here
          </h2>
          {list.events.length > 0 ? (
            <EventGrid list={list} family="events-api" />
          ) : (
            <p className="mt-4 text-muted">Nothing is announced here at the moment.</p>
          )}
        </section>
      </div>
      {list.page?.total === 0 && <WhatIsOn />}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 py-3">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

function Lines({ name, lines }: { name: string; lines: VenueView['gettingThere'] }) {
  if (lines.length === 0) return null
  return (
    <Fact name={name}>
      <ul className="grid gap-1">
        {lines.map((line) => (
          <li key={line}>
            <LinkedText text={line} />
          </li>
        ))}
      </ul>
    </Fact>
  )
}

/** For an address that names no venue of this tenant. */
export function VenueNotFound() {
  return (
    <>
      <PageHead title="Venue not found" isUnlisted />
      <DeadEnd title="Venue not found">
        <p>There is no venue at this address, or nothing of it is announced.</p>
      </DeadEnd>
      <WhatIsOn />
    </>
  )
}
