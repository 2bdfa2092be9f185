import type { Facts } from './facts.ts'

/**
 * The possible endings: with tickets, with a refund, or without any charge; of a change of an order, with
 * the changed tickets, or with the former ones after a refund or without a charge.
 */
export type Ending = 'ticketed' | 'changed' | 'refunded' | 'unpaid'

/**
 * - `lost`: money was taken, and neither tickets nor a refund followed in time
 * - `doubled`: two orders, two charges, two refunds, two mails, or more tickets than were bought
 * - `misplaced`: money is on another account than that of the organizer who sold for it
 * - `unbalanced`: ledger, provider and stock disagree
 * - `broken`: the check itself failed, or the buyer saw another outcome than declared
 */
export type FindingKind = 'lost' | 'doubled' | 'misplaced' | 'unbalanced' | 'broken'

export interface Finding {
  kind: FindingKind
  text: string
}

export interface Verdict {
  /** Null while something is still under way. */
  ending: Ending | null
  /** What is wrong with it in the current state. */
  findings: Finding[]
  /** The parts that are still under way. */
  open: string[]
}

/** States of payments, refunds and intents that must not be final. */
const PENDING: ReadonlySet<string> = new Set([
  ...['created', 'open', 'refund_due'],
  ...['queued', 'pending'],
  ...['processing', 'requires_action', 'requires_confirmation', 'requires_payment_method'],
])

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Judges the facts of one cart, in which `wanted` tickets were requested. */
export function judge(facts: Facts, wanted: number): Verdict {
  const captured = sum(facts.intents.map((intent) => intent.amount_received))
  const refunded = sum(facts.intents.map((intent) => intent.latest_charge?.amount_refunded ?? 0))
  const open = findOpen(facts)
  return {
    ending: open.length > 0 ? null : endingOf(facts, captured, refunded),
    open,
    findings: [
      ...findDoubled(facts, wanted),
      ...findLost(facts, wanted, captured - refunded),
      ...findUnbalanced(facts, captured - refunded),
    ],
  }
}

/** What is still under way. */
export const findOpen = ({
  payments,
  refunds,
  intents,
  held,
}: Pick<Facts, 'payments' | 'refunds' | 'intents' | 'held'>): string[] => [
  ...(held > 0 ? [`${held} tickets held`] : []),
  ...payments.flatMap(({ state }) => (PENDING.has(state) ? [`payment ${state}`] : [])),
  ...refunds.flatMap(({ state }) => (PENDING.has(state) ? [`refund ${state}`] : [])),
  // An intent that no buyer got cannot be paid. It is canceled later, and no check waits for that.
  ...intents.flatMap(({ id, status }) =>
    PENDING.has(status) && payments.some(({ intentId }) => intentId === id)
      ? [`intent ${status}`]
      : [],
  ),
]

function endingOf({ orders }: Facts, captured: number, refunded: number): Ending | null {
  if (orders.length > 0) return 'ticketed'
  if (captured === 0) return 'unpaid'
  return captured === refunded ? 'refunded' : null
}

function findDoubled({ orders, intents, refunds, refundMails }: Facts, wanted: number): Finding[] {
  const charges = intents.filter((intent) => intent.amount_received > 0)
  const tickets = sum(orders.map((order) => order.tickets))
  const mails = Math.max(0, ...orders.map((order) => order.confirmations))
  return [
    ...ifSo(orders.length > 1, 'doubled', `${orders.length} orders`),
    ...ifSo(charges.length > 1, 'doubled', `${charges.length} charges`),
    ...ifSo(refunds.length > 1, 'doubled', `${refunds.length} refunds`),
    ...ifSo(tickets > wanted, 'doubled', `${tickets} tickets, wanted ${wanted}`),
    ...ifSo(mails > 1, 'doubled', `${mails} confirmations`),
    ...ifSo(refundMails > 1, 'doubled', `${refundMails} mails of a refund`),
  ]
}

function findLost(
  { orders, refunds, refundMails }: Facts,
  wanted: number,
  kept: number,
): Finding[] {
  const [order] = orders
  if (!order) {
    return [
      ...ifSo(kept > 0, 'lost', `${kept} were taken, and there is no order`),
      ...ifSo(refunds.length > refundMails, 'lost', 'no mail announces the refund'),
    ]
  }
  return [
    ...ifSo(order.tickets < wanted, 'lost', `${order.tickets} tickets, wanted ${wanted}`),
    ...ifSo(order.confirmations < 1, 'lost', 'no confirmation was queued'),
    ...ifSo(refunds.length > 0, 'doubled', 'an order and a refund'),
  ]
}

function findUnbalanced({ orders, ledgerMinor }: Facts, kept: number): Finding[] {
  const owed = sum(orders.map((order) => order.totalMinor))
  return [
    ...ifSo(kept !== owed, 'unbalanced', `the provider has ${kept}, orders are for ${owed}`),
    ...ifSo(kept !== ledgerMinor, 'unbalanced', `the provider has ${kept}, ledger ${ledgerMinor}`),
  ]
}

export const ifSo = (isSo: boolean, kind: FindingKind, text: string): Finding[] =>
  isSo ? [{ kind, text }] : []
