import type { EventView } from '@foyer/contract'
import { useState } from 'react'

/** All months below each other, or one month at a time. */
export type CalendarLayout = 'continuous' | 'monthly'

/**
 * The buyer's choice per event, so that the calendar looks the same on the way back. Lives as long
 * as the document; a reload starts with the organizer's setting.
 */
const chosenLayouts = new Map<string, CalendarLayout>()

/** The calendar's layout: the event's setting until the buyer chooses another. */
export function useCalendarLayout({ id, useContinuousCalendar }: EventView) {
  const [layout, setLayout] = useState(
    () => chosenLayouts.get(id) ?? (useContinuousCalendar ? 'continuous' : 'monthly'),
  )
  const choose = (next: CalendarLayout) => {
    chosenLayouts.set(id, next)
    setLayout(next)
  }
  return [layout, choose] as const
}
