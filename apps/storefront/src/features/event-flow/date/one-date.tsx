import { isOpenStatus, type SaleStatus, statusLabel, zoneName } from '@foyer/domain'
import { AvailabilityMark } from '@foyer/ui'
import { useApp } from '../../../shared/app-context.tsx'
import { EventPrice } from '../../../shared/event/event-facts.tsx'
import { useEventFlow } from '../engine/event-flow-context.tsx'

const levelOf = (status: SaleStatus) => {
  if (!isOpenStatus(status)) return 'soldOut'
  return status === 'selling_fast' ? 'few' : 'available'
}

/**
 * In place of the calendar, for an event with one date: its availability and price. The bar and the
 * card beside the page lead to the tickets.
 */
export function OneDate({ status }: { status: SaleStatus }) {
  const { event } = useEventFlow()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-lg bg-surface p-5 light:inset-ring light:inset-ring-edge">
      <AvailabilityMark level={levelOf(status)}>{statusLabel(status)}</AvailabilityMark>
      {/* On a phone the bar has the price. */}
      {(isOpenStatus(status) || status === 'not_yet') && (
        <EventPrice event={event} className="max-lg:hidden" />
      )}
    </div>
  )
}

/** 'Starts at 7:30 PM, Eastern Time'; nothing if the date has several starts. */
export function OneDateLead() {
  const { event } = useEventFlow()
  const { locale } = useApp().tenant
  if (event.sessionCount !== 1 || !event.startTime || !event.date) return null
  return `Starts at ${event.startTime}, ${zoneName(event.date, event.venue_timezone, locale)}`
}
