import {
  availabilityOf,
  formatLongDate,
  parseSelection,
  totalQuantity,
  zoneName,
} from '@foyer/domain'
import { buttonStyle, EmptyState } from '@foyer/ui'
import { Link } from '../../../routing/link.tsx'
import { useApp } from '../../../shared/app-context.tsx'
import { ticketsText } from '../../../shared/order/quote-lines.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { nextLabels } from '../layout/next-labels.ts'
import { ChooseAnotherDay, NearestDays } from '../layout/other-days.tsx'
import { StepLayout } from '../layout/step-layout.tsx'
import type { StepProblem } from '../layout/step-notice.tsx'
import { LiveNews } from '../live/live-news.tsx'
import { DailyError } from './daily-error.tsx'
import { SlotGrid, SlotSkeleton } from './slot-grid.tsx'
import { groupSlots, type Slot, type SlotGroup } from './slots.ts'

/**
 * Step 3: the start time for the chosen tickets. Choosing one opens the next step, so only a buyer
 * who returns with a time has a button.
 */
export function TimeStep() {
  const { next, search, session, daily, facts, goOn } = useEventFlow()
  const selection = parseSelection(search.types)
  const groups = daily.data && search.date ? groupSlots(daily.data, search.date, selection) : []
  const fitsNowhere =
    groups.length > 0 && groups.every(({ slots }) => slots.every(({ fits }) => !fits))
  const choose = (sessionId: string) => goOn({ ...search, session: sessionId })
  const chosen = session?.session_id
  const canGoOn = facts.choices.session === 'ok'
  return (
    <StepLayout
      heading="Select Time"
      lead={<Lead />}
      problem={
        fitsNowhere
          ? fitsNowhereWords(totalQuantity(selection), facts.skipped.has('date'))
          : undefined
      }
      draft={{ ...search, session: canGoOn ? chosen : undefined }}
      action={
        canGoOn && chosen ? { label: nextLabels[next], onPress: () => choose(chosen) } : undefined
      }
      waitsFor="No time slot selected"
    >
      <Times groups={groups} chosen={chosen} onChoose={choose} />
      <LiveNews noun="times" offers={groups.flatMap(({ slots }) => slots.map(offerOf))} />
    </StepLayout>
  )
}

const fitsNowhereWords = (ticketCount: number, isOnlyDay: boolean): StepProblem => ({
  title: `No time on this day has room for ${ticketsText(ticketCount)}`,
  text: isOnlyDay
    ? 'Fewer tickets may still fit. Nothing you chose is lost.'
    : 'Another day may, or fewer tickets. Nothing you chose is lost.',
  actions: <OtherDays />,
  briefActions: <ChooseAnotherDay />,
})

/**
 * The announcement of a time when it changes. How many are left is announced only when they become
 * few.
 */
const offerOf = ({ sessionId, time, availability, left, fits }: Slot) => ({
  id: sessionId,
  name: time,
  words: fits || left === 0 ? availability : `${availability}, not enough for your tickets`,
  level: `${availabilityOf(left)} ${fits}`,
})

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
  if (!daily.data || !search.date) return <DailyError title="The times could not be loaded" />
  if (groups.length > 0) return <SlotGrid groups={groups} chosen={chosen} onChoose={onChoose} />
  return (
    <EmptyState level={2} title="No Time Slots Available" actions={<OtherDays />}>
      Nothing is on sale on {formatLongDate(search.date, locale)}. Your tickets are kept for another
      day.
    </EmptyState>
  )
}

/** Remedies for a day without room: the nearest days on sale, and the choice of tickets. */
function OtherDays() {
  const { facts, flow, search, linkTo } = useEventFlow()
  // The chosen session belongs to this day.
  const { session: _, ...kept } = search
  return (
    <>
      <NearestDays opens="time" />
      {flow.mode === 'purchase' && (
        <Link {...linkTo('tickets', kept)} className={buttonStyle('ghost')}>
          Change tickets
        </Link>
      )}
      {!facts.skipped.has('date') && (
        <Link {...linkTo('date', kept)} className={buttonStyle('ghost')}>
          See all dates
        </Link>
      )}
    </>
  )
}
