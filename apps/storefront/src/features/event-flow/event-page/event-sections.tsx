import type { CalendarView, EventDetailView } from '@foyer/contract'
import { DEFAULT_POLICY } from '@foyer/domain'
import { cx } from '@foyer/ui'
import type { ReactNode } from 'react'
import { useApp } from '../../../shared/app-context.tsx'
import { venueOf } from '../../../shared/event/event-text.ts'
import { PolicySentences } from '../../../shared/event/policy-sentences.tsx'
import { ageText, doorsText, lengthText, refundsText, startsText, whenText } from './facts-text.ts'
import { SECTION_IDS, Section } from './section.tsx'
import { CALLED_OFF_TICKETS } from './status-panel.tsx'
import { LineUp, Story } from './story.tsx'
import { StructuredEvent } from './structured-event.tsx'
import { VenueSection } from './venue-section.tsx'

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
      <VenueSection event={event} />
      <Changes event={event} />
    </>
  )
}

function Facts({ event, calendar }: EventSectionsProps) {
  const { locale } = useApp().tenant
  const { facts } = event
  const when = whenText(event, calendar, locale)
  const starts = startsText(facts.startTimes, locale)
  const length = lengthText(facts)
  const doors = doorsText(facts, locale)
  const age = ageText(facts)
  const access = [...facts.venue.accessNotes, ...facts.accessNotes]
  const refunds = refundsText(event.changePolicy ?? DEFAULT_POLICY, locale, event)
  return (
    <dl
      className={cx(
        'mt-6 grid grid-cols-2 gap-x-6 gap-y-5 border-y border-edge py-5 text-sm lg:mt-8',
        columnsFor(2 + [length, doors, age, refunds, access[0]].filter(Boolean).length),
      )}
    >
      <Fact
        name="When"
        line={when.line}
        note={[starts, when.note].filter((text) => text != null)}
      />
      <Fact
        name="Where"
        line={
          <a href={`#${SECTION_IDS.venue}`} className="link">
            {venueOf(event, { room_name: facts.room })}
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
          <a href={`#${SECTION_IDS.changes}`} className="link">
            {refunds.line}
          </a>
        }
        note={refunds.note}
      />
      {access.length > 0 && (
        <Fact
          name="Access"
          line={
            <a href={`#${SECTION_IDS.access}`} className="link">
              {firstClause(access[0] ?? '')}
            </a>
          }
        />
      )}
    </dl>
  )
}

/** From three columns on no fact is alone in the last row, and on a phone it has the row's width. */
const columnsFor = (count: number): string =>
  cx(
    'max-sm:[&>:last-child:nth-child(odd)]:col-span-2',
    count % 3 === 1
      ? 'md:grid-cols-4 lg:grid-cols-2 xl:grid-cols-4'
      : 'sm:grid-cols-3 sm:[&>:last-child:nth-child(3n+2)]:col-span-2',
  )

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

function Changes({ event }: Pick<EventSectionsProps, 'event'>) {
  return (
    <Section id={SECTION_IDS.changes} title="Refunds and changes">
      {event.status === 'called_off' ? (
        <p className="max-w-prose text-sm">{CALLED_OFF_TICKETS}</p>
      ) : (
        <PolicySentences
          policy={event.changePolicy}
          currency={event.currency}
          hasOtherSession={event.sessionCount > 1}
        />
      )}
    </Section>
  )
}
