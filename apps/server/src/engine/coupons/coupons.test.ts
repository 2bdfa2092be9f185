import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkBooks } from '../../../test/support/batch-check.ts'
import {
  addCode as addCodeTo,
  checkCoupons,
  usesOf as usesIn,
} from '../../../test/support/batch-coupons.ts'
import {
  addPayment,
  applyCoupon,
  holdCart,
  holdLine,
  recordPayment,
  refund,
  sellPayment,
} from '../../../test/support/batch-ops.ts'
import { off, rule } from '../../../test/support/batch-rules.ts'
import { run, runBatch } from '../../../test/support/batch-world/run-batch.ts'
import {
  EVENT,
  makeWorld,
  passMinutes,
  type World,
  worldOf,
} from '../../../test/support/batch-world/world.ts'
import { releaseCartOp } from '../holds/release-cart.ts'
import type { LaneCouponCode } from './coupon-types.ts'
import { removeCouponOp } from './remove-coupon.ts'

let world: World
beforeEach(() => {
  world = makeWorld()
})
afterEach(() => {
  checkBooks(world)
  checkCoupons(world)
})

const addCode = (id: string, room?: number, changes?: Partial<LaneCouponCode>) =>
  addCodeTo(world, id, room, changes)
const codeOf = (answer: { ok: boolean; refusal?: { code: string } }) =>
  answer.ok ? 'granted' : answer.refusal?.code
const apply = (cart: string, codeId: string) => codeOf(run(world, applyCoupon(cart, codeId)))
const usesOf = (cart: string) => usesIn(world, cart)
const quoteOf = (cart: string) => addPayment(world, cart).quote
const sell = (cart: string) => run(world, sellPayment(addPayment(world, cart)))

