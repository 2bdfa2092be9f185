/** The most people that one ticket may admit. */
export const MOST_PLACES = 20

/** How much of something limited is left; null means without limit. */
type Room = number | null

/** What limits a ticket type in a session. */
export interface TicketRoom {
  /** What the type itself has left, in tickets. */
  typeRoom: Room
  /** What its session has left, in places. */
  sessionRoom: Room
  /** What its group shares and has left, in places; null also if it shares nothing. */
  groupRoom?: Room | undefined
  /** How many people one ticket admits. */
  places: number
}

/**
 * How many whole tickets of a type fit into a session; null without limit. A family ticket of four
 * places does not fit into three. `tickets_that_fit` of `0055_places.sql` is the same rule.
 */
export function ticketsThatFit({ typeRoom, sessionRoom, groupRoom, places }: TicketRoom): Room {
  const rooms = [
    typeRoom,
    ...[sessionRoom, groupRoom ?? null].map((room) => room && Math.floor(room / places)),
  ].filter((room) => room !== null)
  return rooms.length > 0 ? Math.max(0, Math.min(...rooms)) : null
}

/** 'Admits 4'; null for a ticket of one person, which says nothing. */
export const admitsText = (places: number): string | null =>
  places > 1 ? `Admits ${places}` : null

/** How many people some tickets admit together. */
export const placesIn = (lines: readonly { quantity: number; places: number }[]): number =>
  lines.reduce((sum, { quantity, places }) => sum + quantity * places, 0)
