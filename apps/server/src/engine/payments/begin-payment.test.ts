import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkBooks } from '../../../test/support/batch-check.ts'
import { begin, holdCart, holdLine, outcomeOf } from '../../../test/support/batch-ops.ts'
import { blocking, contains } from '../../../test/support/batch-rules.ts'
import { run } from '../../../test/support/batch-world/run-batch.ts'
import { makeWorld, passMinutes, type World } from '../../../test/support/batch-world/world.ts'

let world: World
beforeEach(() => {
  world = makeWorld({ types: { ga: {}, vip: {} } })
})
afterEach(() => checkBooks(world))

const minutesFromNow = (minutes: number) => new Date(world.now.getTime() + minutes * 60_000)

test('a cart is to be paid by the end of the first of its lines', () => {
  run(world, holdLine('a', 1))
  passMinutes(world, 5)
  run(world, holdLine('a', 1, { type: 'vip' }))
  expect(run(world, begin('a'))).toEqual({
    ok: true,
    value: { totalMinor: 6000, currency: 'usd', expiresAt: minutesFromNow(10) },
  })
})

test.each([
  ['too few tickets for an order', { minPerOrder: 3 }, 'quantity_below_minimum'],
  ['too many tickets for its customer', { maxPerCustomer: 1 }, 'customer_limit_reached'],
])('a cart with %s gets no grace and no customer', (_, limits, code) => {
  const none = { minPerOrder: null, maxPerOrder: null, maxPerCustomer: null }
  world = makeWorld({ limits: { ...none, ...limits } })
  run(world, holdLine('a', 2))
  expect(outcomeOf(run(world, begin('a')))).toBe(code)
  expect(world.holds).toMatchObject([{ reclaimAt: minutesFromNow(15) }])
  expect(world.customerCarts.size).toBe(0)
})

test('a cart whose buyer is blocked gets no grace', () => {
  world.rules = [blocking('Not for you.', contains('customerEmail', 'example.com'))]
  run(world, holdCart('a', { ga: 2 }))
  expect(outcomeOf(run(world, begin('a')))).toBe('rule_blocked')
  expect(world.holds).toMatchObject([{ reclaimAt: minutesFromNow(15) }])
})