describe('a coupon', () => {
  test('takes its discount off what is held, and is spent by the order', () => {
    addCode('ten')
    run(world, holdCart('a', { ga: 2 }))
    expect(apply('a', 'ten')).toBe('granted')
    const [use] = world.couponUses
    expect(quoteOf('a')).toMatchObject({
      coupon: { id: use?.id, code: 'TEN' },
      subtotalMinor: 6000,
      discountMinor: 1000,
      totalMinor: 5000,
    })
    expect(codeOf(sell('a'))).toBe('granted')
    expect(usesOf('a')).toEqual([['TEN', 'spent']])
  })

  test('is claimed once, even if it is applied several times', () => {
    addCode('ten', 2)
    run(world, holdCart('a', { ga: 2 }))
    const answers = runBatch(world, [applyCoupon('a', 'ten'), applyCoupon('a', 'ten')])
    expect(answers.map(codeOf)).toEqual(['granted', 'granted'])
    expect(apply('a', 'ten')).toBe('granted')
    expect(usesOf('a')).toEqual([['TEN', 'claimed']])
  })

  test('replaces the earlier coupon, whose use becomes free again', () => {
    addCode('ten')
    addCode('twenty', 1, { rules: [rule('rule', [off(2000)])] })
    run(world, holdCart('a', { ga: 2 }))
    run(world, holdCart('b', { ga: 1 }))
    apply('a', 'ten')
    expect(apply('a', 'twenty')).toBe('granted')
    expect(quoteOf('a').discountMinor).toBe(2000)
    expect(apply('b', 'ten')).toBe('granted')
  })

  test('leaves the earlier coupon in place if it is refused', () => {
    addCode('ten')
    addCode('gone', 0)
    run(world, holdCart('a', { ga: 2 }))
    apply('a', 'ten')
    expect(apply('a', 'gone')).toBe('coupon_used_up')
    expect(usesOf('a')).toEqual([['TEN', 'claimed']])
  })

  test('is refused if it gives nothing, is not active, or nothing is held', () => {
    addCode('vip', 1, { rules: [rule('rule', [off(1000, 'vip')])] })
    addCode('elsewhere', 1, {
      rules: [rule('rule', [off(1000)], { eventIds: ['other'] })],
    })
    addCode('off', 1, { isActive: false })
    addCode('over', 1, { rules: [] })
    expect(apply('a', 'vip')).toBe('hold_expired')
    run(world, holdCart('a', { ga: 2 }))
    expect(apply('a', 'vip')).toBe('coupon_not_applicable')
    expect(apply('a', 'elsewhere')).toBe('coupon_not_applicable')
    expect(apply('a', 'off')).toBe('coupon_not_active')
    expect(apply('a', 'over')).toBe('coupon_not_active')
    expect(apply('a', 'unknown')).toBe('coupon_not_found')
    expect(usesOf('a')).toEqual([])
  })

  test('gives the discount of the first rule that matches', () => {
    addCode('ten', 1, {
      rules: [
        rule('other event', [off(3000)], { eventIds: ['other'] }),
        rule('other type', [off(2500, 'vip')]),
        rule('this', [off(500)], { eventIds: [EVENT] }),
        rule('later', [off(2000)]),
      ],
    })
    run(world, holdCart('a', { ga: 2 }))
    apply('a', 'ten')
    expect(world.couponUses).toMatchObject([{ ruleId: 'this' }])
    expect(quoteOf('a').discountMinor).toBe(500)
  })

  test('is free for others once it is removed, and its cart has the full price again', () => {
    addCode('ten')
    run(world, holdCart('a', { ga: 2 }))
    run(world, holdCart('b', { ga: 1 }))
    apply('a', 'ten')
    expect(apply('b', 'ten')).toBe('coupon_used_up')
    run(world, removeCouponOp('a'))
    expect(quoteOf('a')).toMatchObject({ discountMinor: 0, totalMinor: 6000 })
    expect(quoteOf('a')).not.toHaveProperty('coupon')
    expect(apply('b', 'ten')).toBe('granted')
    expect(apply('a', 'ten')).toBe('coupon_used_up')
  })

  test('stays spent when its order is refunded', () => {
    addCode('ten')
    run(world, holdCart('a', { ga: 2 }))
    run(world, holdCart('b', { ga: 2 }))
    apply('a', 'ten')
    sell('a')
    for (const order of world.orders) run(world, refund(order))
    expect(apply('b', 'ten')).toBe('coupon_used_up')
  })
})

