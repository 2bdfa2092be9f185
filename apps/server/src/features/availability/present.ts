import type { CalendarView, DailyPriceView, LiveChanges } from '@foyer/contract'
import {
  aboveLowest,
  dateStatusOf,
  dayRoomOf,
  FALLBACK_DAY_PRICE_MINOR,
  formatTime,
  toMajor,
} from '@foyer/domain'
import type { ChangesRow, DayRow, SessionTypeRow } from './queries.ts'

/** A day of the calendar. */
const presentDayOfCalendar = (row: DayRow, currency: string) => ({
  minPrice: toMajor(row.lowest_minor ?? FALLBACK_DAY_PRICE_MINOR, currency),
  allInMinor: row.lowest_all_in_minor ?? FALLBACK_DAY_PRICE_MINOR,
  status: dateStatusOf(row.room, row.capacity),
})

export const presentCalendar = (
  rows: readonly DayRow[],
  setting: { timeZone: string; currency: string },
): CalendarView => ({
  dates: Object.fromEntries(
    rows.map((row) => [row.date, presentDayOfCalendar(row, setting.currency)]),
  ),
  timezone: setting.timeZone,
  currency: setting.currency,
})

/** A message of the stream with what has changed. A past day has nothing left to sell. */
export const presentChanges = (changes: ChangesRow): LiveChanges => ({
  sessions: changes.sessions ?? {},
  days: Object.fromEntries(
    (changes.days ?? []).map((row) => [
      row.date,
      {
        status: row.is_over ? 'sold_out' : dateStatusOf(row.room, row.capacity),
        allInMinor: row.lowest_all_in_minor ?? FALLBACK_DAY_PRICE_MINOR,
      },
    ]),
  ),
})

/**
 * Presents rows as one day: each session with its prices, and the best price of each type on that
 * day.
 */
export function presentDay(
  rows: readonly SessionTypeRow[],
  setting: { timeZone: string; currency: string },
): DailyPriceView {
  const { timeZone, currency } = setting
  const sessions: DailyPriceView['sessions'] = {}
  for (const [id, group] of Map.groupBy(rows, (row) => row.session_id)) {
    const [first] = group
    if (!first) continue
    sessions[id] = {
      session_id: id,
      start_time: first.starts_at.toISOString(),
      end_time: first.ends_at.toISOString(),
      session_name: first.display_name,
      local_time: formatTime(first.starts_at.toISOString(), timeZone),
      available_count: first.session_room,
      ticket_prices: group.map((row) => ({
        ticket_type_id: row.ticket_type_id,
        price: toMajor(row.price_minor ?? 0, currency),
        all_in_minor: row.all_in_minor,
        available_count: row.room,
        capacity: row.capacity,
      })),
    }
  }

  const offers = [...Map.groupBy(rows, (row) => row.ticket_type_id)].map(([id, group]) => {
    const priced = group.flatMap(({ price_minor: price, all_in_minor: allIn }) =>
      price === null || allIn === null ? [] : [{ price, allIn }],
    )
    const lowest = priced.sort((a, b) => a.allIn - b.allIn)[0]
    const { availability, room, total, isScarce } = dayRoomOf(group)
    return {
      ticket_type_id: id,
      lowest_price: toMajor(lowest?.price ?? 0, currency),
      lowest_all_in_minor: lowest?.allIn ?? null,
      fee_minor: lowest ? lowest.allIn - lowest.price : null,
      availability,
      available_count: room,
      left_on_day: total,
      is_scarce: isScarce,
    }
  })
  const differences = aboveLowest(offers.map((offer) => offer.lowest_all_in_minor))
  const ticketTypes = offers.map((offer, index) => ({
    ...offer,
    more_minor: differences[index] ?? null,
  }))
  return { ticketTypes, sessions, timezone: timeZone, currency }
}
