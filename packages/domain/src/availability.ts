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

/** The smaller of two rooms; null means without limit. */
export function narrower(a: number | null, b: number | null): number | null {
  if (a === null) return b
  if (b === null) return a
  return Math.min(a, b)
}

/**
 * A day sells fast when a tenth or less of its capacity is left, or a 'limited' handful:
 * a big day with 20 places left and a small one with 10 % left both deserve the hint.
 */
export function dateStatusOf(left: number | null, capacity: number | null): DateStatus {
  if (left === null || capacity === null) return 'available'
  if (left <= 0) return 'sold_out'
  return left <= LIMITED_AT || left * 10 <= capacity ? 'selling_fast' : 'available'
}

/** 'N left' while it is scarce, 'Sold Out' when gone, 'Available' above the threshold. */
export function availabilityText(left: number | null): string {
  const availability = availabilityOf(left)
  if (availability === 'sold_out') return 'Sold Out'
  return availability === 'available' ? 'Available' : `${left} left`
}
