import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkBooks } from '../../../test/support/batch-check.ts'
import {
  addPayment,
  applyCoupon,
  begin,
  CUSTOMER,
  customerAt,
  holdCart,
  holdLine,
  outcomeOf,
  sellFree,
  sellPayment,
} from '../../../test/support/batch-ops.ts'
import {
  blocking,
  contains,
  from,
  off,
  rule,
  upTo,
  when,
} from '../../../test/support/batch-rules.ts'
import { run } from '../../../test/support/batch-world/run-batch.ts'
import { makeWorld, passMinutes, type World } from '../../../test/support/batch-world/world.ts'

/** Ada's address is at example.com, Bob's is not. A cart of two GA costs 60.00. */
let world: World
beforeEach(() => {
  world = makeWorld({ types: { ga: {}, vip: {}, free: { price: 0 } } })
})
afterEach(() => checkBooks(world))

const BOB = customerAt('bob@elsewhere.org')
const isMember = contains('customerEmail', 'example.com')
const members = (minor = 1000, id = 'members') => rule(id, [off(minor)], when(isMember))
const pay = (customer = CUSTOMER) => outcomeOf(run(world, begin('a', customer)))
const rulesOf = (cart: string) =>
  addPayment(world, cart).quote.rules?.map(({ ruleId }) => ruleId) ?? []

describe('a rule about the e-mail address', () => {
  test('takes its discount off once the address is known, and the order is bought at that price', () => {
    world.rules = [members()]
    run(world, holdCart('a', { ga: 2 }))
    expect(addPayment(world, 'a').amountMinor).toBe(6000)
    expect(pay()).toBe('5000 to pay')
    expect(world.cartRules).toMatchObject([{ cartId: 'a', holdId: world.holds[0]?.id }])
    expect(outcomeOf(run(world, sellPayment(addPayment(world, 'a'))))).toBe('order')
    expect(world.orders).toMatchObject([{ quote: { totalMinor: 5000 } }])
  })

  test('is judged for all lines of a cart, and lasts as long as the last of them', () => {
    world.rules = [members()]
    run(world, holdLine('a', 1))
    passMinutes(world, 5)
    run(world, holdLine('a', 1, { type: 'vip' }))
    expect(pay()).toBe('5000 to pay')
    passMinutes(world, 16)
    expect(addPayment(world, 'a').amountMinor).toBe(2000)
  })

  test('changes nothing, and writes nothing, for another address', () => {
    world.rules = [members()]
    run(world, holdCart('a', { ga: 2 }))
    expect(pay(BOB)).toBe('6000 to pay')
    expect(world.cartRules).toEqual([])
  })

  test('takes the place of a rule for all buyers only if the cart gets cheaper', () => {
    world.rules = [rule('all', [off(800)]), members(500, 'small'), members(1000, 'large')]
    run(world, holdCart('a', { ga: 2 }))
    expect(pay(BOB)).toBe('5200 to pay')
    expect(pay()).toBe('5000 to pay')
    expect(rulesOf('a')).toEqual(['large'])
  })

  test('is judged by the price with the coupon of the cart', () => {
    world.rules = [rule('small', [off(500)], when(isMember, upTo('orderTotal', 50)))]
    const rules = [rule('of coupon', [off(1000)])]
    world.couponCodes = [{ id: 'ten', code: 'TEN', room: 1, isActive: true, rules }]
    run(world, holdCart('a', { ga: 2 }))
    expect(pay()).toBe('6000 to pay')
    run(world, applyCoupon('a', 'ten'))
    expect(pay()).toBe('4500 to pay')
  })
})

describe('a buyer who enters another address', () => {
  test.each([
    ['that is still in force', [members()]],
    ['that has ended since', []],
  ])('pays without the rule about the first one %s', (_, rulesOfNow) => {
    world.rules = [members()]
    run(world, holdCart('a', { ga: 2 }))
    expect(pay()).toBe('5000 to pay')
    world.rules = rulesOfNow
    expect(pay(BOB)).toBe('6000 to pay')
    expect(rulesOf('a')).toEqual([])
  })

  test('keeps the rules that are for all buyers', () => {
    world.rules = [rule('all', [off(300)], { combines: true }), members()]
    run(world, holdCart('a', { ga: 2 }))
    expect(pay()).toBe('4700 to pay')
    expect(pay(BOB)).toBe('5700 to pay')
    expect(rulesOf('a')).toEqual(['all'])
  })
})

