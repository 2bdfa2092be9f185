import fc from 'fast-check'
import { anyList } from './any-list.ts'

/** A run's steps as plain data, so that a failed run can be printed and shrunk piece by piece. */

/** The priced type is last, so that a counterexample shrinks to free tickets where possible. */
export const TYPE_PRICES_MINOR = [0, 0, 3000] as const
export const MAX_QUANTITY = 4
/** Small numbers of everything, because operations that never collide prove little. */
export const SESSIONS = 2
export const BUYERS = 2
const CART_NUMBERS = ['10001', '10002'] as const
const KEYS = ['k1', 'k2', 'k3'] as const

/** Capacities of the run's one event; null means unlimited. All sessions are alike. */
export interface WorldPlan {
  /** In places. */
  capacity: number | null
  typeCapacities: (number | null)[]
  /** How many places a ticket of each type takes. */
  places: number[]
  /** How many places all types share, beside the capacity; null: they share none. */
  shared: number | null
}

/** A cart of a buyer. Equal cart numbers of different buyers are different carts. */
export interface CartRef {
  buyer: number
  number: string
}

export interface Line {
  session: number
  type: number
  quantity: number
}

/** A request that makes holds, and that an Idempotency-Key identifies. */
export type HoldRequest =
  | { kind: 'line'; cart: CartRef; line: Line; key: string | null }
  | { kind: 'cart'; cart: CartRef; lines: Line[]; key: string | null }

/** `server` is any number; it is taken modulo the number of servers. */
export type Op =
  | { do: 'hold'; request: HoldRequest; server: number }
  /** Resends the nth request with a key, or another body with its key. Does nothing if there is none. */
  | { do: 'replay'; nth: number; isAltered: boolean; server: number }
  | {
      do: CartOp
      cart: CartRef
      server: number
    }
  /** Reschedules the nth order to another session. Does nothing if there is no order. */
  | { do: 'reschedule'; nth: number; session: number; server: number }
  /** Lets time pass for the holds of one type in a session: past their end, or also past any grace. */
  | { do: 'expire'; session: number; type: number; minutes: 16 | 21 }

export type CartOp = 'release' | 'look' | 'more time' | 'start payment' | 'order free' | 'pay'

/** The operations of one step are simultaneous. */
export type Step = Op[]

export interface Plan {
  world: WorldPlan
  steps: Step[]
}

const anyCart = fc.record({
  buyer: fc.nat({ max: BUYERS - 1 }),
  number: fc.constantFrom(...CART_NUMBERS),
})
const anyServer = fc.nat({ max: 7 })
const anyType = fc.nat({ max: TYPE_PRICES_MINOR.length - 1 })
/** Includes one more than one hold may have. */
const anyQuantity = fc.integer({ min: 1, max: MAX_QUANTITY + 1 })
const anyKey = fc.option(fc.constantFrom(...KEYS), { freq: 2 })

const anySession = fc.nat({ max: SESSIONS - 1 })
const anyLine = fc.record({ session: anySession, type: anyType, quantity: anyQuantity })

const anyHoldRequest: fc.Arbitrary<HoldRequest> = fc.oneof(
  fc.record({ kind: fc.constant('line' as const), cart: anyCart, line: anyLine, key: anyKey }),
  fc
    .record({
      cart: anyCart,
      lines: fc.array(anyLine, { minLength: 1, maxLength: 4 }),
      isAcross: fc.boolean(),
      key: anyKey,
    })
    .map(({ lines, isAcross, ...rest }) => ({
      kind: 'cart' as const,
      lines: distinct(isAcross ? lines : inOneSession(lines)),
      ...rest,
    })),
)

const inOneSession = (lines: readonly Line[]): Line[] =>
  lines.map((line) => ({ ...line, session: lines[0]?.session ?? 0 }))

/** A cart has at most one line per type and session. */
const distinct = (lines: readonly Line[]): Line[] => [
  ...new Map(lines.map((line) => [`${line.session}/${line.type}`, line])).values(),
]

const onCart = (what: CartOp) =>
  fc.record({ do: fc.constant(what), cart: anyCart, server: anyServer })

const anyOp: fc.Arbitrary<Op> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('hold' as const),
      request: anyHoldRequest,
      server: anyServer,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('replay' as const),
      nth: fc.nat({ max: 20 }),
      isAltered: fc.boolean(),
      server: anyServer,
    }),
  },
  { weight: 2, arbitrary: onCart('release') },
  { weight: 1, arbitrary: onCart('look') },
  { weight: 2, arbitrary: onCart('more time') },
  { weight: 2, arbitrary: onCart('start payment') },
  { weight: 2, arbitrary: onCart('order free') },
  { weight: 2, arbitrary: onCart('pay') },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('reschedule' as const),
      nth: fc.nat({ max: 20 }),
      session: anySession,
      server: anyServer,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('expire' as const),
      session: anySession,
      type: anyType,
      minutes: fc.constantFrom(16 as const, 21 as const),
    }),
  },
)

const anyCapacity = (max: number) => fc.option(fc.integer({ min: 1, max }), { freq: 4 })

const anyWorld: fc.Arbitrary<WorldPlan> = fc.record({
  capacity: anyCapacity(8),
  typeCapacities: fc.tuple(...TYPE_PRICES_MINOR.map(() => anyCapacity(4))),
  places: fc.tuple(...TYPE_PRICES_MINOR.map(() => fc.constantFrom(1, 1, 2, 3))),
  shared: fc.option(fc.integer({ min: 1, max: 8 }), { freq: 2 }),
})

/** Plans of at most `steps` steps, each of up to `together` simultaneous operations. */
export const anyPlan = (steps: number, together: number): fc.Arbitrary<Plan> =>
  fc.record({
    world: anyWorld,
    steps: anyList(anyList(anyOp, together).map(withoutSecondPay), steps),
  })

/** Paying is itself a double submit (see `send.ts`); two payments of one cart would share an intent. */
function withoutSecondPay(ops: Op[]): Step {
  const paying = new Set<string>()
  return ops.filter((op) => {
    if (op.do !== 'pay') return true
    const cart = `${op.cart.buyer}/${op.cart.number}`
    const isFirst = !paying.has(cart)
    paying.add(cart)
    return isFirst
  })
}
