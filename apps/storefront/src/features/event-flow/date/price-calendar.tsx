import type { CalendarView } from '@foyer/contract'
import { firstWeekdayOf } from '@foyer/domain'
import { VisuallyHidden } from '@foyer/ui'
import {
  type KeyboardEvent,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useApp } from '../../../app-context.tsx'
import { dayForKey } from './calendar-keys.ts'
import type { CalendarLayout } from './calendar-layout.ts'
import { buildMonths, firstDayIn, type Month, monthOf, tabStopOf } from './calendar-model.ts'
import { CalendarMonth } from './calendar-month.tsx'
import { dayElementId, monthElementId } from './element-ids.ts'
import { MonthJump } from './month-jump.tsx'
import { MonthPager } from './month-pager.tsx'

interface PriceCalendarProps {
  calendar: CalendarView
  layout: CalendarLayout
  chosen: string | undefined
  onChoose: (date: string) => void
}

/**
 * The months from the first session to the last, all of them or the one at hand. Tab reaches one day
 * of all (roving tabindex); arrows, Home, End and the page keys move among days with sessions.
 */
export function PriceCalendar({ calendar, layout, chosen, onChoose }: PriceCalendarProps) {
  const { dates, currency } = calendar
  const { locale } = useApp().tenant
  const notation = useMemo(() => ({ locale, currency }), [locale, currency])
  const months = useMemo(() => buildMonths(dates, locale), [dates, locale])
  const sessionDays = useMemo(() => Object.keys(dates).sort(), [dates])
  const [focused, setFocused] = useState<string>()
  const tabStop = tabStopOf(dates, focused ?? chosen)
  const choose = useSteady(onChoose)
  useChosenInView(chosen)

  const handleKey = useCallback(
    (event: KeyboardEvent, from: string) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const date = dayForKey(event.key, from, sessionDays, firstWeekdayOf(locale))
      if (!date) return
      event.preventDefault()
      // The day may be of a month that is not drawn yet.
      flushSync(() => setFocused(date))
      document.getElementById(dayElementId(date))?.focus()
    },
    [sessionDays, locale],
  )
  const turnTo = (monthId: string) => setFocused(firstDayIn(monthId, dates))
  const scrollTo = (monthId: string) => {
    const day = firstDayIn(monthId, dates)
    document.getElementById(monthElementId(monthId))?.scrollIntoView()
    setFocused(day)
    if (day) document.getElementById(dayElementId(day))?.focus({ preventScroll: true })
  }

  // Thirteen months are drawn piece by piece, behind the switch that has long been pressed.
  const isMonthly = useDeferredValue(layout) === 'monthly'
  const current = tabStop && monthOf(tabStop)
  const drawn = isMonthly ? months.filter(({ id }) => id === current) : months
  return (
    <>
      <MonthJump
        months={months}
        currentId={isMonthly ? current : undefined}
        onJump={isMonthly ? turnTo : scrollTo}
      />
      <VisuallyHidden>Use the arrow keys to move between days.</VisuallyHidden>
      <div className="flex flex-col gap-10">
        {drawn.map((month) => (
          // Nothing in a month suspends: the boundary lets React hydrate a year month by month, and
          // the one that is tapped first, instead of all days in one long task.
          <Suspense key={month.id} fallback={null}>
            <CalendarMonth
              month={month}
              notation={notation}
              chosen={chosen && monthOf(chosen) === month.id ? chosen : undefined}
              tabStop={current === month.id ? tabStop : undefined}
              pager={
                isMonthly && (
                  <MonthPager
                    months={months.filter(hasSessions)}
                    currentId={month.id}
                    onTurn={turnTo}
                  />
                )
              }
              onChoose={choose}
              onKey={handleKey}
            />
          </Suspense>
        ))}
      </div>
    </>
  )
}

/** The same function for good: every month would be drawn again for a new one. */
function useSteady(handle: (date: string) => void): (date: string) => void {
  const latest = useRef(handle)
  useEffect(() => {
    latest.current = handle
  })
  return useCallback((date) => latest.current(date), [])
}

const hasSessions = (month: Month): boolean => month.hasSessions

/** Someone who comes back finds their day without searching for it. */
function useChosenInView(chosen: string | undefined): void {
  const [first] = useState(chosen)
  useEffect(() => {
    if (first) document.getElementById(dayElementId(first))?.scrollIntoView({ block: 'nearest' })
  }, [first])
}