describe('a buyer who presses Pay again after the rule was changed', () => {
  test.each([
    ['pays the lower price that was shown', 'members', 999, 5000],
    ['pays the lower price of now', 'changed', 1001, 4999],
    ['gets the rule of now at the same price', 'changed', 1000, 5000],
  ])('%s', (_, ruleId, minor, total) => {
    world.rules = [members()]
    run(world, holdCart('a', { ga: 2 }))
    pay()
    world.rules = [members(minor, 'changed')]
    expect(pay()).toBe(`${total} to pay`)
    expect(rulesOf('a')).toEqual([ruleId])
  })
})

describe('a rule that blocks an e-mail address', () => {
  const noMembers = blocking('Not for members.', isMember)
  const refusal = { code: 'rule_blocked', message: 'Not for members.' }

  test('refuses the cart when it is to be paid, and nobody else', () => {
    world.rules = [noMembers]
    run(world, holdCart('a', { ga: 2 }))
    expect(run(world, begin('a'))).toMatchObject({ refusal })
    expect(pay(BOB)).toBe('6000 to pay')
  })

  test('refuses a cart that costs nothing', () => {
    world.rules = [noMembers]
    run(world, holdCart('a', { free: 2 }))
    expect(run(world, sellFree('a'))).toMatchObject({ refusal })
    expect(outcomeOf(run(world, sellFree('a', BOB)))).toBe('order')
  })

  test('is judged by the full price, before the coupon of the cart', () => {
    world.rules = [blocking('Too much.', isMember, from('orderTotal', 60))]
    const rules = [rule('of coupon', [off(1000)])]
    world.couponCodes = [{ id: 'ten', code: 'TEN', room: 1, isActive: true, rules }]
    run(world, holdCart('a', { ga: 2 }))
    run(world, applyCoupon('a', 'ten'))
    expect(pay()).toBe('rule_blocked')
    expect(pay(BOB)).toBe('5000 to pay')
  })
})

describe('a captured payment', () => {
  const sell = (customer = CUSTOMER) =>
    outcomeOf(run(world, sellPayment(addPayment(world, 'a'), undefined, {}, { customer })))
  const reasons = () => world.payments.flatMap(({ refunds }) => refunds.map((each) => each.reason))
  const NOT_ALLOWED = 'not allowed by a checkout rule'

  test('at the price for one address buys no order for another', () => {
    world.rules = [members()]
    run(world, holdCart('a', { ga: 2 }))
    pay()
    expect(sell(BOB)).toBe('payment_refunded')
    expect(reasons()).toEqual([NOT_ALLOWED])
  })

  test('at a price for all buyers buys an order for any address', () => {
    world.rules = [rule('all', [off(1000)])]
    run(world, holdCart('a', { ga: 2 }))
    expect(sell(BOB)).toBe('order')
  })

  test.each([
    ['is blocked is refunded', CUSTOMER, 'payment_refunded', [NOT_ALLOWED]],
    ['is not blocked is sold', BOB, 'order', []],
  ])('for an address that was not judged at Pay and %s', (_, customer, outcome, given) => {
    world.rules = [rule('all', [off(1000)]), blocking('Not for members.', isMember)]
    run(world, holdCart('a', { ga: 2 }))
    const payment = addPayment(world, 'a')
    payment.customer = null
    const op = sellPayment(payment, undefined, {}, { customer })
    expect(outcomeOf(run(world, op))).toBe(outcome)
    expect(reasons()).toEqual(given)
  })

  test('of a buyer who was judged at Pay is sold, though the address is blocked since', () => {
    run(world, holdCart('a', { ga: 2 }))
    pay()
    world.rules = [blocking('Not for members.', isMember)]
    expect(sell()).toBe('order')
  })
})
