import { zoneTitle } from '@foyer/domain'
import { AvailabilityMark } from '@foyer/ui'
import { useApp } from '../../../shared/app-context.tsx'
import { useEventFlow } from '../engine/event-flow-context.tsx'

/** What the marks on the days mean, and the prices, and whose days they are. */
export function Legend() {
  const { event } = useEventFlow()
  const { locale } = useApp().tenant
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
      <AvailabilityMark level="available">
        <span className="text-muted">Available</span>
      </AvailabilityMark>
      <AvailabilityMark level="few">
        <span className="text-muted">Selling fast</span>
      </AvailabilityMark>
      <AvailabilityMark level="soldOut">Sold out</AvailabilityMark>
      <span>Lowest price, incl. fees. {zoneTitle(event.venue_timezone, locale)}.</span>
    </div>
  )
}
