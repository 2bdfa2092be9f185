import type { DailyPriceView, TicketTypeView } from '@foyer/contract'
import { fromMajor, type Selection, totalQuantity } from '@foyer/domain'

/**
 * A ticket type with its price on the chosen day, or with its general price while no day is chosen.
 */
export interface Tier {
  type: TicketTypeView
  /** One ticket without fees, minor units: the price decides which tier is higher, whatever the fees. */
  priceMinor: number
  /** One ticket with fees, minor units. */
  allInMinor: number
  /** Some times of the day may cost more. */
  isFrom: boolean
  /** Tickets left on the day; null if unlimited. */
  left: number | null
}

/** The types that have a price and are on sale (on that day), cheapest first. */
export function tiersOf(
  ticketTypes: readonly TicketTypeView[],
  daily: DailyPriceView | undefined,
): Tier[] {
  return ticketTypes
    .flatMap((type) => tierOf(type, daily))
    .sort((a, b) => (a.priceMinor < b.priceMinor ? -1 : a.priceMinor > b.priceMinor ? 1 : 0))
}

function tierOf(type: TicketTypeView, daily: DailyPriceView | undefined): Tier[] {
  if (type.isArchived) return []
  const isFrom = type.pricing_mode === 'dynamic'
  if (!daily) {
    const { allInMinor, lowestPriceMinor: priceMinor } = type
    if (allInMinor === null || priceMinor === null) return []
    return [{ type, priceMinor, allInMinor, isFrom, left: null }]
  }
  const day = daily.ticketTypes.find(({ ticket_type_id }) => ticket_type_id === type.id)
  if (!day) return []
  const { lowest_all_in_minor: allInMinor, available_count: left } = day
  const priceMinor = fromMajor(day.lowest_price, daily.currency)
  if (allInMinor === null || priceMinor === null) return []
  return [{ type, priceMinor, allInMinor, isFrom, left }]
}

/**
 * The tier that the upsell offers: the next one above the most expensive chosen tier that has room
 * for all tickets. Null if there is none.
 */
export function nextTier(
  ticketTypes: readonly TicketTypeView[],
  daily: DailyPriceView,
  selection: Selection,
): Tier | null {
  const tiers = tiersOf(ticketTypes, daily)
  const count = totalQuantity(selection)
  const top = tiers.findLast(({ type }) => selection[type.id]) ?? tiers[0]
  if (!top) return null
  return tiers.find((tier) => tier.priceMinor > top.priceMinor && hasRoom(tier, count)) ?? null
}

/** The tiers priced above one type; null if that type is unknown or has no price. */
export function tiersAbove(tiers: readonly Tier[], typeId: string | undefined): Tier[] | null {
  const current = tiers.find(({ type }) => type.id === typeId)
  return current ? tiers.filter(({ priceMinor }) => priceMinor > current.priceMinor) : null
}

/** Whether this many tickets of a tier can be bought at once. */
export const hasRoom = ({ type, left }: Tier, count: number): boolean =>
  count <= type.maxQuantity && (left === null || left >= count)
