import { describe, expect, it } from 'vitest'
import {
  ADD_ONS,
  type AltAction,
  type AltState,
  canGoOn,
  isSelectable,
  linesOf,
  reduce,
  SLOTS,
  START,
  totalOf,
  UPGRADES,
} from './flow.ts'

const after = (...actions: AltAction[]): AltState => actions.reduce(reduce, START)
const goOn: AltAction = { kind: 'goOn' }
const goBack: AltAction = { kind: 'goBack' }
const date: AltAction = { kind: 'chooseDate', date: '2025-10-31' }
const group = (groupSize: number): AltAction => ({ kind: 'setGroupSize', groupSize })
const upgrade = (upgradeId: string): AltAction => ({ kind: 'toggleUpgrade', upgradeId })
const time = (at: string): AltAction => ({ kind: 'chooseTime', time: at })
const addOn = (quantity: number): AltAction => ({ kind: 'setAddOn', id: 'parking', quantity })

describe('the steps', () => {
  it('the steps go from date to payment, and back in reverse', () => {
    const walk = [date, group(2), goOn, time('8:00 PM'), goOn, goOn]
    expect(after(...walk).step).toBe('payment')
    const back = [1, 2, 3, 4, 5].map(
      (count) => after(...walk, ...Array<AltAction>(count).fill(goBack)).step,
    )
    expect(back).toEqual(['addOns', 'timeSlots', 'ticketSelection', 'date', 'date'])
  })

  it('the tickets step needs at least one ticket', () => {
    expect(canGoOn(after(date))).toBe(false)
    expect(after(date, goOn).step).toBe('ticketSelection')
    expect(after(date, group(1), goOn).step).toBe('timeSlots')
  })

  it('the time step needs a chosen time', () => {
    expect(after(date, group(1), goOn, goOn).step).toBe('timeSlots')
    expect(after(date, group(1), goOn, time('7:00 PM'), goOn).step).toBe('addOns')
  })

  it('add-ons are optional, and payment is the last step', () => {
    expect(after(date, group(1), goOn, time('7:00 PM'), goOn, goOn, goOn).step).toBe('payment')
  })
})

it('choosing a date resets group size, upgrade, time slot and add-ons', () => {
  const chosen = after(date, group(2), upgrade('fast'), goOn, time('8:00 PM'), goOn, addOn(1))
  const again = reduce(chosen, { kind: 'chooseDate', date: '2025-11-01' })
  expect(again).toEqual({ ...START, date: '2025-11-01', step: 'ticketSelection' })
})

describe('upgrades', () => {
  it('are the tickets priced above the base', () => {
    expect(UPGRADES.map(({ name, priceMinor }) => [name, priceMinor])).toEqual([
      ['Fast Pass', 3999],
      ['Immediate Access', 4999],
      ['Platinum', 6499],
    ])
  })

  it('are toggled, one at a time', () => {
    expect(after(date, upgrade('fast')).upgradeId).toBe('fast')
    expect(after(date, upgrade('fast'), upgrade('platinum')).upgradeId).toBe('platinum')
    expect(after(date, upgrade('fast'), upgrade('fast')).upgradeId).toBeNull()
    expect(after(date, upgrade('ga')).upgradeId).toBeNull()
  })

  it('are skipped by ‘No thank you’', () => {
    const state = after(date, group(2), upgrade('fast'), { kind: 'skipUpgrade' })
    expect(state).toMatchObject({ upgradeId: null, step: 'timeSlots' })
  })
})

describe('slots', () => {
  it('are six with 20 spots each, and 12:00 AM is sold out', () => {
    expect(SLOTS).toHaveLength(6)
    expect(SLOTS.filter(isSelectable).map(({ spotsLeft }) => spotsLeft)).toEqual([
      20, 20, 20, 20, 20,
    ])
    expect(SLOTS.filter((slot) => !isSelectable(slot)).map((slot) => slot.time)).toEqual([
      '12:00 AM',
    ])
  })

  it('that are sold out can’t be chosen', () => {
    expect(after(date, group(1), goOn, time('12:00 AM')).time).toBeNull()
    expect(after(date, group(1), goOn, time('3:00 AM')).time).toBeNull()
  })
})

describe('what it costs', () => {
  it('is the tickets at the price of their type, and the add-ons', () => {
    expect(ADD_ONS.map(({ priceMinor }) => priceMinor)).toEqual([1500, 2500])
    expect(totalOf(after(date, group(2)))).toBe(5998)
    const state = after(date, group(2), upgrade('platinum'), addOn(1))
    expect(linesOf(state)).toEqual([
      { label: '2 × Platinum', amountMinor: 12_998 },
      { label: '1 × Premium Parking', amountMinor: 1500 },
    ])
    expect(totalOf(state)).toBe(14_498)
  })

  it('the total is zero while nothing is chosen', () => {
    expect(linesOf(START)).toEqual([])
    expect(totalOf(START)).toBe(0)
  })
})

it('quantities stay within their limits', () => {
  expect(after(date, group(9)).groupSize).toBe(8)
  expect(after(date, group(-1)).groupSize).toBe(0)
  expect(after(addOn(11)).addOns).toEqual({ parking: 10 })
})
