import type { DailyPriceView } from '@foyer/contract'
import { dayRoomOf, placesIn } from '@foyer/domain'
import type { DailySession } from './facts.ts'

/**
 * The day with some sessions replaced. The figures of each type are computed from the sessions as
 * on the server.
 */
export function withSessions(
  daily: DailyPriceView,
  changed: Readonly<Record<string, DailySession>>,
): DailyPriceView {
  const sessions = { ...daily.sessions }
  for (const [id, session] of Object.entries(changed)) {
    const { available_count: left } = session
    sessions[id] = { ...session, ticketsRemaining: left, available: left !== 0 }
  }
  return {
    ...daily,
    sessions,
    ticketTypes: daily.ticketTypes.map(({ status, opens_at, ...type }) => {
      const rooms = Object.values(sessions).flatMap(({ ticket_prices }) =>
        ticket_prices
          .filter(({ ticket_type_id }) => ticket_type_id === type.ticket_type_id)
          .map(({ available_count: room, capacity }) => ({ room, capacity })),
      )
      const { availability, room, total, isScarce } = dayRoomOf(rooms)
      // While it is not sold there is no room, and the reason stays.
      const shut = status && room === 0 && { status, ...(opens_at && { opens_at }) }
      return {
        ...type,
        ...(shut ? { availability: 'unavailable' as const, ...shut } : { availability }),
        available_count: room,
        left_on_day: total,
        is_scarce: isScarce,
      }
    }),
  }
}

/** The fields of a cart-hold record that are needed here. */
interface OwnHold {
  sessionId: string
  tickets: ReadonlyArray<{ id: string; quantity: number }>
  expiresAt: string
}

/**
 * The server counts what this browser's own cart holds as taken. A buyer who returns to change the
 * cart may still have these tickets, since the next hold replaces the current one. So they are
 * added back until the hold expires.
 */
export function creditOwnHold(daily: DailyPriceView, hold: OwnHold, now: number): DailyPriceView {
  const session = daily.sessions[hold.sessionId]
  if (!session || Date.parse(hold.expiresAt) <= now) return daily
  const heldOf = (typeId: string) => hold.tickets.find(({ id }) => id === typeId)?.quantity ?? 0
  const add = (left: number | null, held: number) => (left === null ? null : left + held)
  const held = placesIn(
    session.ticket_prices.map(({ ticket_type_id: id, places = 1 }) => ({
      quantity: heldOf(id),
      places,
    })),
  )
  return withSessions(daily, {
    [hold.sessionId]: {
      ...session,
      available_count: add(session.available_count, held),
      ticket_prices: session.ticket_prices.map((price) => ({
        ...price,
        available_count: add(price.available_count, heldOf(price.ticket_type_id)),
      })),
    },
  })
}
