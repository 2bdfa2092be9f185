import { granted, type Result, refused } from '@foyer/contract'
import {
  formatAmount,
  orderNumberOf,
  planRefund,
  type RefundRefusal,
  type RefundRequest,
  receiptOf,
  refundNumberOf,
  sumOfUnits,
} from '@foyer/domain'
import type { Book } from '../lanes/aggregates.ts'
import type { LaneOp } from '../lanes/operation.ts'
import { queueChangeMail } from '../orders/change-mail.ts'
import { chargesOf, widenForOrder } from '../orders/change-order.ts'
import { closeOrder, endTickets } from '../orders/end-tickets.ts'
import { enterChange } from '../orders/exchange-tickets.ts'
import type { LaneChange, LaneOrder } from '../orders/order-types.ts'
import { refundableOrder, unitsOfOrder } from '../orders/order-value.ts'
import { sideOf } from '../orders/plan-change.ts'
import { ORDER_NOT_FOUND } from '../refusals.ts'
import type { LaneRefund, NewRefund } from './money-types.ts'
import { isOfKey, refundCharges } from './refund-charges.ts'

export interface RefundOrderParams {
  orderId: string
  requested: RefundRequest
  reason: string | null
  /** A repeated call with the same key returns the first refund. */
  key: string
  /** Who of the team refunds, and what they saw; absent for the operator's command. */
  desk?: DeskRefund
}

interface DeskRefund {
  personId: string
  /** What the team writes about it, beside the reason. */
  note: string
  /** The figures of the preview: with others now, nothing is refunded. */
  shown: { amountMinor: number; refundedMinor: number }
}

export interface DecidedRefund {
  orderId: string
  refundId: string
  amountMinor: number
  currency: string
  /** The tickets that ended with it. */
  ticketIds: readonly string[]
}

/** Why a refund is refused. */
export type RefundCode =
  | 'order_not_found'
  | 'refund_not_possible'
  | 'idempotency_conflict'
  | 'changed_meanwhile'

/**
 * Decides a refund of a whole order, of some tickets or of an amount, never above what was charged. In
 * the same transaction the tickets end and their stock becomes free; a job makes the refund at the
 * provider.
 */
export function refundOrderOp(params: RefundOrderParams): LaneOp<DecidedRefund, RefundCode> {
  const { orderId, requested, key, desk } = params
  return {
    finishes: true,
    needs: { sessionIds: [], orderIds: [orderId] },
    decide(book) {
      const order = book.orders.of(orderId)
      if (!order) return ORDER_NOT_FOUND
      if (order.chargeIds.length === 0) return NOTHING_PAID
      const widen = widenForOrder(book, order)
      if (widen) return widen
      const charges = chargesOf(book, order)
      const before = charges
        .flatMap(({ refunds }) => refunds)
        .filter(({ requestKey }) => isOfKey(requestKey, key))
      if (before.length > 0) return replay(params, order, before)
      if (order.isDisputed) return DISPUTED
      const refundable = refundableOrder(order, charges)
      const refundedMinor = refundable.refunded.amountMinor
      if (desk && desk.shown.refundedMinor !== refundedMinor)
        return refundedMeanwhile(order, refundedMinor)
      const decision = planRefund(refundable, requested)
      if (!decision.ok) return notPossible(decision)
      if (desk && desk.shown.amountMinor !== decision.plan.amountMinor) return OTHER_FIGURES
      const { amountMinor, feeMinor, taxMinor, feeTaxMinor, ticketIds } = decision.plan
      const refunds = refundCharges(book, order, charges, {
        kind: requested.kind,
        amountMinor,
        feeMinor,
        taxMinor,
        feeTaxMinor,
        withFees: requested.withFees,
        ticketIds,
        reason: params.reason,
        key,
      })
      const change = enterRefund(book, order, {
        ticketIds,
        refunds,
        amountMinor,
        reason: params.reason,
        madeBy: 'organizer',
      })
      mailRefunds(book, order, change, refunds)
      if (desk) report(book, order, params, desk, refunds)
      return granted(view(order, refunds))
    },
  }
}

/** Ends the tickets of a refund and enters it into the history of the order. */
export function enterRefund(
  book: Book,
  order: LaneOrder,
  refund: Pick<LaneChange, 'madeBy' | 'reason'> & {
    ticketIds: readonly string[]
    /** What was decided to be given back; none if all of it is kept. */
    refunds: readonly Pick<LaneRefund, 'id'>[]
    amountMinor: number
  },
): LaneChange {
  const worthBefore = sumOfUnits(unitsOfOrder(order), 'amountMinor')
  const ended = endTickets(book, order, refund.ticketIds)
  closeOrder(book, order, refund.amountMinor > 0 ? 'REFUNDED' : 'CANCELLED')
  const units = unitsOfOrder(order)
  return enterChange(book, order, {
    kind: ended.length > 0 ? 'cancellation' : 'correction',
    tickets: ended.map((ticket) => ({
      number: ticket.number,
      before: sideOf(ticket),
      after: null,
    })),
    receipt: receiptOf(units, order.quote),
    refundIds: refund.refunds.map(({ id }) => id),
    refundMinor: refund.amountMinor,
    keptMinor: worthBefore - sumOfUnits(units, 'amountMinor') - refund.amountMinor,
    reason: refund.reason,
    madeBy: refund.madeBy,
  })
}

