import { granted, refused } from '@foyer/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkBooks } from '../../../test/support/batch-check.ts'
import {
  begin,
  holdCart,
  holdLine,
  outcomeOf,
  recordPayment,
  sellPayment,
} from '../../../test/support/batch-ops.ts'
import { contains, off, rule, when } from '../../../test/support/batch-rules.ts'
import { run, runBatch } from '../../../test/support/batch-world/run-batch.ts'
import {
  makeWorld,
  passMinutes,
  type World,
  worldOf,
} from '../../../test/support/batch-world/world.ts'
import { releaseCartOp } from '../holds/release-cart.ts'
import { attachIntentOp } from './attach-intent.ts'
import { recordPaymentOp } from './record-payment.ts'

let world: World
afterEach(() => checkBooks(world))

const PARKING = { addOnId: 'parking', name: 'Parking', position: 0, quantity: 1 }

function onlyPayment() {
  const [payment, ...others] = world.payments
  if (!payment || others.length > 0) throw new Error('There is to be one payment')
  return payment
}

const attachIntent = (intentId: string, amountMinor = onlyPayment().amountMinor) => {
  const { id: paymentId, currency } = onlyPayment()
  return attachIntentOp({
    paymentId,
    intent: { id: intentId, amountMinor, currency },
    sessionIds: [],
  })
}

describe('recording a payment', () => {
  test('covers everything that the cart holds in any session, and its add-ons', () => {
    world = worldOf({ early: {}, late: {} })
    const addOns = [{ ...PARKING, unitPriceMinor: 500, hasStock: false }]
    run(world, holdCart('a', { 'late/ga': 1, 'early/ga': 2 }, { addOns }))
    run(world, recordPayment('a'))
    expect(onlyPayment()).toMatchObject({ state: 'created', intentId: null, amountMinor: 9500 })
    expect(onlyPayment().holdIds.toSorted()).toEqual(world.holds.map(({ id }) => id).toSorted())
  })

  test('covers add-ons that were added in the same batch', () => {
    world = makeWorld()
    const addOns = [{ ...PARKING, unitPriceMinor: 500, hasStock: false }]
    runBatch<unknown>(world, [holdCart('a', { ga: 1 }, { addOns }), recordPayment('a')])
    expect(onlyPayment().amountMinor).toBe(3500)
  })

  test('gives a cart one payment, over what the cart holds last', () => {
    world = makeWorld()
    run(world, holdCart('a', { ga: 1 }))
    const [first, second] = runBatch(world, [recordPayment('a'), recordPayment('a')])
    expect(second).toEqual(first)
    runBatch<unknown>(world, [holdCart('a', { ga: 3 }), recordPayment('a')])
    expect(onlyPayment()).toMatchObject({ amountMinor: 9000, quote: { ticketCount: 3 } })
    expect(outcomeOf(run(world, sellPayment(onlyPayment())))).toBe('order')
  })

  test('is refused if nothing is held, or if the price is refused', () => {
    world = makeWorld()
    run(world, holdLine('a', 1))
    const wrong = refused('amount_mismatch', 'Wrong')
    const mode = 'own' as const
    const params = { cartId: 'a', mode, unpaidIntentId: null, problemWith: () => wrong }
    const op = recordPaymentOp(params)
    expect(run(world, op)).toEqual(wrong)
    const answers = runBatch<unknown>(world, [releaseCartOp('a'), recordPayment('a')])
    expect(answers[1]).toMatchObject({ ok: false, refusal: { code: 'hold_expired' } })
    run(world, holdLine('a', 1))
    passMinutes(world, 16)
    expect(run(world, recordPayment('a'))).toMatchObject({ refusal: { code: 'hold_expired' } })
    expect(world.payments).toEqual([])
  })
})

