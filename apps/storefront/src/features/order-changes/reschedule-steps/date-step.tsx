import type { RescheduleOptions } from '@foyer/contract'
import {
  addDays,
  firstWeekdayOf,
  formatLongDate,
  formatMonth,
  groupBy,
  localDateOf,
  weekdayOf,
} from '@foyer/domain'
import { cx, IconButton, Notice } from '@foyer/ui'
import { ChevronLeft, ChevronRight } from '@foyer/ui/icons'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { noRoomText } from './session-step.tsx'

interface DateStepProps {
  options: RescheduleOptions
  zone: string
  locale: string
  onChoose: (date: string) => void
}

/** The calendar shows this many days before the first and after the last session. */
const PADDING_DAYS = 7

/** A calendar of the days with sessions, month by month, beginning with the month of the order. */
export function DateStep({ options, zone, locale, onChoose }: DateStepProps) {
  const { days, currentSession } = options
  const currentDate = localDateOf(new Date(currentSession.startTime), zone)
  const dates = [...new Set([...days.map(({ date }) => date), currentDate])].sort()
  const from = addDays(dates.at(0) ?? currentDate, -PADDING_DAYS)
  const to = addDays(dates.at(-1) ?? currentDate, PADDING_DAYS)
  const [month, setMonth] = useState(currentDate.slice(0, 7))
  const counts = new Map(days.map(({ date, sessions }) => [date, sessions]))
  // Empty if the event has too many sessions for one answer: then the list of a day says it.
  const full = [...groupBy(options.availableSessions, ({ date }) => date)]
    .filter(([, sessions]) => noRoomText(sessions, options))
    .map(([date]) => date)
  if (days.length === 0) {
    return (
      <Notice className="mt-4" title="No other session is on sale">
        Your tickets are as they were.
      </Notice>
    )
  }
  return (
    <section className="mt-5" aria-labelledby="reschedule-month">
      <div className="flex items-center justify-between gap-4">
        <h3 id="reschedule-month" aria-live="polite" className="font-display font-bold">
          {formatMonth(`${month}-01`, locale)}
        </h3>
        <div className="flex gap-1">
          <Turn
            label="Previous month"
            to={monthBefore(month)}
            from={from}
            until={to}
            onTurn={setMonth}
          >
            <ChevronLeft aria-hidden="true" className="size-5" />
          </Turn>
          <Turn label="Next month" to={monthAfter(month)} from={from} until={to} onTurn={setMonth}>
            <ChevronRight aria-hidden="true" className="size-5" />
          </Turn>
        </div>
      </div>
      <table className="mt-2 w-full table-fixed text-center" onKeyDown={moveFocus}>
        <caption className="sr-only">Choose a date</caption>
        <thead>
          <tr>
            {weeksOf(month, locale)[0]?.map((date) => (
              <th key={date} scope="col" className="pb-1 text-xs font-medium text-muted">
                {weekdayName(date, locale)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, locale).map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td key={date} className="p-0.5">
                  {date >= from && date <= to && date.startsWith(month) && (
                    <Day
                      date={date}
                      sessions={counts.get(date) ?? 0}
                      isFull={full.includes(date)}
                      isCurrent={date === currentDate}
                      locale={locale}
                      onChoose={onChoose}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {full.some((date) => date.startsWith(month)) && (
        <p className="mt-3 text-sm text-muted">
          Crossed-out days have too little room for your tickets.
        </p>
      )}
    </section>
  )
}

interface DayProps {
  date: string
  sessions: number
  /** Its sessions have too little room for the tickets. It may be opened, to see them. */
  isFull: boolean
  isCurrent: boolean
  locale: string
  onChoose: (date: string) => void
}

function Day({ date, sessions, isFull, isCurrent, locale, onChoose }: DayProps) {
  const number = Number(date.slice(8))
  if (sessions === 0) {
    return <span className="grid min-h-target place-items-center text-sm text-faint">{number}</span>
  }
  const count = sessions === 1 ? '1 session' : `${sessions} sessions`
  const label = [
    formatLongDate(date, locale),
    count,
    isFull && 'too little room for your tickets',
    isCurrent && 'your current date',
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <button
      type="button"
      data-day={date}
      aria-label={label}
      onClick={() => onChoose(date)}
      className={cx(
        'figures grid min-h-target w-full place-items-center rounded-md inset-ring transition-colors hover:bg-hover forced-colors:border',
        isFull ? 'text-muted line-through' : 'bg-raised font-semibold',
        isCurrent ? 'inset-ring-text' : 'inset-ring-edge',
      )}
    >
      {number}
    </button>
  )
}

interface TurnProps {
  label: string
  /** 'YYYY-MM' */
  to: string
  from: string
  until: string
  onTurn: (month: string) => void
  children: ReactNode
}

function Turn({ label, to, from, until, onTurn, children }: TurnProps) {
  const isOpen = to >= from.slice(0, 7) && to <= until.slice(0, 7)
  return (
    <IconButton
      label={label}
      aria-disabled={!isOpen || undefined}
      onClick={isOpen ? () => onTurn(to) : undefined}
      className="aria-disabled:cursor-not-allowed"
    >
      {children}
    </IconButton>
  )
}

const monthAfter = (month: string): string => addDays(`${month}-28`, 7).slice(0, 7)
const monthBefore = (month: string): string => addDays(`${month}-01`, -1).slice(0, 7)

/** The weeks that a month is in, as dates; days of its neighbours fill the first and the last one. */
function weeksOf(month: string, locale: string): string[][] {
  const first = `${month}-01`
  const start = addDays(first, -((weekdayOf(first) - firstWeekdayOf(locale) + 7) % 7))
  const weeks: string[][] = []
  for (let date = start; date.slice(0, 7) <= month; date = addDays(date, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, day) => addDays(date, day)))
  }
  return weeks
}

const weekdayName = (date: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(`${date}T12:00:00Z`),
  )

/**
 * The arrow keys move the focus among the days that can be chosen: to the next one, or to the next one
 * that is at least a week away.
 */
function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const by = STEPS[event.key]
  const days = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('[data-day]')]
  const current = days.find((day) => day.contains(document.activeElement))?.dataset.day
  if (!by || !current) return
  const goal = addDays(current, by)
  const dateOf = ({ dataset: { day = '' } }: HTMLButtonElement) => day
  const next =
    by > 0 ? days.find((day) => dateOf(day) >= goal) : days.findLast((day) => dateOf(day) <= goal)
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** In days. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
}
