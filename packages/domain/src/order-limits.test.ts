import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  customerExcess,
  leastInLine,
  mostInLine,
  NO_ORDER_LIMITS,
  steppedQuantity,
  whyNotSoMany,
} from './order-limits.ts'

const limits = fc.record({
  minQuantity: fc.integer({ min: 1, max: 12 }),
  maxQuantity: fc.integer({ min: 1, max: 40 }),
  quantityStep: fc.integer({ min: 1, max: 6 }),
})
const counts = fc.map(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 9 }))
const bound = fc.option(fc.integer({ min: 1, max: 20 }))

describe('a line', () => {
  test('may have exactly the multiples of its step between its bounds', () => {
    fc.assert(
      fc.property(limits, fc.integer({ min: 1, max: 60 }), (line, quantity) => {
        const isAllowed =
          quantity >= line.minQuantity &&
          quantity <= line.maxQuantity &&
          quantity % line.quantityStep === 0
        expect(whyNotSoMany(line, quantity) === null).toBe(isAllowed)
      }),
    )
  })

  test('has a least and a most number that it may have, or none at all', () => {
    fc.assert(
      fc.property(limits, (line) => {
        const most = mostInLine(line)
        if (most > 0) expect(whyNotSoMany(line, most)).toBeNull()
        else expect(whyNotSoMany(line, leastInLine(line))).not.toBeNull()
      }),
    )
  })

  test('reaches every number that it may have, and 0, by presses of a stepper', () => {
    fc.assert(
      fc.property(limits, (line) => {
        const up = [0]
        for (let next = steppedQuantity(line, 0, 1); next !== up.at(-1); ) {
          up.push(next)
          next = steppedQuantity(line, next, 1)
        }
        const allowed = Array.from({ length: 60 }, (_, index) => index + 1).filter(
          (quantity) => whyNotSoMany(line, quantity) === null,
        )
        expect(up).toEqual([0, ...allowed])
        const down = up.toReversed().map((quantity) => steppedQuantity(line, quantity, -1))
        expect(down.slice(0, -1)).toEqual(up.toReversed().slice(1))
      }),
    )
  })
})

test('a customer never has more than the maximum, however purchases are split', () => {
  fc.assert(
    fc.property(fc.array(counts, { maxLength: 8 }), bound, bound, (purchases, ofEvent, ofA) => {
      const has = new Map<string, number>()
      for (const wanted of purchases) {
        const ofType = (id: string) => (id === 'a' ? ofA : null)
        if (customerExcess(has, wanted, { ofEvent, ofType })) continue
        for (const [id, quantity] of wanted) has.set(id, (has.get(id) ?? 0) + quantity)
      }
      const total = [...has.values()].reduce((sum, count) => sum + count, 0)
      expect(total).toBeLessThanOrEqual(ofEvent ?? Number.POSITIVE_INFINITY)
      expect(has.get('a') ?? 0).toBeLessThanOrEqual(ofA ?? Number.POSITIVE_INFINITY)
    }),
  )
})

describe('what a customer would have too much of', () => {
  const counted = (counts: Record<string, number>) => new Map(Object.entries(counts))
  const excess = (
    has: Record<string, number>,
    wanted: Record<string, number>,
    { ofEvent = null, ofA = null }: { ofEvent?: number | null; ofA?: number | null } = {},
  ) =>
    customerExcess(counted(has), counted(wanted), {
      ofEvent,
      ofType: (id) => (id === 'a' ? ofA : null),
    })

  test('is a type of which more than its maximum would be bought in all', () => {
    expect(excess({ a: 2 }, { a: 1 }, { ofA: 3 })).toBeNull()
    expect(excess({ a: 2 }, { a: 2 }, { ofA: 3 })).toEqual({ typeId: 'a', maximum: 3, has: 2 })
    expect(excess({}, { b: 9, a: 4 }, { ofA: 3 })).toEqual({ typeId: 'a', maximum: 3, has: 0 })
    expect(excess({ b: 9 }, { a: 3 }, { ofA: 3 })).toBeNull()
  })

  test('is tickets of the event, over all of its types', () => {
    expect(excess({ a: 2, b: 1 }, { b: 2 }, { ofEvent: 5 })).toBeNull()
    expect(excess({ a: 2, b: 1 }, { b: 2 }, { ofEvent: 4 })).toEqual({
      ...{ typeId: null, maximum: 4, has: 3 },
    })
  })

  test('is nothing without a maximum', () => {
    expect(excess({ a: 100 }, { a: 100 })).toBeNull()
    expect(NO_ORDER_LIMITS).toEqual({ minPerOrder: null, maxPerOrder: null, maxPerCustomer: null })
  })
})

test('a line has no more tickets than are left, nor than its type allows', () => {
  const line = { minQuantity: 1, maxQuantity: 10, quantityStep: 2 }
  expect([20, 10, 5, 2, 1].map((left) => mostInLine(line, left))).toEqual([10, 10, 4, 2, 0])
})
