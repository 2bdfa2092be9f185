import {
  formatLongDate,
  formatSelection,
  parseSelection,
  type Selection,
  totalQuantity,
} from '@foyer/domain'
import { EmptyState, ErrorCard } from '@foyer/ui'
import { useState } from 'react'
import { fetchFailed } from '../../../data/error-text.ts'
import type { KnownEvent } from '../../../data/queries.ts'
import { useQuote } from '../../../data/use-quote.ts'
import { useNavigate } from '../../../routing/hooks.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { type EventFlow, useEventFlow } from '../engine/event-flow-context.tsx'
import { usableSelection } from '../engine/facts.ts'
import { useBelowMinimum } from '../layout/below-minimum.tsx'
import { nextLabels } from '../layout/next-labels.ts'
import { ChooseAnotherDay, NearestDays } from '../layout/other-days.tsx'
import { problemTexts } from '../layout/problem-texts.ts'
import { StepLayout } from '../layout/step-layout.tsx'
import type { StepProblem } from '../layout/step-notice.tsx'
import { DailyError } from '../time/daily-error.tsx'
import { TicketList } from './ticket-list.tsx'
import { TicketSkeleton } from './ticket-skeleton.tsx'

/** Step 2: how many tickets of which type. Every change is in the URL at once. */
export function TicketsStep() {
  const eventFlow = useEventFlow()
  const { event, next, search, session, facts, linkTo, goOn } = eventFlow
  const { locale } = useApp().tenant
  const navigate = useNavigate()
  const [selection, setSelection] = useSelection(eventFlow)
  const draft = { ...search, types: formatSelection(selection) }
  const day = search.date ? formatLongDate(search.date, locale) : ''

  const change = (changed: Selection) => {
    setSelection(changed)
    const types = formatSelection(changed)
    void navigate({
      ...linkTo('tickets', { ...search, types }),
      replace: true,
      resetScroll: false,
    })
  }
  const isSoldOut = facts.choices.date === 'date_sold_out'
  // Only while the buyer looks: a link to a sold-out day leads to the calendar.
  const soldOut: StepProblem = {
    ...problemTexts.date_sold_out({
      day,
      isOnlyDay: facts.skipped.has('date'),
      hasTickets: totalQuantity(selection) > 0,
    }),
    actions: <NearestDays opens="tickets" />,
    briefActions: <ChooseAnotherDay />,
  }
  const addTickets = (missing: number) => {
    const [first] = Object.entries(selection)
    if (first) change({ ...selection, [first[0]]: first[1] + missing })
  }
  const tooLittle = useBelowMinimum(useQuote(event.id, draft).priced, addTickets)
  const leave = () => {
    // If the day has one session, it is chosen together with the tickets, and the summary shows it.
    const chosen = facts.skipped.has('time') ? session?.session_id : search.session
    goOn({ ...draft, session: chosen })
  }
  return (
    <StepLayout
      heading="Select Tickets"
      lead={day}
      draft={draft}
      problem={isSoldOut ? soldOut : tooLittle}
      action={{
        label: nextLabels[next],
        onPress: leave,
        disabledReason: reasonNotToGoOn(isSoldOut, totalQuantity(selection), event),
      }}
    >
      <Tickets selection={selection} onChange={change} />
    </StepLayout>
  )
}

function reasonNotToGoOn(
  isSoldOut: boolean,
  ticketCount: number,
  { sale }: KnownEvent,
): string | undefined {
  if (isSoldOut) return 'This day is sold out'
  if (ticketCount === 0) return 'Choose at least one ticket'
  const { minPerOrder = null, maxPerOrder = null } = sale ?? {}
  if (minPerOrder !== null && ticketCount < minPerOrder) {
    return `Choose at least ${minPerOrder} tickets`
  }
  return maxPerOrder !== null && ticketCount > maxPerOrder
    ? `Choose at most ${maxPerOrder} tickets`
    : undefined
}

/**
 * The selection as the buyer sees it, ahead of the URL: two quick taps must both count, and the
 * router follows a moment later. Before the first tap it is the part of the URL's selection that
 * can be bought.
 */
function useSelection({ search, ticketTypes }: EventFlow) {
  const [touched, setTouched] = useState<Selection | null>(null)
  const fromUrl = parseSelection(search.types)
  const usable = ticketTypes.data ? usableSelection(fromUrl, ticketTypes.data) : fromUrl
  return [touched ?? usable, setTouched] as const
}

interface TicketsProps {
  selection: Selection
  onChange: (selection: Selection) => void
}

function Tickets({ selection, onChange }: TicketsProps) {
  const { daily, ticketTypes } = useEventFlow()
  if (ticketTypes.isPending) return <TicketSkeleton />
  if (!ticketTypes.data) {
    return (
      <ErrorCard
        level={2}
        title={fetchFailed.ticketTypes()}
        message="Your date is kept. Try again in a moment."
        onRetry={() => void ticketTypes.refetch()}
        retrying={ticketTypes.isFetching}
      />
    )
  }
  const onSale = ticketTypes.data.filter((type) => !type.isArchived)
  if (onSale.length === 0) {
    return (
      <EmptyState level={2} title="No Tickets Available" actions={<ChooseAnotherDay />}>
        Nothing is on sale for this day at the moment.
      </EmptyState>
    )
  }
  return (
    <>
      <TicketList types={onSale} selection={selection} onChange={onChange} />
      {daily.isError && !daily.data && (
        <div className="mt-6">
          <DailyError title="The prices of this day could not be loaded" />
        </div>
      )}
    </>
  )
}
