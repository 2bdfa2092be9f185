import { type DateStatus, formatShortDate } from '@foyer/domain'
import { buttonStyle, EmptyState, ErrorCard, Notice } from '@foyer/ui'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useApp } from '../../../app-context.tsx'
import { paths } from '../../../paths.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { linkTo } from '../engine/links.ts'
import { StepLayout } from '../layout/step-layout.tsx'
import type { StepProblem } from '../layout/step-notice.tsx'
import { LiveNews } from '../live/live-news.tsx'
import { CalendarSkeleton } from './calendar-skeleton.tsx'
import { Legend } from './legend.tsx'
import { PriceCalendar } from './price-calendar.tsx'
import { useForgetHolds, useReleaseOnReturn } from './release-holds.ts'

/** Step 1: the day, by price and availability. Choosing one goes on to the tickets. */
export function DateStep() {
  const { event, search, facts, calendar } = useEventFlow()
  const { locale } = useApp().tenant
  const navigate = useNavigate()
  const releasedCount = useReleaseOnReturn(event.id, search.cartId)
  const forgetHolds = useForgetHolds(event.id)

  const { types, addons } = search
  const choose = useCallback(
    (date: string) => {
      forgetHolds()
      void navigate(linkTo('tickets', event.id, { date, types, addons }))
    },
    [forgetHolds, navigate, event.id, types, addons],
  )
  const isOpen = facts.choices.date === 'ok'
  // A day that sells out while one looks stays chosen, to be seen and priced.
  const chosen = isOpen || facts.choices.date === 'date_sold_out' ? search.date : undefined
  const days = Object.entries(calendar.data?.dates ?? {})
  const isSoldOut = days.length > 0 && days.every(([, { status }]) => status === 'sold_out')
  const chosenTypes = facts.choices.tickets === 'ok' ? types : undefined
  return (
    <StepLayout
      heading="Select a Date"
      draft={{ ...search, date: chosen, types: chosenTypes }}
      aside={<Legend />}
      problem={isSoldOut ? ALL_SOLD_OUT : undefined}
      action={
        chosen
          ? {
              label: `Continue with ${formatShortDate(chosen, locale)}`,
              onPress: () => choose(chosen),
              disabledReason: isOpen ? undefined : 'This day is sold out',
            }
          : undefined
      }
    >
      {releasedCount > 0 && (
        <Notice
          announce="status"
          className="mb-6"
          title="The tickets you were holding are back on sale"
        >
          Your choice is kept. Pick a day and you can hold them again.
        </Notice>
      )}
      <Calendar chosen={chosen} onChoose={choose} />
      <LiveNews noun="days" offers={days.map((day) => offerOf(day, locale))} />
    </StepLayout>
  )
}

const SEE_OTHERS = (
  <Link {...paths.eventList()} className={buttonStyle()}>
    See other events
  </Link>
)

const ALL_SOLD_OUT: StepProblem = {
  title: 'Every day is sold out',
  text: "Tickets come back when someone's hold ends without a purchase: look in again.",
  actions: SEE_OTHERS,
  briefActions: SEE_OTHERS,
}

/** A day as it is spoken of when it changes. */
const offerOf = ([date, { status }]: [string, { status: DateStatus }], locale: string) => ({
  id: date,
  name: formatShortDate(date, locale),
  words: { available: 'available', selling_fast: 'selling fast', sold_out: 'sold out' }[status],
  level: status,
})

interface CalendarProps {
  chosen: string | undefined
  onChoose: (date: string) => void
}

function Calendar({ chosen, onChoose }: CalendarProps) {
  const { calendar } = useEventFlow()
  if (calendar.isPending) return <CalendarSkeleton />
  if (!calendar.data) {
    return (
      <ErrorCard
        level={3}
        title="Calendar error. Please try again."
        message="The days and prices could not be loaded. Nothing you chose is lost."
        onRetry={() => void calendar.refetch()}
        retrying={calendar.isFetching}
      />
    )
  }
  if (Object.keys(calendar.data.dates).length === 0) {
    return (
      <EmptyState
        level={3}
        title="No Sessions Available"
        actions={
          <Link {...paths.eventList()} className={buttonStyle()}>
            Back to Events
          </Link>
        }
      >
        There is nothing on sale for this event at the moment.
      </EmptyState>
    )
  }
  return <PriceCalendar calendar={calendar.data} chosen={chosen} onChoose={onChoose} />
}
