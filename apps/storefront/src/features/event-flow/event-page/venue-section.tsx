import type { EventDetailView } from '@foyer/contract'
import { zoneTitle } from '@foyer/domain'
import { paths } from '../../../routing/paths.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { addressOf, mapUrlOf } from '../../../shared/event/event-address.ts'
import { venueOf } from '../../../shared/event/event-text.ts'
import { VenueMap } from '../../../shared/event/venue-map.tsx'
import { LinkedText } from '../../../shared/page/linked-text.tsx'
import { SECTION_IDS, Section } from './section.tsx'

/** Where the event is, how to get there and in. */
export function VenueSection({ event }: { event: EventDetailView }) {
  const { base, tenant } = useApp()
  const { locale } = tenant
  const { venue, accessNotes } = event.facts
  const picture = event.venue_picture
  const access = [...accessNotes, ...venue.accessNotes]
  return (
    <Section id={SECTION_IDS.venue} title="The venue">
      <div className="overflow-hidden rounded-lg bg-surface p-5 sm:p-6 light:inset-ring light:inset-ring-edge">
        {picture && (
          <img
            src={base + picture.url}
            alt={picture.alt}
            width={picture.width}
            height={picture.height}
            loading="lazy"
            className="mb-5 h-auto w-full rounded-md bg-raised"
          />
        )}
        <p className="font-display text-lg font-bold">
          <a href={base + paths.venue(event.venueId).to} className="link">
            {venueOf(event)}
          </a>
        </p>
        <p className="mt-1 text-sm text-muted">
          {addressOf(event)}
          <span className="block">All times are {zoneTitle(event.venue_timezone, locale)}.</span>
        </p>
        <VenueMap
          venueName={venueOf(event)}
          href={mapUrlOf(event, venue.coordinates)}
          coordinates={venue.coordinates}
          className="mt-1 text-sm"
        />
        {venue.description && (
          <p className="mt-3 max-w-prose whitespace-pre-line">
            <LinkedText text={venue.description} />
          </p>
        )}
        <div className="grid gap-x-8 sm:grid-cols-2">
          <Notes title="Getting there" notes={venue.gettingThere} />
          <Notes id={SECTION_IDS.access} title="Access" notes={access} />
        </div>
      </div>
    </Section>
  )
}

interface NotesProps {
  id?: string
  title: string
  notes: readonly string[]
}

function Notes({ id, title, notes }: NotesProps) {
  if (notes.length === 0) return null
  return (
    <div id={id} className="mt-5 scroll-mt-6">
      <h3 className="text-sm font-semibold">{title}</h3>
      <ul className="mt-1.5 grid gap-1.5 text-sm text-muted">
        {notes.map((note) => (
          <li key={note}>
            <LinkedText text={note} />
          </li>
        ))}
      </ul>
    </div>
  )
}
