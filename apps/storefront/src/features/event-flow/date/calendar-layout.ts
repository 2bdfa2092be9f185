import type { EventView } from '@foyer/contract'
import { useState } from 'react'

/** All months one under the other, or one at a time. */
export type CalendarLayout = 'continuous' | 'monthly'

/**
 * What buyers chose, by event: whoever comes back to the calendar finds it as they left it. Lives
 * as long as the document; a reload begins as the organizer has it.
 */
const chosenLayouts = new Map<string, CalendarLayout>()

/** How the calendar is laid out: as the event has it until the buyer says otherwise. */
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
