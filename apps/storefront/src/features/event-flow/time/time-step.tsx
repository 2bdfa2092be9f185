import { ApiError } from '@foyer/contract'
import { formatLongDate, parseSelection, totalQuantity, zoneName } from '@foyer/domain'
import { EmptyState, ErrorCard, Notice } from '@foyer/ui'
import { useNavigate } from '@tanstack/react-router'
import { useApp } from '../../../app-context.tsx'
import { ticketsText } from '../../../shared/quote-lines.ts'
import { type EventFlow, useEventFlow } from '../engine/event-flow-context.tsx'
import { linkTo } from '../engine/links.ts'
import { StepLayout } from '../layout/step-layout.tsx'
import { OtherDays } from './other-days.tsx'
import { SlotGrid } from './slot-grid.tsx'
import { SlotSkeleton } from './slot-skeleton.tsx'
import { groupSlots, type SlotGroup } from './slots.ts'

/** Step 3: the start time, for the tickets already chosen. Choosing one goes on to the review. */
export function TimeStep() {
  const { event, search, session, daily, facts } = useEventFlow()
  const navigate = useNavigate()
  const selection = parseSelection(search.types)
  const groups = daily.data && search.date ? groupSlots(daily.data, search.date, selection) : []
  const fitsNowhere =
    groups.length > 0 && groups.every(({ slots }) => slots.every(({ fits }) => !fits))
  const choose = (sessionId: string) =>
    void navigate(linkTo('review', event.id, { ...search, session: sessionId }))
  const chosen = facts.choices.session === 'ok' ? session?.session_id : undefined
  return (
    <StepLayout
      heading="Select Time"
      lead={<Lead />}
      notice={fitsNowhere ? <FitsNowhere ticketCount={totalQuantity(selection)} /> : undefined}
      draft={{ ...search, session: chosen }}
      action={{
        label: 'Review Order',
        onPress: () => chosen && choose(chosen),
        disabledReason: chosen ? undefined : 'Choose a time first',
      }}
    >
      <Times groups={groups} chosen={chosen} onChoose={choose} />
    </StepLayout>
  )
}

function FitsNowhere({ ticketCount }: { ticketCount: number }) {
  return (
    <Notice
      tone="warning"
      announce="status"
      title={`No time on this day has room for ${ticketsText(ticketCount)}`}
      actions={<OtherDays />}
    >
      Another day may, or fewer tickets. Nothing you chose is lost.
    </Notice>
  )
}

function Lead() {
  const { event, search, daily } = useEventFlow()
  const { locale } = useApp().tenant
  if (!search.date) return null
  const instant =
    Object.values(daily.data?.sessions ?? {})[0]?.start_time ?? `${search.date}T12:00:00Z`
  return (
    <>
      {formatLongDate(search.date, locale)}
      <span className="block text-sm">
        Times at the venue, in {zoneName(instant, event.venue_timezone, locale)}
      </span>
    </>
  )
}

interface TimesProps {
  groups: readonly SlotGroup[]
  chosen: string | undefined
  onChoose: (sessionId: string) => void
}

function Times({ groups, chosen, onChoose }: TimesProps) {
  const { daily, search } = useEventFlow()
  const { locale } = useApp().tenant
  if (daily.isPending) return <SlotSkeleton />
  if (!daily.data || !search.date) return <DailyError daily={daily} />
  if (groups.length > 0) return <SlotGrid groups={groups} chosen={chosen} onChoose={onChoose} />
  return (
    <EmptyState level={2} title="No Time Slots Available" actions={<OtherDays />}>
      Nothing is on sale on {formatLongDate(search.date, locale)}. Your tickets are kept for another
      day.
    </EmptyState>
  )
}

function DailyError({ daily }: Pick<EventFlow, 'daily'>) {
  const { error } = daily
  const reason = error instanceof ApiError ? `: ${error.status} ${error.text}` : ''
  return (
    <ErrorCard
      level={2}
      title="The times could not be loaded"
      message={`Failed to fetch daily price availability${reason}. Your date and tickets are kept.`}
      onRetry={() => void daily.refetch()}
      retrying={daily.isFetching}
    />
  )
}
