import type { DailyPriceView } from '@foyer/contract'
import { dayAvailabilityOf } from '@foyer/domain'
import type { DailySession } from './facts.ts'

/**
 * The day with some of its sessions replaced. What it says of a type follows from them as on the
 * server: the roomiest session bounds a stepper, all of them together say how the day sells.
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
      const counts = rooms.filter((room) => room !== null)
      const isUnlimited = counts.length < rooms.length
      const total = counts.reduce((sum, room) => sum + room, 0)
      return {
        ...type,
        availability: dayAvailabilityOf(isUnlimited ? null : total),
        available_count: isUnlimited ? null : Math.max(0, ...counts),
      }
    }),
  }
}
