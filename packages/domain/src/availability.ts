import { LIMITED_AT, VERY_LIMITED_AT } from './constants.ts'

export const AVAILABILITIES = ['available', 'limited', 'very_limited', 'sold_out'] as const
export type Availability = (typeof AVAILABILITIES)[number]

export const DATE_STATUSES = ['available', 'selling_fast', 'sold_out'] as const
export type DateStatus = (typeof DATE_STATUSES)[number]

/** `left` is null where capacity is unlimited. Thresholds: 20 and 5 places. */
export function availabilityOf(left: number | null): Availability {
  if (left === null) return 'available'
  if (left <= 0) return 'sold_out'
  if (left <= VERY_LIMITED_AT) return 'very_limited'
  if (left <= LIMITED_AT) return 'limited'
  return 'available'
}

/**
 * A type over a whole day: 'limited' from 20 places down to the last. The finer step is for a slot,
 * where 5 places may be gone before one has typed a name.
 */
export function dayAvailabilityOf(left: number | null): Availability {
  const availability = availabilityOf(left)
  return availability === 'very_limited' ? 'limited' : availability
}

/**
 * A type over the rooms of a day's sessions (null: without limit): 'limited' counts all of them, a
 * stepper's bound is the roomiest.
 */
export function dayRoomOf(rooms: readonly (number | null)[]): {
  availability: Availability
  room: number | null
} {
  const counts = rooms.filter((room) => room !== null)
  const isUnlimited = counts.length < rooms.length
  const total = counts.reduce((sum, room) => sum + room, 0)
  return {
    availability: dayAvailabilityOf(isUnlimited ? null : total),
    room: isUnlimited ? null : Math.max(0, ...counts),
  }
}

/** The smaller of two rooms; null means without limit. */
export function narrower(a: number | null, b: number | null): number | null {
  if (a === null) return b
  if (b === null) return a
  return Math.min(a, b)
}

/**
 * A day sells fast when a tenth or less of its capacity is left, or 20 places or fewer and at most
 * half: a big day with 20 places left deserves the hint, a small one that has sold nothing does not.
 */
export function dateStatusOf(left: number | null, capacity: number | null): DateStatus {
  if (left === null || capacity === null) return 'available'
  if (left <= 0) return 'sold_out'
  const isFast = left * 10 <= capacity || (left <= LIMITED_AT && left * 2 <= capacity)
  return isFast ? 'selling_fast' : 'available'
}

/** 'N left' while it is scarce, 'Sold Out' when gone, 'Available' above the threshold. */
export function availabilityText(left: number | null): string {
  const availability = availabilityOf(left)
  if (availability === 'sold_out') return 'Sold Out'
  return availability === 'available' ? 'Available' : `${left} left`
}
