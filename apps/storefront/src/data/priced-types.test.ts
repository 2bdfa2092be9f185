import { describe, expect, it } from 'vitest'
import { ADULT, CHILD, daily, session, ticketType } from '../../test/day.ts'
import { nextUpgradeOption, pricedTypesOf, upgradeOptions } from './priced-types.ts'

const GENERAL = ADULT
const FAST = CHILD
const VIP = '44444444-4444-4444-8444-444444444444'

const types = [
  ticketType({ id: VIP, name: 'Platinum VIP', allInMinor: 6498, lowestPriceMinor: 6498 }),
  ticketType({ id: GENERAL, name: 'General Admission', allInMinor: 3498, lowestPriceMinor: 3498 }),
  ticketType({ id: FAST, name: 'Fast Pass', allInMinor: 4498, lowestPriceMinor: 4498 }),
]
const places: Record<string, number | null> = { [GENERAL]: 40, [FAST]: 40, [VIP]: 40 }

/** A day with this many tickets left of each type. */
const dayWith = (left: Record<string, number | null> = {}) => ({
  ...daily(session()),
  ticketTypes: types.map(({ id, allInMinor }) => ({
    ticket_type_id: id,
    lowest_price: (allInMinor ?? 0) / 100,
    lowest_all_in_minor: allInMinor ?? 0,
    fee_minor: 0,
    tax_minor: 0,
    more_minor: 0,
    availability: 'available' as const,
    available_count: left[id] === undefined ? (places[id] ?? null) : left[id],
    left_on_day: null,
    is_scarce: false,
  })),
})
const offered = (selection: Record<string, number>, left?: Record<string, number | null>) =>
  nextUpgradeOption(types, dayWith(left), selection)?.type.name

describe('the upsell', () => {
  it('offers the next more expensive ticket type', () => {
    expect(offered({ [GENERAL]: 2 })).toBe('Fast Pass')
    expect(offered({ [FAST]: 2 })).toBe('Platinum VIP')
  })
  it('the upsell starts from the most expensive chosen ticket type', () => {
    expect(offered({ [GENERAL]: 5, [FAST]: 1 })).toBe('Platinum VIP')
  })
  it('the upsell offers nothing above the dearest ticket type', () => {
    expect(offered({ [VIP]: 1 })).toBeUndefined()
    expect(offered({ [GENERAL]: 1, [VIP]: 1 })).toBeUndefined()
  })
  it('the upsell skips a ticket type without room for all tickets', () => {
    expect(offered({ [GENERAL]: 3 }, { [FAST]: 2 })).toBe('Platinum VIP')
    expect(offered({ [GENERAL]: 3 }, { [FAST]: 3 })).toBe('Fast Pass')
    expect(offered({ [GENERAL]: 9 })).toBeUndefined()
    expect(offered({ [GENERAL]: 3 }, { [FAST]: null })).toBe('Fast Pass')
  })
  it('does not offer a type that is archived, not on sale that day or without a price', () => {
    const archived = types.map((type) => ({ ...type, isArchived: type.id === FAST }))
    expect(nextUpgradeOption(archived, dayWith(), { [GENERAL]: 1 })?.type.id).toBe(VIP)
    const day = dayWith()
    const without = day.ticketTypes.filter(({ ticket_type_id }) => ticket_type_id !== FAST)
    expect(
      nextUpgradeOption(types, { ...day, ticketTypes: without }, { [GENERAL]: 1 })?.type.id,
    ).toBe(VIP)
    const unpriced = types.map((type) =>
      type.id === FAST ? { ...type, pricing_mode: 'dynamic' as const } : type,
    )
    const withoutPrice = day.ticketTypes.map((type) =>
      type.ticket_type_id === FAST ? { ...type, lowest_price: 0, lowest_all_in_minor: null } : type,
    )
    expect(
      nextUpgradeOption(unpriced, { ...day, ticketTypes: withoutPrice }, { [GENERAL]: 1 })?.type.id,
    ).toBe(VIP)
  })
})

describe('a ticket type is higher by its price', () => {
  // The Fast Pass has so high a fee that it costs more than the Platinum VIP, fees included.
  const withFee = types.map((type) => (type.id === FAST ? { ...type, allInMinor: 9998 } : type))
  const day = dayWith()
  const dayWithFee = {
    ...day,
    ticketTypes: day.ticketTypes.map((type) =>
      type.ticket_type_id === FAST ? { ...type, lowest_all_in_minor: 9998 } : type,
    ),
  }

  it('even if a cheaper type has higher fees, with and without a day', () => {
    expect(nextUpgradeOption(withFee, dayWithFee, { [GENERAL]: 1 })?.type.id).toBe(FAST)
    expect(nextUpgradeOption(withFee, dayWithFee, { [FAST]: 1 })?.type.id).toBe(VIP)
    const above = upgradeOptions(pricedTypesOf(withFee, undefined), FAST)
    expect(above?.map(({ type }) => type.id)).toEqual([VIP])
  })
  it('and not by its fees if two prices are equal', () => {
    const same = types.map((type) =>
      type.id === FAST ? { ...type, lowestPriceMinor: 3498, allInMinor: 9998 } : type,
    )
    const above = upgradeOptions(pricedTypesOf(same, undefined), GENERAL)
    expect(above?.map(({ type }) => type.id)).toEqual([VIP])
  })
})

describe('the upgrade options of a ticket type', () => {
  const names = (typeId: string | undefined) =>
    upgradeOptions(pricedTypesOf(types, undefined), typeId)?.map(({ type }) => type.name)

  it('the upgrade options of a type are those with a higher price, cheapest first, also without a day', () => {
    expect(names(GENERAL)).toEqual(['Fast Pass', 'Platinum VIP'])
    expect(names(VIP)).toEqual([])
  })
  it('the upgrade options of an unknown type are unknown', () => {
    expect(names(undefined)).toBeUndefined()
    expect(names('55555555-5555-4555-8555-555555555555')).toBeUndefined()
  })
})
