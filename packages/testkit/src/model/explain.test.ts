import { describe, expect, test } from 'vitest'
import { explain, type Sent } from './explain.ts'
import { newModel, roomIn } from './model.ts'
import type { HoldRequest } from './plan.ts'
import { holdRules, orderFreeRules, payRules, type Reply, release } from './rules.ts'

const untouched = () => [
  newModel({
    ...{ capacity: 2, typeCapacities: [null, null, null] },
    places: [1, 1, 1],
    shared: null,
  }),
]
const CART = { buyer: 0, number: '10001' }
const OTHER = { buyer: 1, number: '10001' }

const requestOf = (cart: HoldRequest['cart'], quantity: number, type = 0): HoldRequest => ({
  kind: 'line',
  cart,
  line: { session: 0, type, quantity },
  key: null,
})
const holding = (cart: HoldRequest['cart'], quantity: number, seen: Reply): Sent => ({
  rules: holdRules(requestOf(cart, quantity)),
  seen: seen.status === 201 ? { holdId: 'h', lines: [`${quantity} of type 0`], ...seen } : seen,
})
const soldOut = (available: number) => ({ status: 409, code: 'sold_out', available })

describe('operations that were under way at once', () => {
  test('are explained by the order in which they fit', () => {
    const ends = explain(untouched(), [
      holding(CART, 2, soldOut(1)),
      holding(OTHER, 1, { status: 201 }),
    ])
    expect(ends.map((model) => roomIn(model, 0, null))).toEqual([1])
  })

  test('are inexplicable when both got the last tickets', () => {
    const both = [holding(CART, 2, { status: 201 }), holding(OTHER, 1, { status: 201 })]
    expect(explain(untouched(), both)).toEqual([])
  })

  test('are inexplicable when no buyer got tickets that were free', () => {
    expect(
      explain(untouched(), [holding(CART, 2, soldOut(0)), holding(OTHER, 1, soldOut(0))]),
    ).toEqual([])
  })

  test('leave every state that the answers allow', () => {
    const [held] = explain(untouched(), [holding(CART, 1, { status: 201 })])
    const ends = explain(held ? [held] : [], [
      { rules: [release(CART)], seen: { status: 200, releasedHolds: 1 } },
      { rules: [release(CART)], seen: { status: 200, releasedHolds: 0 } },
      { rules: orderFreeRules(CART), seen: { status: 410, code: 'hold_expired' } },
    ])
    expect(ends).toHaveLength(1)
  })

  test('may come between the steps of an operation that takes several', () => {
    const [held] = explain(untouched(), [
      {
        rules: holdRules(requestOf(CART, 2, 2)),
        seen: { status: 201, holdId: 'h', lines: ['2 of type 2'] },
      },
    ])
    const paid: Sent = {
      rules: payRules(CART),
      seen: { status: 409, code: 'payment_refunded', totalMinor: 6000 },
    }
    const released: Sent = { rules: [release(CART)], seen: { status: 200, releasedHolds: 1 } }
    const models = held ? [held] : []
    expect(explain(models, [paid])).toEqual([])
    expect(explain(models, [paid, released])).toEqual([])
    expect(explain(models, [paid, released, holding(OTHER, 1, { status: 201 })])).toHaveLength(1)
  })
})
