import { afterEach, describe, expect, test } from 'vitest'
import { checkBooks } from '../../../test/support/batch-check.ts'
import {
  addPayment,
  holdCart,
  holdLine,
  outcomeOf,
  sellPayment,
} from '../../../test/support/batch-ops.ts'
import { run } from '../../../test/support/batch-world/run-batch.ts'
import { makeWorld, type World } from '../../../test/support/batch-world/world.ts'
import { holdChangeOp } from './hold-change.ts'

let world: World
afterEach(() => checkBooks(world))

/** An adult's ticket is bought in a session of this capacity; then its upgrade is asked for. */
function upgrade(capacity: number, toTypeId: 'family' | 'vip') {
  const types = {
    adult: { price: 2000 },
    vip: { price: 6000 },
    family: { price: 6000, places: 4 },
  }
  world = makeWorld({ capacity, types })
  run(world, holdCart('a', { adult: 1 }))
  run(world, sellPayment(addPayment(world, 'a')))
  const [order] = world.orders
  if (!order) throw new Error('It was sold')
  const ticketIds = order.tickets.map(({ id }) => id)
  const request = { kind: 'upgrade', ticketIds, toTypeId } as const
  const held = run(
    world,
    holdChangeOp(order.id, request, {
      ...({ windows: [], reason: null, mode: 'own', madeBy: 'buyer' } as const),
      isShopStopped: false,
      problemWith: () => null,
    }),
  )
  return { held, payment: held.ok && world.payments.find(({ id }) => id === held.value.id) }
}
const pay = ({ payment }: ReturnType<typeof upgrade>) =>
  payment ? outcomeOf(run(world, sellPayment(payment))) : 'nothing to pay'
const left = (type: string) => outcomeOf(run(world, holdLine('b', 1, { type })))

describe('an upgrade that takes more places than it gives back', () => {
  test('is refused where only the old ticket would make room, since nothing could be held', () => {
    const { held } = upgrade(4, 'family')
    expect(held).toMatchObject({
      refusal: {
        code: 'sold_out',
        message: 'Only 3 places are left for this time, and one FAMILY ticket takes 4.',
      },
    })
    expect(world.payments).toHaveLength(1)
  })

  test('holds its places until it is paid', () => {
    const upgraded = upgrade(5, 'family')
    expect(left('adult')).toBe('sold_out')
    expect(pay(upgraded)).toBe('order')
    expect(left('adult')).toBe('1 adult')
  })
})

test('an upgrade in a full session that takes no more places is paid without a hold', () => {
  const upgraded = upgrade(1, 'vip')
  expect(world.holds.filter(({ state }) => state === 'held')).toEqual([])
  expect(pay(upgraded)).toBe('order')
})
