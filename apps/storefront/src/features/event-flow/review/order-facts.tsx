import { formatLongDate, parseSelection, totalQuantity, zoneName } from '@foyer/domain'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { changePolicyQuery } from '../../../data/queries.ts'
import type { StepId } from '../../../routing/families.ts'
import { Link } from '../../../routing/link.tsx'
import { useApp } from '../../../shared/app-context.tsx'
import { ChangePolicyText } from '../../../shared/event/change-policy.tsx'
import { addressOf, venueOf } from '../../../shared/event/event-text.ts'
import { ticketsText } from '../../../shared/order/quote-lines.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { LiveTint } from '../live/live-tint.tsx'

/** The choices, each with a link to change it. */
export function OrderFacts() {
  const { event, search, session, facts } = useEventFlow()
  const app = useApp()
  const { locale } = app.tenant
  const { data: policy } = useQuery(changePolicyQuery(app, useQueryClient(), event.id))
  const day = search.date ? formatLongDate(search.date, locale) : 'Date TBD'
  return (
    <dl className="divide-y divide-edge border-y border-edge">
      <Fact term="Date" step={facts.skipped.has('date') ? undefined : 'date'}>
        <LiveTint of={day} />
        {day}
      </Fact>
      <Fact term="Time" step={facts.skipped.has('time') ? undefined : 'time'}>
        {session && <LiveTint of={`${day} ${session.local_time}`} />}
        {session ? session.local_time : 'No time slot selected'}
        {session && (
          <span className="text-sm text-muted">
            {' '}
            {zoneName(session.start_time, event.venue_timezone, locale)}
          </span>
        )}
      </Fact>
      <Fact term="Tickets" step="tickets">
        {ticketsText(totalQuantity(parseSelection(search.types)))}
      </Fact>
      <Fact term="Venue">
        {venueOf(event)}
        <span className="block text-sm text-muted">{addressOf(event)}</span>
      </Fact>
      {policy !== undefined && (
        <Fact term="Changes">
          <ChangePolicyText
            policy={policy}
            currency={event.currency}
            session={session && { startsAt: session.start_time, timeZone: event.venue_timezone }}
          />
        </Fact>
      )}
    </dl>
  )
}

interface FactProps {
  term: string
  /** The step that can change it. */
  step?: StepId | undefined
  children: ReactNode
}

function Fact({ term, step, children }: FactProps) {
  const { linkTo, search } = useEventFlow()
  return (
    <div className="flex items-center gap-4 py-2">
      <dt className="w-16 shrink-0 text-sm text-muted sm:w-24">{term}</dt>
      <dd className="flex min-h-target min-w-0 flex-1 items-center justify-between gap-4">
        <span className="relative isolate -mx-1.5 min-w-0 rounded-sm px-1.5 font-medium">
          {children}
        </span>
        {step && (
          <Link
            {...linkTo(step, search)}
            className="-me-2 inline-flex min-h-target shrink-0 items-center rounded-md px-2 text-sm font-semibold underline decoration-edge-strong underline-offset-4 transition-colors hover:bg-hover"
          >
            Change<span className="sr-only"> {term.toLowerCase()}</span>
          </Link>
        )}
      </dd>
    </div>
  )
}
