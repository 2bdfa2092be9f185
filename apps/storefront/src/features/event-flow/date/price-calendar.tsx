import type { CalendarView } from '@foyer/contract'
import { firstWeekdayOf } from '@foyer/domain'
import { VisuallyHidden } from '@foyer/ui'
import {
  Activity,
  type KeyboardEvent,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useApp } from '../../../shared/app-context.tsx'
import { nextPaint } from '../../../shared/browser/next-paint.ts'
import { dayElementId, monthElementId } from './calendar-day.tsx'
import { dayForKey } from './calendar-keys.ts'
import type { CalendarLayout } from './calendar-layout.ts'
import { buildMonths, firstDayIn, type Month, monthOf, tabStopOf } from './calendar-model.ts'
import { CalendarMonth } from './calendar-month.tsx'
import { MonthJump } from './month-jump.tsx'
import { MonthPager } from './month-pager.tsx'

interface PriceCalendarProps {
  calendar: CalendarView
  layout: CalendarLayout
  chosen: string | undefined
  onChoose: (date: string) => void
}

/**
 * The months from the first to the last session, or only the current one. Tab reaches one day
 * (roving tabindex); arrows, Home, End and the page keys move among days with sessions.
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
  const isMonthly = layout === 'monthly'
  useChosenInView(chosen)

  const handleKey = useCallback(
    (event: KeyboardEvent, from: string) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const date = dayForKey(event.key, from, sessionDays, firstWeekdayOf(locale))
      if (!date) return
      event.preventDefault()
      // Another month must be visible before one of its days can take the focus.
      if (isMonthly && monthOf(date) !== monthOf(from)) flushSync(() => setFocused(date))
      else startTransition(() => setFocused(date))
      document.getElementById(dayElementId(date))?.focus()
    },
    [sessionDays, locale, isMonthly],
  )
  const turnTo = async (monthId: string) => {
    await nextPaint()
    setFocused(firstDayIn(monthId, dates))
  }
  const scrollTo = async (monthId: string) => {
    await nextPaint()
    const day = firstDayIn(monthId, dates)
    document.getElementById(monthElementId(monthId))?.scrollIntoView()
    startTransition(() => setFocused(day))
    if (day) document.getElementById(dayElementId(day))?.focus({ preventScroll: true })
  }

  const current = tabStop && monthOf(tabStop)
  return (
    <>
      <MonthJump
        months={months}
        currentId={isMonthly ? current : undefined}
        onJump={isMonthly ? turnTo : scrollTo}
      />
      <VisuallyHidden>Use the arrow keys to move between days.</VisuallyHidden>
      <div className="flex flex-col gap-10">
        {months.map((month) => (
          // A hidden month renders while the browser is idle, so that turning to it only shows it.
          // React also hydrates a year month by month, beginning with the month that is tapped.
          <Activity key={month.id} mode={!isMonthly || month.id === current ? 'visible' : 'hidden'}>
            <CalendarMonth
              month={month}
              notation={notation}
              chosen={chosen && monthOf(chosen) === month.id ? chosen : undefined}
              tabStop={current === month.id ? tabStop : undefined}
              pager={
                isMonthly &&
                month.id === current && (
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
          </Activity>
        ))}
      </div>
    </>
  )
}

/** A stable function: a new one would render every month again. */
function useSteady(handle: (date: string) => void): (date: string) => void {
  const latest = useRef(handle)
  useEffect(() => {
    latest.current = handle
  })
  return useCallback((date) => latest.current(date), [])
}

const hasSessions = (month: Month): boolean => month.hasSessions

/** Scrolls to the chosen day on the way back. */
function useChosenInView(chosen: string | undefined): void {
  const [first] = useState(chosen)
  useEffect(() => {
    if (first) document.getElementById(dayElementId(first))?.scrollIntoView({ block: 'nearest' })
  }, [first])
}
