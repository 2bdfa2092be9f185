import { AvailabilityMark } from '@foyer/ui'

/** What the marks on the days mean, and the prices. */
export function Legend() {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-xs text-muted">
      <AvailabilityMark level="available">
        <span className="text-muted">Available</span>
      </AvailabilityMark>
      <AvailabilityMark level="few">
        <span className="text-muted">Selling fast</span>
      </AvailabilityMark>
      <AvailabilityMark level="soldOut">Sold out</AvailabilityMark>
      <span>Lowest price of one ticket, incl. fees</span>
    </div>
  )
}
