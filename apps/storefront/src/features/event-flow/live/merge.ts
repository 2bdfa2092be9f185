import type { CalendarView, DailyPriceView, LiveChanges } from '@foyer/contract'
import { withSessions } from '../engine/day-rooms.ts'
import type { DailySession } from '../engine/facts.ts'

/** The day with the changes applied; the same object if nothing of this day changed. */
export function mergeDaily(daily: DailyPriceView, { sessions }: LiveChanges): DailyPriceView {
  const changed: Record<string, DailySession> = {}
  for (const [id, live] of Object.entries(sessions)) {
    const session = daily.sessions[id]
    const merged = session && mergeSession(session, live)
    if (merged && merged !== session) changed[id] = merged
  }
  return Object.keys(changed).length > 0 ? withSessions(daily, changed) : daily
}

type LiveSession = LiveChanges['sessions'][string]

function mergeSession(session: DailySession, { room, types }: LiveSession): DailySession {
  const isSame =
    room === session.available_count &&
    session.ticket_prices.every(
      ({ ticket_type_id: id, available_count }) =>
        types[id] === undefined || types[id] === available_count,
    )
  if (isSame) return session
  const { status, ...sold } = session
  return {
    ...(room === 0 ? session : sold),
    available_count: room,
    ticket_prices: session.ticket_prices.map((price) => {
      const left = types[price.ticket_type_id]
      return left === undefined ? price : { ...price, available_count: left }
    }),
  }
}

/** The calendar with the changes applied; the same object if nothing changed. */
export function mergeCalendar(calendar: CalendarView, { days }: LiveChanges): CalendarView {
  const dates = { ...calendar.dates }
  let isChanged = false
  for (const [date, live] of Object.entries(days)) {
    const day = dates[date]
    if (!day) continue
    if (live.status === day.status && live.allInMinor === day.allInMinor) continue
    dates[date] = { ...day, ...live }
    isChanged = true
  }
  return isChanged ? { ...calendar, dates } : calendar
}

/** Both changes combined; the later one wins, since each entry is the full state of its subject. */
export const addChanges = (earlier: LiveChanges, later: LiveChanges): LiveChanges => ({
  sessions: { ...earlier.sessions, ...later.sessions },
  days: { ...earlier.days, ...later.days },
})
