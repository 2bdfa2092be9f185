import {
  formatLongDate,
  formatSelection,
  parseSelection,
  type Selection,
  totalQuantity,
} from '@foyer/domain'
import { buttonStyle, EmptyState, ErrorCard } from '@foyer/ui'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useApp } from '../../../app-context.tsx'
import { type EventFlow, useEventFlow } from '../engine/event-flow-context.tsx'
import { usableSelection } from '../engine/facts.ts'
import { EVENT_FLOW, stepAfter } from '../engine/flow.ts'
import { linkTo } from '../engine/links.ts'
import { ChooseAnotherDay } from '../layout/choose-another-day.tsx'
import { problemWords } from '../layout/problem-words.ts'
import { StepLayout } from '../layout/step-layout.tsx'
import type { StepProblem } from '../layout/step-notice.tsx'
import { TicketList } from './ticket-list.tsx'
import { TicketSkeleton } from './ticket-skeleton.tsx'

/** Step 2: how many of which ticket. Every change stands in the URL at once. */
export function TicketsStep() {
  const flow = useEventFlow()
  const { event, search, session, facts } = flow
  const { locale } = useApp().tenant
  const navigate = useNavigate()
  const [selection, setSelection] = useSelection(flow)
  const draft = { ...search, types: formatSelection(selection) }
  const day = search.date ? formatLongDate(search.date, locale) : ''

  const change = (typeId: string, quantity: number) => {
    const next = { ...selection, [typeId]: quantity }
    setSelection(next)
    const types = formatSelection(next)
    void navigate({
      ...linkTo('tickets', event.id, { ...search, types }),
      replace: true,
      resetScroll: false,
    })
  }
  const next = stepAfter(EVENT_FLOW, 'tickets', facts)
  const isSoldOut = facts.choices.date === 'date_sold_out'
  const goOn = () => {
    // Where the day has one session it is chosen with the tickets, and says so in the summary.
    const chosen = next?.id === 'review' ? session?.session_id : search.session
    void navigate(linkTo(next?.id ?? 'review', event.id, { ...draft, session: chosen }))
  }
  return (
    <StepLayout
      heading="Select Tickets"
      lead={day}
      draft={draft}
      problem={isSoldOut ? soldOutWords(day) : undefined}
      action={{
        label: next?.id === 'review' ? 'Review Order' : 'Select Time Slot',
        onPress: goOn,
        disabledReason: reasonNotToGoOn(isSoldOut, totalQuantity(selection)),
      }}
    >
      <Tickets selection={selection} onChange={change} />
    </StepLayout>
  )
}

function reasonNotToGoOn(isSoldOut: boolean, ticketCount: number): string | undefined {
  if (isSoldOut) return 'This day is sold out'
  return ticketCount === 0 ? 'Choose at least one ticket' : undefined
}

/** Only while one looks: a link to a day without places leads to the calendar. */
const soldOutWords = (day: string): StepProblem => ({
  ...problemWords.date_sold_out(day),
  briefActions: <ChooseAnotherDay />,
})

/**
 * The selection as the buyer sees it, ahead of the URL: two quick taps must both count, and the
 * router settles a moment later. Until the first tap it is what the URL says and can be bought.
 */
function useSelection({ search, ticketTypes }: EventFlow) {
  const [touched, setTouched] = useState<Selection | null>(null)
  const fromUrl = parseSelection(search.types)
  const usable = ticketTypes.data ? usableSelection(fromUrl, ticketTypes.data) : fromUrl
  return [touched ?? usable, setTouched] as const
}

interface TicketsProps {
  selection: Selection
  onChange: (typeId: string, quantity: number) => void
}

function Tickets({ selection, onChange }: TicketsProps) {
  const { event, search, ticketTypes } = useEventFlow()
  if (ticketTypes.isPending) return <TicketSkeleton />
  if (!ticketTypes.data) {
    return (
      <ErrorCard
        level={2}
        title="Failed to fetch ticket types"
        message="Your date is kept. Try again in a moment."
        onRetry={() => void ticketTypes.refetch()}
        retrying={ticketTypes.isFetching}
      />
    )
  }
  const onSale = ticketTypes.data.filter((type) => !type.isArchived)
  if (onSale.length === 0) {
    return (
      <EmptyState
        level={2}
        title="No Tickets Available"
        actions={
          <Link {...linkTo('date', event.id, search)} className={buttonStyle()}>
            Choose another date
          </Link>
        }
      >
        Nothing is on sale for this day at the moment.
      </EmptyState>
    )
  }
  return <TicketList types={onSale} selection={selection} onChange={onChange} />
}