describe('the claim of a coupon', () => {
  test.each([
    ['expire', () => passMinutes(world, 16)],
    ['are released', () => run(world, releaseCartOp('a'))],
  ])('ends when its tickets %s', (_, end) => {
    addCode('ten')
    run(world, holdCart('a', { ga: 2 }))
    apply('a', 'ten')
    end()
    run(world, holdCart('b', { ga: 2 }))
    expect(apply('b', 'ten')).toBe('granted')
    expect(usesOf('a')).toEqual([['TEN', 'returned']])
  })

  test('does not come back with a cart that is held again after it expired', () => {
    addCode('ten')
    run(world, holdCart('a', { ga: 2 }))
    apply('a', 'ten')
    passMinutes(world, 16)
    run(world, holdCart('a', { ga: 2 }))
    expect(quoteOf('a').discountMinor).toBe(0)
  })

  test('is kept when the cart changes, also within one batch', () => {
    addCode('ten')
    run(world, holdCart('a', { ga: 2 }))
    apply('a', 'ten')
    runBatch<unknown>(world, [holdCart('a', { ga: 3 }), recordPayment('a')])
    expect(quoteOf('a')).toMatchObject({ totalMinor: 8000, coupon: { code: 'TEN' } })
    passMinutes(world, 10)
    run(world, holdCart('a', { ga: 1 }))
    passMinutes(world, 10)
    run(world, holdCart('b', { ga: 1 }))
    expect(apply('b', 'ten')).toBe('coupon_used_up')
    expect(quoteOf('a').totalMinor).toBe(2000)
  })

  test('is given back by a cart that is held for another event, which may claim it again', () => {
    world = worldOf({ early: {}, other: { eventId: 'other' } })
    addCode('ten')
    run(world, holdCart('a', { 'early/ga': 2 }))
    apply('a', 'ten')
    run(world, holdCart('a', { 'other/ga': 2 }, { eventId: 'other' }))
    expect(quoteOf('a').discountMinor).toBe(0)
    expect(usesOf('a')).toEqual([['TEN', 'returned']])
    expect(apply('a', 'ten')).toBe('granted')
    expect(quoteOf('a').discountMinor).toBe(1000)
  })

  test('is judged again in the batch that claimed it', () => {
    addCode('ten')
    run(world, holdCart('a', { ga: 1 }))
    runBatch<unknown>(world, [
      applyCoupon('a', 'ten'),
      holdCart('a', { ga: 2 }),
      holdCart('a', { ga: 3 }),
    ])
    expect(quoteOf('a')).toMatchObject({ totalMinor: 8000, coupon: { code: 'TEN' } })
    runBatch<unknown>(world, [removeCouponOp('a'), holdCart('a', { ga: 2 })])
    expect(usesOf('a')).toEqual([['TEN', 'returned']])
  })

  test('lasts until the last of several tickets that are held one by one', () => {
    world = makeWorld({ types: { ga: {}, vip: {} } })
    addCode('ten')
    run(world, holdLine('a', 1))
    passMinutes(world, 5)
    run(world, holdLine('a', 1, { type: 'vip' }))
    apply('a', 'ten')
    passMinutes(world, 11)
    expect(quoteOf('a')).toMatchObject({ subtotalMinor: 3000, discountMinor: 1000 })
  })
})

describe('a payment over a cart with a coupon', () => {
  test('at the full price does not spend a use of a coupon that was applied after it', () => {
    addCode('ten')
    run(world, holdCart('a', { ga: 2 }))
    run(world, holdCart('b', { ga: 2 }))
    const payment = addPayment(world, 'a')
    apply('a', 'ten')
    expect(codeOf(run(world, sellPayment(payment)))).toBe('granted')
    expect(apply('b', 'ten')).toBe('granted')
  })

  test('spends the coupon that has replaced another of the same value', () => {
    addCode('ten')
    addCode('same')
    run(world, holdCart('a', { ga: 2 }))
    apply('a', 'ten')
    addPayment(world, 'a')
    apply('a', 'same')
    expect(quoteOf('a')).toMatchObject({ discountMinor: 1000, coupon: { code: 'SAME' } })
    expect(codeOf(sell('a'))).toBe('granted')
    expect(usesOf('a')).toEqual([
      ['TEN', 'returned'],
      ['SAME', 'spent'],
    ])
  })

  test('takes the use of a removed coupon again if one is left', () => {
    addCode('ten')
    run(world, holdCart('a', { ga: 2 }))
    apply('a', 'ten')
    const payment = addPayment(world, 'a')
    run(world, removeCouponOp('a'))
    expect(codeOf(run(world, sellPayment(payment)))).toBe('granted')
    expect(usesOf('a')).toEqual([['TEN', 'spent']])
  })

  test.each([
    ['is sold with its coupon', 'ten', 'granted'],
    ['is refunded if another cart has taken its coupon', 'last', 'payment_refunded'],
  ])('that arrives after its hold expired %s', (_, taken, expected) => {
    addCode('ten', 2)
    addCode('last')
    run(world, holdCart('a', { ga: 2 }))
    apply('a', taken)
    const payment = addPayment(world, 'a')
    passMinutes(world, 21)
    run(world, holdCart('b', { ga: 2 }))
    expect(apply('b', taken)).toBe('granted')
    expect(codeOf(run(world, sellPayment(payment)))).toBe(expected)
    expect(usesOf('b').at(-1)?.[1]).toBe('claimed')
  })
})
