import type { DailyPriceView } from '@foyer/contract'
import { dayRoomOf } from '@foyer/domain'
import type { DailySession } from './facts.ts'

/**
 * The day with some of its sessions replaced. What it says of a type follows from them as on the
 * server.
 */
export function withSessions(
  daily: DailyPriceView,
  changed: Readonly<Record<string, DailySession>>,
): DailyPriceView {
  const sessions = { ...daily.sessions, ...changed }
  return {
    ...daily,
    sessions,
    ticketTypes: daily.ticketTypes.map((type) => {
      const rooms = Object.values(sessions).flatMap(({ ticket_prices }) =>
        ticket_prices
          .filter(({ ticket_type_id }) => ticket_type_id === type.ticket_type_id)
          .map(({ available_count }) => available_count),
      )
      const { availability, room } = dayRoomOf(rooms)
      return { ...type, availability, available_count: room }
    }),
  }
}
