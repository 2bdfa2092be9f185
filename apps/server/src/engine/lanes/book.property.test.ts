import { runs } from '@foyer/testkit/night'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkBooks } from '../../../test/support/batch-check.ts'
import {
  begin,
  heldBy,
  holdCart,
  holdLine,
  lockingAll,
  outcomeOf,
  recordPayment,
  refund,
  reschedule,
  sellFree,
  sellPayment,
  stocked,
} from '../../../test/support/batch-ops.ts'
import { run, runBatch } from '../../../test/support/batch-world/run-batch.ts'
import {
  addStock,
  passMinutes,
  type SessionPlan,
  type World,
  worldOf,
} from '../../../test/support/batch-world/world.ts'
import { addMoreTimeOp } from '../holds/add-more-time.ts'
import type { DecidedCart } from '../holds/hold-cart.ts'
import type { LaneHold } from '../holds/hold-types.ts'
import { releaseCartOp } from '../holds/release-cart.ts'
import type { BegunPayment } from '../payments/begin-payment.ts'
import type { LaneOp } from './operation.ts'

const SESSIONS = ['early', 'late', 'third'] as const
const TYPES = ['ga', 'vip', 'free'] as const
/** An add-on with a limited stock. */
const PARKING = 'parking'
const STOCK_ITEMS = [...SESSIONS, PARKING]
type Op = LaneOp<LaneHold[] | DecidedCart | BegunPayment | { orderId: string } | null>
/** A generated operation. The payment or order that it refers to is chosen when it runs. */
type OpMaker = (world: World) => Op

const anyCart = fc.constantFrom('a', 'b', 'c', 'd')
const anyQuantity = fc.integer({ min: 1, max: 6 })
const anySession = fc.constantFrom(...SESSIONS)
const anyType = fc.constantFrom(...TYPES)
const anyRequest = fc.option(
  fc.record({ key: fc.constantFrom('k1', 'k2'), hash: fc.constantFrom('h1', 'h2') }),
  { freq: 3 },
)
const anyLine = fc.tuple(anySession, anyType).map(([session, type]) => `${session}/${type}`)

const anyHoldLine = fc
  .tuple(anyCart, anyQuantity, anySession, anyType, anyRequest)
  .map(([cart, quantity, session, type, request]): OpMaker => {
    return () => holdLine(cart, quantity, { session, type, request })
  })
const anyHoldCart = fc
  .tuple(
    anyCart,
    fc.dictionary(anyLine, anyQuantity, { minKeys: 1, maxKeys: 4 }),
    anyRequest,
    fc.option(fc.integer({ min: 1, max: 3 })),
  )
  .map(([cart, lines, request, cars]): OpMaker => {
    const addOns = cars === null ? [] : [stocked(PARKING, cars)]
    return () => holdCart(cart, { ...lines }, { request, addOns })
  })

/**
 * Chooses an item of a list that only grows; an empty list gives an operation that does nothing.
 */
const anyOf = <T>(list: (world: World) => T[], make: (item: T) => Op) =>
  fc.nat(20).map(
    (nth): OpMaker =>
      (world) => {
        const items = list(world)
        const item = items[nth % Math.max(1, items.length)]
        return item === undefined ? releaseCartOp('nobody') : make(item)
      },
  )

const buyFree =
  (cart: string): OpMaker =>
  () =>
    sellFree(cart)

/** Refunds the first ticket that is left. */
const refundFirst = (order: World['orders'][number]) => {
  const ids = order.tickets.filter(({ status }) => status === 'VALID').map(({ id }) => id)
  const requested = { kind: 'tickets', ticketIds: ids.slice(0, 1), withFees: true } as const
  return refund(order, requested, `${ids.length} left of ${order.id}`)
}

