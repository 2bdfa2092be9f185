import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkBooks } from '../../../test/support/batch-check.ts'
import { addPayment, heldBy, holdCart, holdLine } from '../../../test/support/batch-ops.ts'
import {
  blocking,
  contains,
  from,
  off,
  percentOff,
  rule,
  upTo,
  when,
} from '../../../test/support/batch-rules.ts'
import { run, runBatch } from '../../../test/support/batch-world/run-batch.ts'
import { makeWorld, passMinutes, type World } from '../../../test/support/batch-world/world.ts'

/** GA costs 30.00, VIP 50.00. */
let world: World
beforeEach(() => {
  world = makeWorld({ capacity: 100, types: { ga: {}, vip: { price: 5000, name: 'Front row' } } })
})
afterEach(() => checkBooks(world))

const vip = (cart: string, quantity: number) => holdLine(cart, quantity, { type: 'vip' })
const quoteOf = (cart: string) => addPayment(world, cart).quote
const totalOf = (cart: string) => quoteOf(cart).totalMinor
const rulesOf = (cart: string) => quoteOf(cart).rules?.map(({ ruleId }) => ruleId) ?? []

describe('a cart that is held whole', () => {
  test('is shown, and charged, with what a rule takes off it', () => {
    world.rules = [rule('tenth', [percentOff(10)])]
    expect(run(world, holdCart('a', { ga: 2 }))).toMatchObject({
      value: { shown: { quote: { totalMinor: 5400, discountMinor: 600 } } },
    })
    expect([totalOf('a'), rulesOf('a')]).toEqual([5400, ['tenth']])
  })

  test('keeps what was taken off it, though the rule has ended since', () => {
    world.rules = [rule('tenth', [percentOff(10)])]
    run(world, holdCart('a', { ga: 2 }))
    world.rules = []
    expect(totalOf('a')).toBe(5400)
  })

  test('is judged by the names of its tickets', () => {
    world.rules = [rule('vips', [off(1000)], when(contains('ticketType', 'Front row')))]
    run(world, holdCart('a', { ga: 2 }))
    run(world, holdCart('b', { ga: 1, vip: 1 }))
    expect([totalOf('a'), totalOf('b')]).toEqual([6000, 7000])
  })

  test('is judged with its own add-ons, also beside an equal cart without them', () => {
    world.rules = [rule('large', [off(1000)], when(from('totalAmount', 80)))]
    const parking = { addOnId: 'parking', name: 'Parking', position: 0, quantity: 1 }
    const addOns = [{ ...parking, unitPriceMinor: 2000, hasStock: false }]
    runBatch(world, [
      holdCart('small', { ga: 2 }),
      holdCart('large', { ga: 2 }, { addOns }),
      holdCart('also small', { ga: 2 }),
    ])
    expect(['small', 'large', 'also small'].map(totalOf)).toEqual([6000, 7000, 6000])
  })

  test.each([
    ['there is no rule', []],
    ['no rule is for it', [rule('groups', [off(1000)], when(from('quantity', 9)))]],
  ])('carries no rules if %s, and neither does a line', (_, rules) => {
    world.rules = rules
    run(world, holdCart('a', { ga: 2 }))
    run(world, vip('a', 1))
    expect(world.holds.map((hold) => hold.rules)).toEqual([null, null])
    expect(world.cartRules).toEqual([])
  })

  test('costs nothing if its organizer waives totals that are too small for a card', () => {
    world = makeWorld({ types: { ga: { price: 40 } } })
    world.waivesSmallTotals = true
    run(world, holdCart('a', { ga: 1 }))
    run(world, holdCart('b', { ga: 2 }))
    expect([totalOf('a'), totalOf('b')]).toEqual([0, 80])
  })
})

describe('a line that is added to a cart', () => {
  const groups = rule('groups', [percentOff(10)], when(from('quantity', 4)))

  test('is judged together with what the cart holds: a group may be complete with it', () => {
    world.rules = [groups]
    run(world, holdLine('a', 2))
    expect(totalOf('a')).toBe(6000)
    run(world, vip('a', 2))
    expect(totalOf('a')).toBe(14_400)
  })

  test('is judged with its own cart, also if another gets the same line in the same batch', () => {
    world.rules = [groups]
    runBatch(world, [holdLine('small', 1), holdLine('large', 2)])
    runBatch(world, [vip('small', 2), vip('large', 2)])
    expect([totalOf('small'), totalOf('large')]).toEqual([13_000, 14_400])
  })

  test('does not make the earlier lines dearer: they keep what was taken off them', () => {
    world.rules = [rule('couples', [off(1000)], when(upTo('quantity', 2)))]
    run(world, holdLine('a', 2))
    passMinutes(world, 1)
    run(world, vip('a', 1))
    expect([totalOf('a'), rulesOf('a')]).toEqual([10_000, ['couples']])
    world.rules = []
    run(world, holdLine('b', 2))
    expect([totalOf('b'), rulesOf('b')]).toEqual([6000, []])
  })

  test('keeps the rules of earlier lines if no rule is in force any more', () => {
    world.rules = [rule('early', [off(1000)])]
    run(world, holdLine('a', 2))
    passMinutes(world, 1)
    world.rules = []
    run(world, vip('a', 1))
    expect([totalOf('a'), rulesOf('a')]).toEqual([10_000, ['early']])
  })

  test.each([
    ['takes more off', 'later', 1001, 9999],
    ['takes the same off', 'later', 1000, 10_000],
    ['takes less off', 'early', 999, 10_000],
  ])('gives the cart the rule of now, unless it is dearer: one that %s', (_, id, minor, total) => {
    world.rules = [rule('early', [off(1000)])]
    run(world, holdLine('a', 2))
    passMinutes(world, 1)
    world.rules = [rule('later', [off(minor)])]
    run(world, vip('a', 1))
    expect([totalOf('a'), rulesOf('a')]).toEqual([total, [id]])
  })
})

describe('a rule that blocks', () => {
  beforeEach(() => {
    world.rules = [blocking('At most three.', from('quantity', 4))]
  })
  const refusal = { code: 'rule_blocked', message: 'At most three.' }

  test('refuses the cart with its message, and the cart keeps what it had', () => {
    run(world, holdCart('a', { ga: 3 }))
    expect(run(world, holdCart('a', { ga: 3, vip: 1 }))).toMatchObject({ refusal })
    expect(heldBy(world, 'a')).toBe('3 ga')
  })

  test('refuses a line that makes a cart meet its conditions', () => {
    run(world, holdLine('a', 3))
    expect(run(world, vip('a', 1))).toMatchObject({ refusal })
    expect(heldBy(world, 'a')).toBe('3 ga')
  })
})