describe('a cart that changes while it is being paid', () => {
  test('gives its payment the event and the currency of what it holds last', () => {
    world = worldOf({ early: {}, other: { eventId: 'other event', currency: 'gbp' } })
    run(world, holdCart('a', { 'early/ga': 2 }))
    run(world, recordPayment('a'))
    run(world, holdCart('a', { 'other/ga': 2 }, { eventId: 'other event' }))
    run(world, recordPayment('a'))
    expect(onlyPayment()).toMatchObject({ eventId: 'other event', currency: 'gbp' })
  })

  test('does not change a payment whose intent may have been paid', () => {
    world = makeWorld()
    run(world, holdCart('a', { ga: 1 }))
    run(world, recordPayment('a'))
    run(world, attachIntent('pi_1'))
    run(world, holdCart('a', { ga: 2 }))
    expect(run(world, recordPayment('a'))).toMatchObject({ value: { isOutdated: true } })
    expect(run(world, recordPayment('a', 'pi_0'))).toMatchObject({ value: { isOutdated: true } })
    expect(onlyPayment().amountMinor).toBe(3000)
    expect(run(world, recordPayment('a', 'pi_1'))).toMatchObject({ value: { isOutdated: false } })
    expect(onlyPayment().amountMinor).toBe(6000)
  })
})

describe('a payment that is asked for again', () => {
  const members = (id: string, minor: number) =>
    rule(id, [off(minor)], when(contains('customerEmail', 'example.com')))
  const again = () => run(world, recordPayment('a'))
  beforeEach(() => {
    world = makeWorld()
    world.rules = [members('members', 1000)]
    run(world, holdCart('a', { ga: 2 }))
    run(world, begin('a'))
    again()
    run(world, attachIntent('pi_1'))
  })

  test('stays as it is if nothing has changed', () => {
    expect(again()).toMatchObject({ value: { isOutdated: false, intentId: 'pi_1' } })
  })

  test.each<[string, () => void]>([
    [
      'another rule takes the same off',
      () => {
        world.rules = [members('changed', 1000)]
        run(world, begin('a'))
      },
    ],
    [
      'its rule takes more off',
      () => {
        world.rules = [members('members', 2000)]
        run(world, begin('a'))
      },
    ],
    [
      'as much is held anew',
      () => {
        run(world, holdCart('a', { ga: 2 }))
        run(world, begin('a'))
      },
    ],
    [
      'the event has another currency',
      () => {
        for (const [id, offer] of world.offers) world.offers.set(id, { ...offer, currency: 'gbp' })
      },
    ],
  ])('has an outdated intent if %s, and is adjusted once that cannot be paid', (_, change) => {
    const before = structuredClone(onlyPayment())
    change()
    expect(again()).toMatchObject({ value: { isOutdated: true } })
    expect(onlyPayment()).toEqual(before)
    expect(run(world, recordPayment('a', 'pi_1'))).toMatchObject({ value: { isOutdated: false } })
    expect(onlyPayment()).not.toEqual(before)
    expect(again()).toMatchObject({ value: { isOutdated: false } })
  })
})

test('a payment on the account of an organizer who has none is refused, and not recorded', () => {
  world = makeWorld()
  run(world, holdCart('a', { ga: 1 }))
  const params = { cartId: 'a', unpaidIntentId: null, problemWith: () => null }
  const op = recordPaymentOp({ ...params, mode: 'connect' })
  expect(run(world, op)).toMatchObject({ refusal: { code: 'payments_not_ready' } })
  expect(world.payments).toEqual([])
})

describe('an intent', () => {
  const payable = () => {
    world = makeWorld()
    run(world, holdLine('a', 1))
    run(world, recordPayment('a'))
  }
  const REFUSED = { ok: false, refusal: { code: 'payment_not_found' } }

  test('is attached once, and again only with the same id', () => {
    payable()
    expect(run(world, attachIntent('pi_1'))).toEqual(granted(null))
    expect(onlyPayment()).toMatchObject({ state: 'open', intentId: 'pi_1' })
    expect(run(world, attachIntent('pi_1'))).toEqual(granted(null))
    expect(run(world, attachIntent('pi_2'))).toMatchObject(REFUSED)
    expect(onlyPayment()).toMatchObject({ state: 'open', intentId: 'pi_1' })
  })

  test.each(['canceled', 'completed'] as const)('is refused for a payment that is %s', (state) => {
    payable()
    Object.assign(onlyPayment(), { state })
    expect(run(world, attachIntent('pi_1'))).toMatchObject(REFUSED)
    expect(onlyPayment()).toMatchObject({ state, intentId: null })
  })

  test("is refused if its amount no longer equals the payment's amount", () => {
    payable()
    const asked = onlyPayment().amountMinor
    run(world, holdCart('a', { ga: 2 }))
    run(world, recordPayment('a'))
    expect(run(world, attachIntent('pi_1', asked))).toMatchObject(REFUSED)
    expect(onlyPayment()).toMatchObject({ state: 'created', intentId: null })
  })
})
