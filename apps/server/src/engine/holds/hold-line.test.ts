import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkBooks } from '../../../test/support/batch-check.ts'
import {
  addPayment,
  applyCoupon,
  heldBy,
  holdCart,
  holdLine,
  outcomeOf,
  sellPayment,
} from '../../../test/support/batch-ops.ts'
import { percentOff, rule } from '../../../test/support/batch-rules.ts'
import { readFor, run } from '../../../test/support/batch-world/run-batch.ts'
import {
  makeWorld,
  passMinutes,
  type World,
  worldOf,
} from '../../../test/support/batch-world/world.ts'
import { openBook } from '../lanes/aggregates.ts'
import { releaseCartOp } from './release-cart.ts'

let world: World
beforeEach(() => {
  world = worldOf({ session: {}, late: {}, theirs: { eventId: 'another' } })
})
afterEach(() => checkBooks(world))

describe('a line that is sent again with its key', () => {
  const request = { key: 'k', hash: 'same' }
  const again = () => run(world, holdLine('a', 2, { request }))

  test('returns its hold for as long as that lasts', () => {
    const first = again()
    expect(outcomeOf(first)).toBe('2 ga')
    expect(again()).toEqual(first)
    expect(heldBy(world, 'a')).toBe('2 ga')
  })

  test.each([
    ['was released', () => run(world, releaseCartOp('a'))],
    ['has expired', () => passMinutes(world, 15)],
  ])('says that its hold has ended, and holds nothing, if it %s', (_, end) => {
    again()
    end()
    expect(outcomeOf(again())).toBe('hold_expired')
    expect(heldBy(world, 'a')).toBe('')
  })

  test('names the order if its tickets were bought', () => {
    again()
    run(world, sellPayment(addPayment(world, 'a')))
    expect(again()).toMatchObject({
      refusal: {
        code: 'hold_expired',
        message: 'These tickets have been bought: they are in your order.',
        details: { orderId: world.orders[0]?.id },
      },
    })
  })

  test('is refused if it is another request', () => {
    again()
    const other = holdLine('a', 3, { request: { ...request, hash: 'other' } })
    expect(outcomeOf(run(world, other))).toBe('idempotency_conflict')
  })
})

describe('a shop that was stopped', () => {
  const request = { key: 'k', hash: 'same' }

  test('holds nothing new', () => {
    expect(outcomeOf(run(world, holdLine('a', 1, { isShopStopped: true })))).toBe('sales_paused')
    expect(outcomeOf(run(world, holdCart('a', { ga: 1 }, { isShopStopped: true })))).toBe(
      'sales_paused',
    )
  })

  test('repeats what it granted before', () => {
    run(world, holdCart('a', { ga: 1 }, { request }))
    const op = holdCart('a', { ga: 1 }, { request, isShopStopped: true })
    expect(outcomeOf(run(world, op))).toBe('1 ga')
  })
})

describe('a shop that cannot be paid', () => {
  test('holds only what costs nothing', () => {
    world = makeWorld({ types: { ga: {}, free: { price: 0 } } })
    const unpaid = { takesPayments: false }
    expect(outcomeOf(run(world, holdLine('a', 1, unpaid)))).toBe('payments_not_ready')
    expect(outcomeOf(run(world, holdLine('a', 1, { type: 'free', ...unpaid })))).toBe('1 free')
    expect(outcomeOf(run(world, holdCart('a', { free: 1, ga: 1 }, unpaid)))).toBe(
      'payments_not_ready',
    )
  })
})

describe('a line beside what its cart holds in another session', () => {
  const late = holdLine('a', 1, { session: 'late' })
  beforeEach(() => {
    run(world, holdLine('a', 2))
  })

  test('is decided once that session is locked as well', () => {
    expect(late.decide(openBook(readFor(world, [late.needs])))).toEqual({ widenTo: ['session'] })
    expect(outcomeOf(run(world, late))).toBe('1 late/ga')
  })

  test('is refused if it is of another event', () => {
    const theirs = holdLine('a', 1, { session: 'theirs' })
    expect(outcomeOf(run(world, theirs))).toBe('other_event_in_cart')
    expect(heldBy(world, 'a')).toBe('2 ga')
  })

  test('gets the coupon of the cart, and keeps its use claimed', () => {
    const rules = [rule('half', [percentOff(50)])]
    world.couponCodes = [{ id: 'half', code: 'HALF', room: 1, isActive: true, rules }]
    run(world, applyCoupon('a', 'half'))
    passMinutes(world, 1)
    run(world, late)
    expect(addPayment(world, 'a').quote).toMatchObject({ subtotalMinor: 9000, totalMinor: 4500 })
    expect(world.couponUses).toMatchObject([{ state: 'claimed' }])
  })
})

describe('a refusal because of the stock', () => {
  test('says how many tickets are left', () => {
    world = makeWorld({ capacity: 2 })
    expect(run(world, holdLine('a', 3))).toMatchObject({
      refusal: { message: 'Only 2 tickets are left for this time.' },
    })
  })

  test('names the type if that is full', () => {
    world = makeWorld({ types: { vip: { capacity: 1, name: 'Front row' } } })
    const vip = (cart: string, quantity: number) => holdLine(cart, quantity, { type: 'vip' })
    expect(run(world, vip('a', 2))).toMatchObject({
      refusal: { message: 'Only 1 Front row ticket is left for this time.' },
    })
  })
})
