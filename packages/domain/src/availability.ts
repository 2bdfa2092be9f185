import { LIMITED_AT, VERY_LIMITED_AT } from './constants.ts'
import { type DateStatus, statusLabel } from './sale-status.ts'

export const AVAILABILITIES = ['available', 'limited', 'very_limited', 'sold_out'] as const
export type Availability = (typeof AVAILABILITIES)[number]

/** Of a ticket type on a day: 'unavailable' is not sold now, whatever is left. */
export const OFFER_AVAILABILITIES = [...AVAILABILITIES, 'unavailable'] as const
export type OfferAvailability = (typeof OFFER_AVAILABILITIES)[number]

/** Of a ticket type in the inventory of a session; it is 'limited' down to the last ticket, as a day is. */
export const INVENTORY_AVAILABILITIES = ['available', 'limited', 'sold_out', 'unavailable'] as const

/** `left` is null if capacity is unlimited. Thresholds: 20 and 5 tickets. */
export function availabilityOf(left: number | null): Availability {
  if (left === null) return 'available'
  if (left <= 0) return 'sold_out'
  if (left <= VERY_LIMITED_AT) return 'very_limited'
  if (left <= LIMITED_AT) return 'limited'
  return 'available'
}

/**
 * A type over a whole day: 'limited' from 20 tickets down to the last one. The step at 5 is for a
 * slot only: of a day, so few may be gone before a buyer has typed a name.
 */
export function dayAvailabilityOf(left: number | null): Exclude<Availability, 'very_limited'> {
  const availability = availabilityOf(left)
  return availability === 'very_limited' ? 'limited' : availability
}

/** What a type has left in one session, and what it had at first; null means without limit. */
interface SessionRoom {
  room: number | null
  capacity: number | null
}

/** A type over a day's sessions; null means without limit. */
interface DayRoom {
  availability: Availability
  /** The most that one session has left: so many may one buyer choose. */
  room: number | null
  /** What all sessions have left together. */
  total: number | null
  isScarce: boolean
}

/**
 * A type over a day's sessions, by what each has left: the sum decides what is 'limited', and the
 * session that has most left decides how many one buyer may choose.
 */
export function dayRoomOf(sessions: readonly SessionRoom[]): DayRoom {
  const total = sumOf(sessions.map(({ room }) => room))
  return {
    availability: dayAvailabilityOf(total),
    room: total === null ? null : Math.max(0, ...sessions.map(({ room }) => room ?? 0)),
    total,
    isScarce: isScarce(total, sumOf(sessions.map(({ capacity }) => capacity))),
  }
}

const sumOf = (counts: readonly (number | null)[]): number | null =>
  counts.reduce<number | null>(
    (sum, count) => (sum === null || count === null ? null : sum + count),
    0,
  )

/** The smaller of two limits; null means without limit. */
export function narrower(a: number | null, b: number | null): number | null {
  if (a === null) return b
  if (b === null) return a
  return Math.min(a, b)
}

/**
 * Whether most of the tickets of a day, a session or a type are gone: at most a tenth of the
 * capacity is left, or at most 20 tickets and half of it. A large day with 20 tickets left deserves
 * the hint, a small one that has sold nothing does not. Only this colours a count.
 */
export function isScarce(left: number | null, capacity: number | null): boolean {
  if (left === null || capacity === null || left <= 0) return false
  return left * 10 <= capacity || (left <= LIMITED_AT && left * 2 <= capacity)
}

/** What decides about a day beside its room; without it, it is on sale. */
export interface DaySale {
  isOnSale: boolean
  /** Whether a start of its sales is planned. */
  isOpening: boolean
  /** Whether anything of it has a price. */
  hasPrice: boolean
}

/** A day sells fast if its tickets are scarce. */
export function dateStatusOf(
  left: number | null,
  capacity: number | null,
  sale?: DaySale,
): DateStatus {
  if (sale && !sale.isOnSale) return sale.isOpening ? 'not_yet' : 'closed'
  if (sale && !sale.hasPrice) return 'unpriced'
  if (left === null || capacity === null) return 'available'
  if (left <= 0) return 'sold_out'
  return isScarce(left, capacity) ? 'selling_fast' : 'available'
}

/** 'N left' while few are left, 'Sold Out' if none, 'Available' above the threshold. */
export function availabilityText(left: number | null): string {
  const availability = availabilityOf(left)
  if (availability === 'sold_out') return statusLabel('sold_out')
  return availability === 'available' ? 'Available' : `${left} left`
}
