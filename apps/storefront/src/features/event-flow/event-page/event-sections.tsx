import type { CalendarView, EventDetailView } from '@foyer/contract'
import { DEFAULT_POLICY, type LineUpEntry, paragraphsOf, zoneTitle } from '@foyer/domain'
import { cx } from '@foyer/ui'
import { ExternalLink } from '@foyer/ui/icons'
import type { ReactNode } from 'react'
import { paths } from '../../../routing/paths.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { addressOf, mapUrlOf, venueOf } from '../../../shared/event/event-text.ts'
import { PolicySentences } from '../../../shared/event/policy-sentences.tsx'
import {
  ageText,
  doorsText,
  lengthText,
  refundsText,
  startsText,
  timeText,
  whenText,
} from './facts-text.ts'
import { StructuredEvent } from './structured-event.tsx'

export interface EventSectionsProps {
  event: EventDetailView
  /** Undefined if it could not be loaded. */
  calendar: CalendarView | undefined
}

/** What a visitor wants to know before buying: facts, story, line-up, venue, refunds. */
export function EventSections({ event, calendar }: EventSectionsProps) {
  return (
    <>
      <StructuredEvent event={event} />
      <Facts event={event} calendar={calendar} />
      <Story event={event} />
      <LineUp lineUp={event.facts.lineUp} />
      <Venue event={event} />
      <Changes event={event} />
    </>
  )
}

/** Ids of the sections that facts lead to. */
const VENUE_ID = 'venue'
const ACCESS_ID = 'access'
const CHANGES_ID = 'changes'

function Facts({ event, calendar }: EventSectionsProps) {
  const { locale } = useApp().tenant
  const { facts } = event
  const when = whenText(event, calendar, locale)
  const starts = startsText(facts.startTimes, locale)
  const length = lengthText(facts)
  const doors = doorsText(facts, locale)
  const age = ageText(facts)
  const access = [...facts.venue.accessNotes, ...facts.accessNotes]
  const refunds = refundsText(event.changePolicy ?? DEFAULT_POLICY, locale)
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-5 border-y border-edge py-5 text-sm sm:grid-cols-3 lg:mt-8">
      <Fact
        name="When"
        line={when.line}
        note={[starts, when.note].filter((text) => text != null)}
      />
      <Fact
        name="Where"
        line={
          <a href={`#${VENUE_ID}`} className="link">
            {venueOf(event)}
          </a>
        }
        note={[event.venue_city, event.venue_state].filter(Boolean).join(', ')}
      />
      {length && (
        <Fact
          name="How long"
          line={length}
          note={event.isTimedEntry ? 'Timed Entry • Select Your Slot' : undefined}
        />
      )}
      {doors && <Fact name="Doors" {...doors} />}
      {age && <Fact name="Age" {...age} />}
      <Fact
        name="Refunds"
        line={
          <a href={`#${CHANGES_ID}`} className="link">
            {refunds.line}
          </a>
        }
        note={refunds.note}
      />
      {access.length > 0 && (
        <Fact
          name="Access"
          line={
            <a href={`#${ACCESS_ID}`} className="link">
              {firstClause(access[0] ?? '')}
            </a>
          }
        />
      )}
    </dl>
  )
}

/** 'Step-free from Mercer Street' of a note that goes on. */
const firstClause = (note: string): string => note.split(/[.;:,](?= |$)/, 1)[0] ?? note

interface FactProps {
  name: string
  line: ReactNode
  /** Smaller, below the line; of several, each has a line of its own. */
  note?: string | readonly string[] | undefined
}

function Fact({ name, line, note }: FactProps) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5">
        <span className="figures block font-semibold">{line}</span>
        {[note ?? []].flat().map((text) => (
          <span key={text} className="figures mt-0.5 block text-xs text-muted">
            {text}
          </span>
        ))}
      </dd>
    </div>
  )
}

function Story({ event }: Pick<EventSectionsProps, 'event'>) {
  const story = paragraphsOf(event.facts.story)
  if (!event.description && story.length === 0) return null
  return (
    <Section id="about" title="About this event">
      {event.description && (
        <p className={cx('max-w-prose whitespace-pre-line', story.length > 0 && 'font-medium')}>
          {event.description}
        </p>
      )}
      {story.map((paragraph) => (
        <p key={paragraph} className="mt-4 max-w-prose whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </Section>
  )
}

/** In the organizer's order: with times a running order, without them two columns of names. */
function LineUp({ lineUp }: { lineUp: readonly LineUpEntry[] }) {
  const { locale } = useApp().tenant
  if (lineUp.length === 0) return null
  const hasTimes = lineUp.some(({ time }) => time !== null)
  return (
    <Section id="line-up" title="Who is on">
      <ol className={cx('grid gap-x-6', !hasTimes && 'sm:grid-cols-2')}>
        {lineUp.map(({ name, role, time }) => (
          <li
            key={`${time} ${name} ${role}`}
            className={cx(
              'grid border-t border-edge py-3',
              hasTimes && 'grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4',
            )}
          >
            {hasTimes && (
              <span className="figures pt-0.5 text-sm text-muted">
                {time && timeText(time, locale)}
              </span>
            )}
            <span>
              <span className="block font-display font-bold">{name}</span>
              {role && <span className="block text-sm text-muted">{role}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Venue({ event }: Pick<EventSectionsProps, 'event'>) {
  const { base, tenant } = useApp()
  const { locale } = tenant
  const { venue, accessNotes } = event.facts
  const picture = event.venue_picture
  const mapUrl = mapUrlOf(event, venue.coordinates)
  const access = [...accessNotes, ...venue.accessNotes]
  return (
    <Section id={VENUE_ID} title="The venue">
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
        {mapUrl && (
          <a
            href={mapUrl}
            target="_blank"
            rel="noreferrer"
            className="link mt-1 inline-flex min-h-target items-center gap-1.5 text-sm"
          >
            See on a map
            <ExternalLink aria-hidden="true" className="size-3.5" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        )}
        {venue.description && <p className="mt-3 max-w-prose">{venue.description}</p>}
        <div className="grid gap-x-8 sm:grid-cols-2">
          <Notes title="Getting there" notes={venue.gettingThere} />
          <Notes id={ACCESS_ID} title="Access" notes={access} />
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
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  )
}

function Changes({ event }: Pick<EventSectionsProps, 'event'>) {
  return (
    <Section id={CHANGES_ID} title="Refunds and changes">
      <PolicySentences policy={event.changePolicy} currency={event.currency} />
    </Section>
  )
}

interface SectionProps {
  id: string
  title: string
  children: ReactNode
}

function Section({ id, title, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-name`} className="mt-10 scroll-mt-6 lg:mt-12">
      <h2 id={`${id}-name`} className="mb-3 font-display text-lg font-bold">
        {title}
      </h2>
      {children}
    </section>
  )
}
