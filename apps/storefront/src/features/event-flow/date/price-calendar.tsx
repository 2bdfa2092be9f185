import type { CalendarView } from '@foyer/contract'
import { VisuallyHidden } from '@foyer/ui'
import { type KeyboardEvent, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useApp } from '../../../app-context.tsx'
import { buildMonths, dayForKey, monthOf, tabStopOf } from './calendar-model.ts'
import { CalendarMonth } from './calendar-month.tsx'
import { dayElementId, monthElementId } from './element-ids.ts'
import { MonthJump } from './month-jump.tsx'

interface PriceCalendarProps {
  calendar: CalendarView
  chosen: string | undefined
  /** Must keep its identity: every month is rendered again when it changes. */
  onChoose: (date: string) => void
}

/**
 * Every month from the first session to the last, one under the other. Tab reaches one day of all
 * (roving tabindex); arrows, Home, End and the page keys move among days with sessions.
 */
export function PriceCalendar({ calendar, chosen, onChoose }: PriceCalendarProps) {
  const { dates, currency } = calendar
  const { locale } = useApp().tenant
  const notation = useMemo(() => ({ locale, currency }), [locale, currency])
  const months = useMemo(() => buildMonths(dates, locale), [dates, locale])
  const sessionDays = useMemo(() => Object.keys(dates).sort(), [dates])
  const [focused, setFocused] = useState<string>()
  const tabStop = tabStopOf(dates, focused ?? chosen)
  useChosenInView(chosen)

  const moveTo = useCallback((date: string | undefined, options?: FocusOptions) => {
    setFocused(date)
    if (date) document.getElementById(dayElementId(date))?.focus(options)
  }, [])
  const handleKey = useCallback(
    (event: KeyboardEvent, from: string) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const date = dayForKey(event.key, from, sessionDays)
      if (!date) return
      event.preventDefault()
      moveTo(date)
    },
    [sessionDays, moveTo],
  )
  const jumpTo = (monthId: string) => {
    document.getElementById(monthElementId(monthId))?.scrollIntoView({ behavior: 'smooth' })
    moveTo(
      sessionDays.find((date) => monthOf(date) === monthId),
      { preventScroll: true },
    )
  }

  return (
    <>
      <MonthJump months={months} onJump={jumpTo} />
      <VisuallyHidden>Use the arrow keys to move between days.</VisuallyHidden>
      <div className="flex flex-col gap-10">
        {months.map((month) => (
          // Nothing in a month suspends: the boundary lets React hydrate a year month by month, and
          // the one that is tapped first, instead of all days in one long task.
          <Suspense key={month.id} fallback={null}>
            <CalendarMonth
              month={month}
              notation={notation}
              chosen={chosen && monthOf(chosen) === month.id ? chosen : undefined}
              tabStop={tabStop && monthOf(tabStop) === month.id ? tabStop : undefined}
              onChoose={onChoose}
              onKey={handleKey}
            />
          </Suspense>
        ))}
      </div>
    </>
  )
}

/** Someone who comes back finds their day without searching for it. */
function useChosenInView(chosen: string | undefined): void {
  const [first] = useState(chosen)
  useEffect(() => {
    if (first) document.getElementById(dayElementId(first))?.scrollIntoView({ block: 'nearest' })
  }, [first])
}
