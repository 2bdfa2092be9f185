import type { ChangePolicy } from '@foyer/domain'
import { anyList } from '@foyer/testkit/any-list'
import fc from 'fast-check'

/** The steps of a history as plain data, so that a failed one can be printed and shrunk. */

/** What becomes of the payment that a dearer change asks for. */
const PAYMENTS = [
  'made',
  /** The page is closed once the card is charged: only the reconciler completes the change. */
  'made, and the page closed',
  /** Charged after the hold has expired. */
  'late',
  /** The call that completes the change is sent twice, to two servers. */
  'completed twice',
  'declined',
  'never made',
] as const
export type ChangePayment = (typeof PAYMENTS)[number]

/**
 * One action. Sessions, types, orders and tickets are chosen by any number, taken modulo how many there
 * are; `server` is one of two.
 */
export type Action = { server: number } & (
  | {
      do: 'buy'
      session: number
      type: number
      quantity: number
      extras: Extras
      /** Whether 'Pay' is pressed, which judges the rules about the e-mail address. */
      isBegun: boolean
    }
  | { do: 'reschedule'; order: number; session: number; one: number | null; payment: ChangePayment }
  | { do: 'upgrade'; order: number; ticket: number; type: number; payment: ChangePayment }
  /** By the buyer, if the policy allows it. */
  | { do: 'cancel'; order: number; one: number | null }
  | { do: 'refund'; order: number; what: RefundOf; withFees: boolean }
  | { do: 'refund at the provider'; order: number; share: number }
  | { do: 'dispute'; order: number; ending: 'opened' | 'won' | 'lost' }
  | { do: 'redeem'; order: number; ticket: number }
  /** An organizer switches a checkout rule on or off. */
  | { do: 'switch a rule'; rule: number }
  /** Every hold that waits expires, and the jobs have a turn. */
  | { do: 'let time pass' }
)

type Extras = 'none' | 'add-on' | 'coupon'
type RefundOf = 'whole' | 'one ticket' | 'half a ticket' | 'an amount'

export interface History {
  policy: keyof typeof POLICIES
  /** The actions of a step are sent at once. */
  steps: Action[][]
}

/** What the organizer asks for changes. */
export const POLICIES = {
  free: {},
  'with a fee': {
    reschedule: rule({ fee: { feeType: 'flat', amountMinor: 250 } }),
    upgrade: rule({ fee: { feeType: 'percentage', ratePpm: 50_000 } }),
    cancel: {
      isAllowed: true,
      untilMinutes: 0,
      shares: [{ untilMinutes: 0, ratePpm: 500_000 }],
      withFees: false,
    },
  },
  'decreases are kept': {
    reschedule: rule({ refundsDecrease: false }),
    cancel: {
      isAllowed: true,
      untilMinutes: 0,
      shares: [{ untilMinutes: 0, ratePpm: 1_000_000 }],
      withFees: true,
    },
  },
} as const satisfies Record<string, Partial<ChangePolicy>>

function rule(terms: Partial<ChangePolicy['reschedule']>): ChangePolicy['reschedule'] {
  const free = { isAllowed: true, untilMinutes: 0, limit: null, fee: null, refundsDecrease: true }
  return { ...free, ...terms }
}

const any = fc.nat({ max: 11 })
const server = fc.nat({ max: 1 })
const payment = fc.constantFrom(...PAYMENTS)

const buy = fc.record({
  do: fc.constant('buy' as const),
  server,
  session: any,
  type: any,
  quantity: fc.integer({ min: 1, max: 3 }),
  extras: fc.constantFrom('none', 'none', 'add-on', 'coupon'),
  isBegun: fc.boolean(),
})

const change = fc.oneof(
  fc.record({
    do: fc.constant('reschedule' as const),
    server,
    order: any,
    session: any,
    one: fc.option(any, { freq: 2 }),
    payment,
  }),
  fc.record({
    do: fc.constant('upgrade' as const),
    server,
    order: any,
    ticket: any,
    type: any,
    payment,
  }),
)

const giveBack = fc.oneof(
  fc.record({
    do: fc.constant('cancel' as const),
    server,
    order: any,
    one: fc.option(any, { freq: 2 }),
  }),
  fc.record({
    do: fc.constant('refund' as const),
    server,
    order: any,
    what: fc.constantFrom('whole', 'one ticket', 'half a ticket', 'an amount'),
    withFees: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('refund at the provider' as const),
    server,
    order: any,
    share: fc.constantFrom(1, 2),
  }),
)

const happen = fc.oneof(
  fc.record({
    do: fc.constant('dispute' as const),
    server,
    order: any,
    ending: fc.constantFrom('opened', 'won', 'lost'),
  }),
  fc.record({ do: fc.constant('redeem' as const), server, order: any, ticket: any }),
  fc.record({ do: fc.constant('switch a rule' as const), server, rule: any }),
)

const anyAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: buy },
  { weight: 10, arbitrary: change },
  { weight: 3, arbitrary: giveBack },
  { weight: 2, arbitrary: happen },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('let time pass' as const), server }) },
)

/** Histories that begin with two purchases, of at most `steps` further steps. */
export const anyHistory = (steps: number): fc.Arbitrary<History> =>
  fc.record({
    policy: fc.constantFrom(...keysOf(POLICIES)),
    steps: fc
      .tuple(fc.tuple(buy, buy), anyList(anyList(anyAction, 2), steps))
      .map(([first, rest]): Action[][] => [[...first], ...rest]),
  })

const keysOf = <Key extends string>(of: Record<Key, unknown>): Key[] =>
  Object.keys(of).filter((key): key is Key => key in of)
