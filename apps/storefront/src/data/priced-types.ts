import type { DailyPriceView, TicketTypeView } from '@foyer/contract'
import { formatSelection, fromMajor, type Selection, totalQuantity } from '@foyer/domain'

/**
 * A ticket type with its price on the chosen day, or with its general price while no day is chosen.
 */
export interface PricedType {
  type: TicketTypeView
  /** One ticket without fees, minor units: the price without fees decides which type is higher. */
  priceMinor: number
  /** One ticket with fees, minor units. */
  allInMinor: number
  /** Some times of the day may cost more. */
  isFrom: boolean
  /** Tickets left on the day; null if unlimited. */
  left: number | null
}

/** The types that have a price and are on sale (on that day), cheapest first. */
export function pricedTypesOf(
  ticketTypes: readonly TicketTypeView[],
  daily: DailyPriceView | undefined,
): PricedType[] {
  return ticketTypes
    .flatMap((type) => pricedTypeOf(type, daily))
    .sort((a, b) => (a.priceMinor < b.priceMinor ? -1 : a.priceMinor > b.priceMinor ? 1 : 0))
}

function pricedTypeOf(type: TicketTypeView, daily: DailyPriceView | undefined): PricedType[] {
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
 * The ticket type that the upsell offers: of the types above the dearest chosen one, the cheapest that
 * has room for all tickets. Null if there is none.
 */
export function nextUpgradeOption(
  ticketTypes: readonly TicketTypeView[],
  daily: DailyPriceView,
  selection: Selection,
): PricedType | null {
  const types = pricedTypesOf(ticketTypes, daily)
  const count = totalQuantity(selection)
  const top = types.findLast(({ type }) => selection[type.id]) ?? types[0]
  if (!top) return null
  return types.find((type) => type.priceMinor > top.priceMinor && hasRoom(type, count)) ?? null
}

/** A selection's `types` after an upgrade of all its tickets to one type. */
export const upgradedTypes = (selection: Selection, typeId: string) =>
  formatSelection({ [typeId]: totalQuantity(selection) })

/** The types priced above one type; null if that type is unknown or has no price. */
export function upgradeOptions(
  types: readonly PricedType[],
  typeId: string | undefined,
): PricedType[] | null {
  const current = types.find(({ type }) => type.id === typeId)
  return current ? types.filter(({ priceMinor }) => priceMinor > current.priceMinor) : null
}

/** Whether this many tickets of a type can be bought at once. */
const hasRoom = ({ type, left }: PricedType, count: number): boolean =>
  count <= type.maxQuantity && (left === null || left >= count)
