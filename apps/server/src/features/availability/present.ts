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

interface CalendarSetting {
  eventId: string
  timeZone: string
  currency: string
}

/** A day of the calendar. */
const presentDayOfCalendar = (row: DayRow, { eventId, currency }: CalendarSetting) => ({
  id: `${eventId}:${row.date}`,
  minPrice: toMajor(row.lowest_minor ?? FALLBACK_DAY_PRICE_MINOR, currency),
  allInMinor: row.lowest_all_in_minor ?? FALLBACK_DAY_PRICE_MINOR,
  status: statusOf(row),
  ...(!row.is_on_sale && row.opens_at && { opensAt: row.opens_at.toISOString() }),
})

const statusOf = (row: Pick<DayRow, 'room' | 'capacity' | 'is_on_sale'> & { opens_at: unknown }) =>
  dateStatusOf(row.room, row.capacity, {
    isOnSale: row.is_on_sale,
    isOpening: row.opens_at !== null,
  })

/** The calendar of a buyer with an access code, from the offers of all sessions. */
export const presentOpenedCalendar = (
  rows: readonly SessionTypeRow[],
  setting: CalendarSetting,
): CalendarView => ({
  dates: Object.fromEntries(
    [...Map.groupBy(rows, (row) => row.local_date)].map(([date, ofDay]) => {
      const [cheapest] = ofDay
        .filter((row) => row.is_sold && row.all_in_minor !== null)
        .toSorted((a, b) => (a.all_in_minor ?? 0) - (b.all_in_minor ?? 0))
      const sessions = [...new Map(ofDay.map((row) => [row.session_id, row.session_room])).values()]
      const room = sessions.reduce<number | null>(
        (sum, left) => (sum === null || left === null ? null : sum + left),
        0,
      )
      const day = {
        date,
        lowest_minor: cheapest?.price_minor ?? null,
        lowest_all_in_minor: cheapest?.all_in_minor ?? null,
        room,
        // What the day had at first is not read here, so it is never marked as selling fast.
        capacity: room,
        is_on_sale: ofDay.some((row) => row.is_sold),
        opens_at: null,
      }
      return [date, presentDayOfCalendar(day, setting)]
    }),
  ),
  timezone: setting.timeZone,
  currency: setting.currency,
})

export const presentCalendar = (
  rows: readonly DayRow[],
  setting: CalendarSetting,
): CalendarView => ({
  dates: Object.fromEntries(rows.map((row) => [row.date, presentDayOfCalendar(row, setting)])),
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
        status: row.is_over ? 'sold_out' : statusOf(row),
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
      ticketsRemaining: first.session_room,
      available: first.session_room !== 0,
      ticket_prices: group.map((row) => ({
        ticket_type_id: row.ticket_type_id,
        price: toMajor(row.price_minor ?? 0, currency),
        all_in_minor: row.all_in_minor,
        available_count: row.room,
        ...(row.places > 1 && { places: row.places }),
        capacity: row.capacity,
      })),
    }
  }

  const offers = [...Map.groupBy(rows, (row) => row.ticket_type_id)].map(([id, group]) => {
    const priced = group.flatMap(({ price_minor: price, all_in_minor: allIn, fee_minor: fee }) =>
      price === null || allIn === null || fee === null ? [] : [{ price, allIn, fee }],
    )
    const lowest = priced.sort((a, b) => a.allIn - b.allIn)[0]
    const { availability, room, total, isScarce } = dayRoomOf(group)
    return {
      ticket_type_id: id,
      lowest_price: toMajor(lowest?.price ?? 0, currency),
      lowest_all_in_minor: lowest?.allIn ?? null,
      fee_minor: lowest?.fee ?? null,
      tax_minor: lowest ? lowest.allIn - lowest.price - lowest.fee : null,
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
