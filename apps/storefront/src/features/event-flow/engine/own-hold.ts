import type { DailyPriceView } from '@foyer/contract'
import { withSessions } from './day-rooms.ts'

/** The part of a cart-hold record that matters here. */
export interface OwnHold {
  sessionId: string
  tickets: ReadonlyArray<{ id: string; quantity: number }>
  expiresAt: string
}

/**
 * Places that this browser's own cart holds are counted as taken by everybody else's view, its own
 * included. For the buyer who comes back to change something they are still to be had: the next
 * hold replaces this one. So they are added back, as long as the hold lives.
 */
export function creditOwnHold(daily: DailyPriceView, hold: OwnHold, now: number): DailyPriceView {
  const session = daily.sessions[hold.sessionId]
  if (!session || Date.parse(hold.expiresAt) <= now) return daily
  const heldOf = (typeId: string) => hold.tickets.find(({ id }) => id === typeId)?.quantity ?? 0
  const add = (left: number | null, held: number) => (left === null ? null : left + held)
  const held = hold.tickets.reduce((total, { quantity }) => total + quantity, 0)
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
