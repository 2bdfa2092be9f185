import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkBooks } from '../../../test/support/batch-check.ts'
import { addCode, checkCoupons, usesOf } from '../../../test/support/batch-coupons.ts'
import {
  addPayment,
  applyCoupon,
  holdCart,
  holdLine,
  outcomeOf,
} from '../../../test/support/batch-ops.ts'
import { blocking, off, percentOff, rule } from '../../../test/support/batch-rules.ts'
import { run, runBatch } from '../../../test/support/batch-world/run-batch.ts'
import { makeWorld, passMinutes, type World } from '../../../test/support/batch-world/world.ts'
import { releaseCartOp } from '../holds/release-cart.ts'
import { removeCouponOp } from './remove-coupon.ts'

/** GA and VIP cost 30.00 each. */
let world: World
beforeEach(() => {
  world = makeWorld({ capacity: 100, types: { ga: {}, vip: {} } })
})
afterEach(() => {
  checkBooks(world)
  checkCoupons(world)
})

const apply = (cart: string, codeId = 'ten') => outcomeOf(run(world, applyCoupon(cart, codeId)))
const totalOf = (cart: string) => addPayment(world, cart).amountMinor
/** From now on, a code has these rules. */
const changeCode = (id: string, changes: Partial<World['couponCodes'][number]>) => {
  for (const code of world.couponCodes) if (code.id === id) Object.assign(code, changes)
}

describe('a code', () => {
  test('has its last use once, for the first of two carts of one batch', () => {
    addCode(world, 'ten')
    runBatch(world, [holdCart('a', { ga: 1 }), holdCart('b', { ga: 1 })])
    const answers = runBatch(world, [applyCoupon('a', 'ten'), applyCoupon('b', 'ten')])
    expect(answers.map(outcomeOf)).toEqual(['done', 'coupon_used_up'])
  })

  test('takes off what all of its rules do, if they combine, and remembers each of them', () => {
    const combines = { combines: true }
    const rules = [rule('first', [off(1000)], combines), rule('second', [off(500)], combines)]
    addCode(world, 'both', 1, { rules })
    addCode(world, 'one')
    run(world, holdCart('a', { ga: 2 }))
    run(world, holdCart('b', { ga: 2 }))
    expect([apply('a', 'both'), apply('b', 'one')]).toEqual(['done', 'done'])
    expect([totalOf('a'), totalOf('b')]).toEqual([4500, 5000])
    expect(world.couponUses).toMatchObject([
      { ruleId: 'first', moreRules: [{ ruleId: 'second' }] },
      { ruleId: 'rule of one', moreRules: null },
    ])
  })

  test('is refused with the message of a rule that blocks', () => {
    addCode(world, 'ten', 1, { rules: [blocking('Not today.'), rule('ten', [off(1000)])] })
    run(world, holdCart('a', { ga: 2 }))
    expect(run(world, applyCoupon('a', 'ten'))).toMatchObject({
      refusal: { code: 'rule_blocked', message: 'Not today.' },
    })
  })
})

describe('a code that its cart has already', () => {
  const tenth = (percent: number) => ({ rules: [rule('rule', [percentOff(percent)])] })
  beforeEach(() => {
    addCode(world, 'ten', 1, tenth(10))
    run(world, holdLine('a', 1))
    apply('a')
  })

  test('keeps what it takes off, though its rule takes more off by now', () => {
    changeCode('ten', tenth(20))
    expect(apply('a')).toBe('done')
    expect(totalOf('a')).toBe(2700)
    passMinutes(world, 1)
    expect(apply('a')).toBe('done')
    expect(totalOf('a')).toBe(2700)
  })

  test('is judged again if a line was added while it was switched off', () => {
    changeCode('ten', { isActive: false })
    passMinutes(world, 1)
    run(world, holdLine('a', 1, { type: 'vip' }))
    expect(totalOf('a')).toBe(5700)
    changeCode('ten', { isActive: true })
    expect(apply('a')).toBe('done')
    expect(totalOf('a')).toBe(5400)
    expect(usesOf(world, 'a')).toEqual([['TEN', 'claimed']])
  })
})

test('a cart may claim its own last use anew, if its coupon takes nothing off what it still holds', () => {
  addCode(world, 'ten', 1, { rules: [rule('rule', [off(1000, 'ga')])] })
  run(world, holdLine('a', 1))
  passMinutes(world, 5)
  run(world, holdLine('a', 1, { type: 'vip' }))
  expect(apply('a')).toBe('done')
  passMinutes(world, 10)
  expect(totalOf('a')).toBe(3000)
  changeCode('ten', { rules: [rule('rule', [off(1000)])] })
  expect(apply('a')).toBe('done')
  expect(totalOf('a')).toBe(2000)
  expect(usesOf(world, 'a')).toEqual([
    ['TEN', 'returned'],
    ['TEN', 'claimed'],
  ])
})

describe('removing a coupon', () => {
  beforeEach(() => {
    addCode(world, 'ten', 2)
    runBatch(world, [holdCart('a', { ga: 2 }), holdCart('b', { ga: 2 })])
  })

  test('of a cart that has none changes nothing', () => {
    expect(outcomeOf(run(world, removeCouponOp('a')))).toBe('done')
    expect(world.couponUses).toEqual([])
  })

  test('takes that of its own cart alone, beside another cart of the batch', () => {
    apply('a')
    runBatch(world, [removeCouponOp('b'), applyCoupon('a', 'ten')])
    expect(usesOf(world, 'a')).toEqual([['TEN', 'claimed']])
    apply('b')
    runBatch(world, [applyCoupon('a', 'ten'), removeCouponOp('b')])
    expect([usesOf(world, 'a'), usesOf(world, 'b')]).toEqual([
      [['TEN', 'claimed']],
      [['TEN', 'returned']],
    ])
  })

  test('lets the same batch claim the code anew', () => {
    apply('a')
    runBatch(world, [removeCouponOp('a'), applyCoupon('a', 'ten')])
    expect(usesOf(world, 'a')).toEqual([
      ['TEN', 'returned'],
      ['TEN', 'claimed'],
    ])
    expect(totalOf('a')).toBe(5000)
  })
})

describe('the coupon of a cart that is held again', () => {
  // Expired claims of a code are read only if its last use may be needed.
  test.each([
    ['the last use', 1],
    ['one of many uses', 100],
  ])('ends half an hour after its tickets were held first, with %s of its code', (_, room) => {
    addCode(world, 'ten', room)
    run(world, holdCart('a', { ga: 2 }))
    apply('a')
    for (const quantity of [3, 1]) {
      passMinutes(world, 10)
      run(world, holdCart('a', { ga: quantity }))
    }
    expect(totalOf('a')).toBe(2000)
    passMinutes(world, 10)
    run(world, holdCart('a', { ga: 2 }))
    expect(totalOf('a')).toBe(6000)
    expect(usesOf(world, 'a')).toEqual([['TEN', 'returned']])
  })

  test('is kept if it was on one of several lines', () => {
    addCode(world, 'ten')
    run(world, holdCart('a', { ga: 1, vip: 1 }))
    apply('a')
    run(world, holdCart('a', { ga: 3 }))
    expect(totalOf('a')).toBe(8000)
  })

  test('is lost if the cart was released before, also within one batch', () => {
    addCode(world, 'ten')
    run(world, holdCart('a', { ga: 2 }))
    runBatch<unknown>(world, [
      applyCoupon('a', 'ten'),
      releaseCartOp('a'),
      holdCart('a', { ga: 2 }),
    ])
    expect(totalOf('a')).toBe(6000)
  })
})