const anyOpMaker: fc.Arbitrary<OpMaker> = fc.oneof(
  { weight: 4, arbitrary: anyHoldLine },
  { weight: 5, arbitrary: anyHoldCart },
  {
    weight: 1,
    arbitrary: anyCart.map(
      (cart): OpMaker =>
        () =>
          releaseCartOp(cart),
    ),
  },
  {
    weight: 1,
    arbitrary: anyCart.map(
      (cart): OpMaker =>
        () =>
          begin(cart),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(anyCart, fc.constantFrom('tap', 'another tap', null)).map(
      ([cart, key]): OpMaker =>
        () =>
          addMoreTimeOp(cart, key),
    ),
  },
  {
    weight: 1,
    arbitrary: anyCart.map(buyFree),
  },
  { weight: 3, arbitrary: anyOf((world) => world.payments, sellPayment) },
  {
    weight: 1,
    arbitrary: anyOf(
      (world) => world.orders,
      (order) => refund(order),
    ),
  },
  { weight: 2, arbitrary: anyOf((world) => world.orders, refundFirst) },
  {
    weight: 2,
    arbitrary: anySession.chain((to) =>
      anyOf(
        (world) => world.orders,
        (order) => reschedule(order, to),
      ),
    ),
  },
)

/**
 * Several operations that arrive together, the carts that go on to pay, and the time that passes
 * after them.
 */
const anyStep = fc.record({
  ops: fc.array(anyOpMaker, { minLength: 1, maxLength: 10 }),
  payers: fc.uniqueArray(anyCart, { maxLength: 3 }),
  minutes: fc.constantFrom(0, 1, 6, 16),
})
const anySteps = fc.array(anyStep, { maxLength: 8 })

const anyCapacity = (max: number) => fc.option(fc.integer({ min: 0, max }), { freq: 4 })
/** A vip ticket may take several places, and two types may share a capacity. */
const anySessionPlan = (places: number): fc.Arbitrary<SessionPlan> =>
  fc
    .tuple(anyCapacity(20), anyCapacity(12), anyCapacity(4), anyCapacity(14))
    .map(([capacity, ga, vip, shared]) => ({
      capacity,
      types: {
        ga: { capacity: ga, group: 'floor' },
        vip: { capacity: vip, places, group: 'floor' },
        free: { price: 0, max: 3 },
      },
      groups: { floor: shared },
    }))
const anyPlan = fc.constantFrom(1, 2, 4).chain((places) => {
  const session = anySessionPlan(places)
  return fc.record({ early: session, late: session, third: session })
})

function openWorld(plan: Record<string, SessionPlan>): World {
  const world = worldOf(plan)
  addStock(world, PARKING, 4)
  return world
}

function goOn(world: World, { payers, minutes }: { payers: string[]; minutes: number }): void {
  for (const cart of payers) run(world, recordPayment(cart))
  passMinutes(world, minutes)
}

/** The state, without its ids. */
const standing = (world: World) =>
  world.holds
    .map(({ cart, sessionId, ticketTypeId, quantity, state }) =>
      [cart.id, sessionId, ticketTypeId, quantity, state].join(' '),
    )
    .sort()

test('no pool exceeds its capacity, and ledger, holds and tickets explain every counter', {
  tags: ['sampled'],
}, () => {
  fc.assert(
    fc.property(anyPlan, anySteps, (plan, steps) => {
      const world = openWorld(plan)
      for (const step of steps) {
        const ops = step.ops.map((makeOp) => makeOp(world))
        expect(runBatch(world, ops)).toHaveLength(ops.length)
        checkBooks(world)
        goOn(world, step)
      }
    }),
    { numRuns: runs(400, 100) },
  )
})

test('a batch has the answers and the state of the same operations when they are run one at a time', {
  tags: ['sampled'],
}, () => {
  fc.assert(
    fc.property(anyPlan, anySteps, (plan, steps) => {
      const together = openWorld(plan)
      const alone = openWorld(plan)
      const opsIn = (world: World, makers: OpMaker[]) =>
        makers.map((makeOp) => lockingAll(world, makeOp(world), STOCK_ITEMS))
      for (const step of steps) {
        const batch = runBatch(together, opsIn(together, step.ops))
        const single = opsIn(alone, step.ops).map((op) => run(alone, op))
        expect(batch.map(outcomeOf)).toEqual(single.map(outcomeOf))
        expect(together.pools).toEqual(alone.pools)
        expect(standing(together)).toEqual(standing(alone))
        for (const world of [together, alone]) goOn(world, step)
      }
    }),
    { numRuns: runs(400, 100) },
  )
})

test('a refused cart keeps what it had, and a granted one holds exactly what it asked for', {
  tags: ['sampled'],
}, () => {
  fc.assert(
    fc.property(anyPlan, anySteps, anyHoldCart, (plan, steps, last) => {
      const world = openWorld(plan)
      for (const step of steps) {
        runBatch(
          world,
          step.ops.map((makeOp) => makeOp(world)),
        )
        goOn(world, { payers: step.payers, minutes: 0 })
      }
      const op = last(world)
      const [cart = ''] = op.needs.cartIds ?? []
      const before = heldBy(world, cart)
      const answer = run(world, op)
      const isNew = answer.ok && outcomeOf(answer) === heldBy(world, cart)
      if (!isNew) expect(heldBy(world, cart)).toBe(before)
    }),
    { numRuns: runs(200, 50) },
  )
})

test('the same key and request has the same answer, whatever happens in between', {
  tags: ['sampled'],
}, () => {
  const request = { key: 'mine', hash: 'same' }
  fc.assert(
    fc.property(anyPlan, anyQuantity, anySteps, (plan, quantity, steps) => {
      const world = openWorld(plan)
      const op = holdCart('a', { 'early/ga': quantity, 'late/free': 1 }, { request })
      const first = run(world, op)
      for (const step of steps) {
        runBatch(
          world,
          step.ops.map((other) => other(world)),
        )
        goOn(world, step)
      }
      if (first.ok) expect(outcomeOf(run(world, op))).toBe(outcomeOf(first))
    }),
    { numRuns: runs(100, 25) },
  )
})

test('operations are served in order: one is refused only if it no longer fits', {
  tags: ['sampled'],
}, () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40 }),
      fc.array(anyQuantity, { maxLength: 30 }),
      (capacity, quantities) => {
        const world = worldOf({ session: { capacity } })
        const ops = quantities.map((quantity, index) => holdLine(`cart ${index}`, quantity))
        const answers = runBatch(world, ops)
        let left = capacity
        for (const [index, quantity] of quantities.entries()) {
          const fits = quantity <= left
          expect(answers[index]?.ok).toBe(fits)
          if (fits) left -= quantity
        }
      },
    ),
  )
})