/** Queues the one mail about what {@link enterRefund} entered: a cancellation, or a mere refund. */
export function mailRefunds(
  book: Book,
  order: LaneOrder,
  change: LaneChange,
  refunds: readonly NewRefund[],
): void {
  if (change.kind === 'correction') book.money.mailRefund(refunds, { recipient: order.email })
  else queueChangeMail(book, order, change)
}

/** Enters the refund into the audit log, in the same transaction: nobody refunds without a name. */
function report(
  book: Book,
  order: LaneOrder,
  { requested, reason }: RefundOrderParams,
  { personId, note }: DeskRefund,
  refunds: readonly NewRefund[],
): void {
  const { amountMinor, currency, refundId, ticketIds } = view(order, refunds)
  book.money.report({
    personId,
    action: 'order.refunded',
    entityId: order.id,
    entityName: orderNumberOf(order.id),
    after: {
      reference: refundNumberOf(refundId),
      amount: formatAmount(amountMinor, currency),
      tickets: ticketIds.length,
      serviceFees: requested.withFees ? 'given back' : 'kept',
      reason,
      note,
    },
  })
}

function replay(
  { requested }: RefundOrderParams,
  order: LaneOrder,
  refunds: readonly LaneRefund[],
): Result<DecidedRefund, RefundCode> {
  const [first] = refunds
  const amountMinor = refunds.reduce((sum, refund) => sum + refund.amountMinor, 0)
  const ticketIds = refunds.flatMap((refund) => refund.ticketIds)
  const isSame =
    first?.kind === requested.kind &&
    first.withFees === requested.withFees &&
    (requested.kind !== 'amount' || requested.amountMinor === amountMinor) &&
    (requested.kind !== 'tickets' || sorted(requested.ticketIds) === sorted(ticketIds))
  const failed = refunds.find(({ state }) => state === 'failed')
  if (isSame && failed) {
    return refused(
      'refund_not_possible',
      'This refund was given up: the money came back. Make it in the provider’s dashboard, or name another key.',
      { reason: 'given_up', refundId: failed.id },
    )
  }
  if (isSame) return granted(view(order, refunds))
  return refused(
    'idempotency_conflict',
    'This key was used before with another refund. Use a new key.',
  )
}

const sorted = (ids: readonly string[]) => [...ids].sort().join()

const view = (order: LaneOrder, refunds: readonly LaneRefund[]): DecidedRefund => ({
  orderId: order.id,
  refundId: refunds[0]?.id ?? '',
  amountMinor: refunds.reduce((sum, refund) => sum + refund.amountMinor, 0),
  currency: order.quote.currency,
  ticketIds: refunds.flatMap((refund) => refund.ticketIds),
})

const refundedMeanwhile = ({ quote: { currency } }: LaneOrder, refundedMinor: number) =>
  refused(
    'changed_meanwhile',
    `Somebody refunded this order meanwhile: ${formatAmount(refundedMinor, currency)} went back by now. Nothing else was refunded; look at the new figures.`,
    { refundedMinor },
  )

const OTHER_FIGURES = refused(
  'changed_meanwhile',
  'This order was changed meanwhile, so that other amounts go back. Nothing was refunded; look at the new figures.',
)

export const NOTHING_PAID = refused('refund_not_possible', 'Nothing was paid for this order.', {
  reason: 'nothing_left',
  leftMinor: 0,
})

/** Refuses a refund of an order of which a charge is disputed. */
export const DISPUTED = refused(
  'refund_not_possible',
  'The buyer’s bank takes this charge back: what is refunded as well would be paid twice.',
  { reason: 'charge_disputed' },
)

const WHY: Record<RefundRefusal, string> = {
  nothing_left: 'Nothing is left to give back of this order.',
  amount_above_paid: 'This is more than is left of what was paid.',
  amount_not_positive: 'The amount must be more than 0.',
  ticket_not_in_order: 'These tickets are not of this order.',
  ticket_already_refunded: 'These tickets were given back already.',
}

export const notPossible = (refusal: {
  code: RefundRefusal
  leftMinor: number
  ticketIds: string[]
}) =>
  refused('refund_not_possible', WHY[refusal.code], {
    reason: refusal.code,
    leftMinor: refusal.leftMinor,
    ticketIds: refusal.ticketIds,
  })
