import { applyRate } from './money.ts'
import { LONGEST_SESSION_MINUTES } from './offer.ts'

/** How a buyer's order may change. */
export type ChangeRequestKind = 'reschedule' | 'upgrade'

/** The kinds of changes in the history of an order; a correction is a refund for which no ticket ended. */
export const ORDER_CHANGE_KINDS = ['reschedule', 'upgrade', 'cancellation', 'correction'] as const
export type OrderChangeKind = (typeof ORDER_CHANGE_KINDS)[number]

/** The fee of a change: an amount for each ticket, or a share of what it was bought at. */
export type ChangeFee =
  | { feeType: 'flat'; amountMinor: number }
  | { feeType: 'percentage'; ratePpm: number }

/** Whether buyers may change their tickets by themselves, and on what terms. */
export interface ChangeRule {
  isAllowed: boolean
  /** How long before the session of a ticket its changes end, in minutes; below 0 after its start. */
  untilMinutes: number
  /** How often an order may be changed in this way; null is without limit. */
  limit: number | null
  /** Null: free of charge. */
  fee: ChangeFee | null
  /** Whether a cheaper order is refunded; otherwise the amount stays with the order as a credit. */
  refundsDecrease: boolean
}

/** Whether buyers may cancel tickets by themselves, and what they get back. */
export interface CancelRule {
  isAllowed: boolean
  /** How long before the session of a ticket it can no longer be cancelled, in minutes; below 0 after its start. */
  untilMinutes: number
  /**
   * The share that is refunded, in parts per million, by how long before the session the ticket is
   * cancelled. The first row whose time is reached counts; after the last one nothing is refunded.
   */
  shares: readonly { untilMinutes: number; ratePpm: number }[]
  /** Whether the service fees are refunded in the same share. */
  withFees: boolean
}

export interface ChangePolicy {
  reschedule: ChangeRule
  upgrade: ChangeRule
  cancel: CancelRule
}

const FREE_CHANGE: ChangeRule = {
  isAllowed: true,
  untilMinutes: 0,
  limit: null,
  fee: null,
  refundsDecrease: true,
}

/**
 * Bounds of the values of a rule: a year of minutes before a session, the longest session after its start,
 * and amounts in minor units.
 */
export const POLICY_LIMITS = {
  minutes: 366 * 24 * 60,
  minutesAfterStart: LONGEST_SESSION_MINUTES,
  changes: 100,
  feeMinor: 1_000_000,
  shares: 8,
} as const

/** Reschedules and upgrades are free until the session begins; only the organizer cancels. */
export const DEFAULT_POLICY: ChangePolicy = {
  reschedule: FREE_CHANGE,
  upgrade: FREE_CHANGE,
  cancel: {
    isAllowed: false,
    untilMinutes: 0,
    shares: [{ untilMinutes: 0, ratePpm: 1_000_000 }],
    withFees: false,
  },
}

/** The policy of an event: its own rule of each kind, else the tenant's, else the default. */
export const policyOf = (
  ofTenant: Partial<ChangePolicy> | null,
  ofEvent: Partial<ChangePolicy> | null,
): ChangePolicy => ({ ...DEFAULT_POLICY, ...ofTenant, ...ofEvent })

/** Why a rule does not let a ticket change; null if it does. */
export type NotChangeable = 'not_allowed' | 'too_late' | 'limit_reached'

/** Who changes an order. The policy of an event binds its buyers, and not the team. */
export type ChangedBy = 'buyer' | 'organizer'

/** Why a buyer could not make a change that the team makes for them. */
export const BEYOND_BUYERS = [
  'not_allowed',
  'too_late',
  'limit_reached',
  /** A bank takes a charge back, so that the value of the order is unknown. */
  'disputed',
  /** The session of a ticket was called off. */
  'called_off',
  /** The session of a ticket is over. */
  'over',
  /** Where the tickets go is not on sale to everybody now. */
  'not_on_sale',
  'above_maximum',
] as const
export type BeyondBuyers = (typeof BEYOND_BUYERS)[number]

/**
 * Judges one ticket by a rule. `doneBefore` says how often its order was changed in this way already.
 */
export function whyNotChangeable(
  rule: Pick<ChangeRule, 'isAllowed' | 'untilMinutes'> & { limit?: number | null },
  { startsAt, now, doneBefore }: { startsAt: Date; now: Date; doneBefore: number },
): NotChangeable | null {
  if (!rule.isAllowed) return 'not_allowed'
  if (now.getTime() >= startsAt.getTime() - rule.untilMinutes * 60_000) return 'too_late'
  if (rule.limit !== undefined && rule.limit !== null && doneBefore >= rule.limit) {
    return 'limit_reached'
  }
  return null
}

/** What the organizer keeps for a change of tickets with these prices, in minor units. */
export function changeFeeMinor(
  { fee }: Pick<ChangeRule, 'fee'>,
  pricesMinor: readonly number[],
): number {
  if (!fee) return 0
  if (fee.feeType === 'flat') return fee.amountMinor * pricesMinor.length
  return applyRate(
    pricesMinor.reduce((sum, price) => sum + price, 0),
    fee.ratePpm,
  )
}

/** The share of a ticket that is refunded if it is cancelled now, in parts per million. */
export function refundSharePpm(
  { shares }: Pick<CancelRule, 'shares'>,
  { startsAt, now }: { startsAt: Date; now: Date },
): number {
  const leftMinutes = (startsAt.getTime() - now.getTime()) / 60_000
  const reached = shares
    .toSorted((a, b) => b.untilMinutes - a.untilMinutes)
    .find(({ untilMinutes }) => leftMinutes >= untilMinutes)
  return reached?.ratePpm ?? 0
}

/** The same, and nothing once the ticket can no longer be cancelled. */
export const cancelSharePpm = (
  rule: Pick<CancelRule, 'untilMinutes' | 'shares'>,
  step: { startsAt: Date; now: Date },
): number =>
  step.startsAt.getTime() - step.now.getTime() <= rule.untilMinutes * 60_000
    ? 0
    : refundSharePpm(rule, step)
