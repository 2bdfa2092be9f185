import type { AddOnView } from '@foyer/contract'
import { type Availability, availabilityOf, availabilityText, statusLabel } from '@foyer/domain'

/** How many of one add-on can be bought. */
export interface AddOnRoom {
  /** 0..max can be chosen. */
  max: number
  /** Why the plus button stops at `max`. */
  maxReason: string
  /** 'N left' or 'Sold Out'; null while there is plenty. */
  words: string | null
  level: 'available' | 'few' | 'soldOut'
}

const levelOf: Readonly<Record<Availability, AddOnRoom['level']>> = {
  available: 'available',
  limited: 'few',
  very_limited: 'few',
  sold_out: 'soldOut',
}

/** An add-on without stock is limited by the maximum per order only. */
export function roomOf({
  maxQuantity,
  availableCount: left,
}: Pick<AddOnView, 'maxQuantity' | 'availableCount'>): AddOnRoom {
  const level = levelOf[availabilityOf(left)]
  const max = left === null ? maxQuantity : Math.min(maxQuantity, Math.max(0, left))
  return {
    max,
    maxReason: max === maxQuantity ? `At most ${max} per order` : reasonOf(max),
    words: level === 'available' ? null : availabilityText(left),
    level,
  }
}

const reasonOf = (left: number) => (left === 0 ? statusLabel('sold_out') : `Only ${left} left`)

/** Why 'Add for All' is disabled; undefined if every ticket can have one. */
export function reasonNotForAll(
  { max, maxReason }: AddOnRoom,
  quantity: number,
  ticketCount: number,
): string | undefined {
  if (ticketCount === 0) return 'Choose your tickets first'
  if (max < ticketCount) return maxReason
  return quantity === ticketCount ? 'Everybody has one' : undefined
}
