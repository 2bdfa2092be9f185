import { formatLongDate, parseSelection, totalQuantity, zoneName } from '@foyer/domain'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { changePolicyQuery } from '../../../data/queries.ts'
import type { StepId } from '../../../routing/families.ts'
import { Link } from '../../../routing/link.tsx'
import { useApp } from '../../../shared/app-context.tsx'
import { ChangePolicyText } from '../../../shared/event/change-policy.tsx'
import { addressOf } from '../../../shared/event/event-address.ts'
import { venueOf } from '../../../shared/event/event-text.ts'
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
        <ChosenTickets />
      </Fact>
      <Fact term="Venue">
        {venueOf(event, session)}
        <span className="block text-sm text-muted">{addressOf(event)}</span>
      </Fact>
      {policy !== undefined && (
        <Fact term="Changes">
          <div className="font-normal">
            <ChangePolicyText
              policy={policy}
              currency={event.currency}
              hasOtherSession={event.sessionCount > 1}
              session={session && { startsAt: session.start_time, timeZone: event.venue_timezone }}
            />
          </div>
        </Fact>
      )}
    </dl>
  )
}

/** '2 × Adult', a line for each type; the number alone until the types are loaded. */
function ChosenTickets() {
  const { search, ticketTypes } = useEventFlow()
  const selection = parseSelection(search.types)
  const chosen = ticketTypes.data?.filter(({ id }) => selection[id]) ?? []
  if (chosen.length === 0) return ticketsText(totalQuantity(selection))
  return chosen.map(({ id, name }) => (
    <span key={id} className="block">
      {`${selection[id]} × ${name}`}
    </span>
  ))
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
    <div className="flex items-start gap-4 py-3">
      <dt className="w-16 shrink-0 pt-0.5 text-sm text-muted sm:w-24">{term}</dt>
      <dd className="flex min-w-0 flex-1 items-start justify-between gap-4">
        <span className="relative isolate -mx-1.5 min-w-0 rounded-sm px-1.5 font-medium">
          {children}
        </span>
        {step && (
          <Link
            {...linkTo(step, search)}
            className="-my-2.5 -me-2 inline-flex min-h-target shrink-0 items-center rounded-md px-2 text-sm font-semibold underline decoration-edge-strong underline-offset-4 transition-colors hover:bg-hover"
          >
            Change<span className="sr-only"> {term.toLowerCase()}</span>
          </Link>
        )}
      </dd>
    </div>
  )
}
