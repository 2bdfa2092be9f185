import fc from 'fast-check'
import { anyList } from './any-list.ts'

/** What a run does, as plain data: printed as it stands when a run fails, and shrunk piece by piece. */

/** The priced type is last, so that a shrunk counterexample is one of free tickets where it can be. */
export const TYPE_PRICES_MINOR = [0, 0, 3000] as const
export const MAX_QUANTITY = 4
/** Few of everything: operations that never meet prove little. */
export const SESSIONS = 2
export const BUYERS = 2
const CART_NUMBERS = ['10001', '10002'] as const
const KEYS = ['k1', 'k2', 'k3'] as const

/** Capacities of the one event a run is about; null: without limit. All sessions are alike. */
export interface WorldPlan {
  capacity: number | null
  typeCapacities: (number | null)[]
}

/** A cart of a buyer. Different buyers use the same numbers: theirs are different carts. */
export interface CartRef {
  buyer: number
  number: string
}

export interface Line {
  session: number
  type: number
  quantity: number
}

/** A request that holds something; what an Idempotency-Key stands for. */
export type HoldRequest =
  | { kind: 'line'; cart: CartRef; line: Line; key: string | null }
  | { kind: 'cart'; cart: CartRef; lines: Line[]; key: string | null }

/** `server` is any number: it is taken modulo the servers there are. */
export type Op =
  | { do: 'hold'; request: HoldRequest; server: number }
  /** Sends the nth request with a key again, or with its key another body. Nothing where none was sent. */
  | { do: 'replay'; nth: number; isAltered: boolean; server: number }
  | {
      do: CartOp
      cart: CartRef
      server: number
    }
  /** Moves the nth order there is to another session. Nothing where there is none. */
  | { do: 'reschedule'; nth: number; session: number; server: number }
  /** Time passes for the holds of one type in a session: past their end, or past any grace as well. */
  | { do: 'lapse'; session: number; type: number; minutes: 16 | 21 }

export type CartOp = 'release' | 'look' | 'more time' | 'start payment' | 'order free' | 'pay'

/** Operations of one step are under way at once. */
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
/** One more than is allowed at once, too. */
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

/** Each type of a session may stand in one line only. */
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
      do: fc.constant('lapse' as const),
      session: anySession,
      type: anyType,
      minutes: fc.constantFrom(16 as const, 21 as const),
    }),
  },
)

const anyCapacity = (max: number) => fc.option(fc.integer({ min: 1, max }), { freq: 4 })

const anyWorld: fc.Arbitrary<WorldPlan> = fc.record({
  capacity: anyCapacity(6),
  typeCapacities: fc.tuple(...TYPE_PRICES_MINOR.map(() => anyCapacity(4))),
})

/** Plans of at most `steps` steps, each of up to `together` operations that are under way at once. */
export const anyPlan = (steps: number, together: number): fc.Arbitrary<Plan> =>
  fc.record({
    world: anyWorld,
    steps: anyList(anyList(anyOp, together).map(withoutSecondPay), steps),
  })

/** Paying is itself a double submit (see `send.ts`); two of one cart would share the one intent. */
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
