import type { CalendarView, DailyPriceView, InventoryView, LiveChanges } from '@foyer/contract'
import {
  aboveLowest,
  dateStatusOf,
  dayAvailabilityOf,
  dayRoomOf,
  formatTime,
  type ShutStatus,
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
  minPrice: row.lowest_minor === null ? null : toMajor(row.lowest_minor, currency),
  allInMinor: row.lowest_all_in_minor,
  status: statusOf(row),
  ...(!row.is_on_sale && row.opens_at && { opensAt: row.opens_at.toISOString() }),
})

const statusOf = (
  row: Pick<DayRow, 'room' | 'capacity' | 'is_on_sale' | 'lowest_all_in_minor'> & {
    opens_at: unknown
  },
) =>
  dateStatusOf(row.room, row.capacity, {
    isOnSale: row.is_on_sale,
    isOpening: row.opens_at !== null,
    hasPrice: row.lowest_all_in_minor !== null,
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

/** A message of the stream with what has changed. A past day is not sold any more. */
export const presentChanges = (changes: ChangesRow): LiveChanges => ({
  sessions: changes.sessions ?? {},
  days: Object.fromEntries(
    (changes.days ?? []).map((row) => [
      row.date,
      {
        status: row.is_over ? 'closed' : statusOf(row),
        allInMinor: row.lowest_all_in_minor,
      },
    ]),
  ),
})

/** Why none of these offers is sold to the buyer now, and when the first of them is; null if one is sold. */
function shutOf(
  offers: readonly Pick<SessionTypeRow, 'is_sold' | 'opens_at'>[],
): { status: ShutStatus; opens_at?: string } | null {
  if (offers.some(({ is_sold }) => is_sold)) return null
  const [first] = offers
    .flatMap(({ opens_at }) => opens_at ?? [])
    .toSorted((a, b) => a.getTime() - b.getTime())
  return first ? { status: 'not_yet', opens_at: first.toISOString() } : { status: 'closed' }
}

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
      ...(first.room_name && { room_name: first.room_name }),
      local_time: formatTime(first.starts_at.toISOString(), timeZone),
      ...shutOf(group),
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
    const shut = shutOf(group)
    return {
      ticket_type_id: id,
      lowest_price: toMajor(lowest?.price ?? 0, currency),
      lowest_all_in_minor: lowest?.allIn ?? null,
      fee_minor: lowest?.fee ?? null,
      tax_minor: lowest ? lowest.allIn - lowest.price - lowest.fee : null,
      ...(shut ? { availability: 'unavailable' as const, ...shut } : { availability }),
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

const NOT_SOLD_HERE = { availableCount: 0, soldCount: 0, heldCount: 0 }

/** Each session with each type that the event sells in any of them. */
export function presentInventory(rows: readonly SessionTypeRow[]): InventoryView {
  const typeIds = [...new Set(rows.map((row) => row.ticket_type_id))]
  return [...Map.groupBy(rows, (row) => row.session_id)].map(([sessionId, group]) => ({
    sessionId,
    ticketTypes: typeIds.map((ticketTypeId) => {
      const row = group.find((each) => each.ticket_type_id === ticketTypeId)
      return {
        ticketTypeId,
        inventory: row
          ? { availableCount: row.room, soldCount: row.sold, heldCount: row.held }
          : NOT_SOLD_HERE,
        // Without a price nothing of it can be held.
        availability:
          row?.is_sold && row.price_minor !== null
            ? dayAvailabilityOf(row.room)
            : ('unavailable' as const),
      }
    }),
  }))
}
