import { granted, type Result, refused } from '@foyer/contract'
import { planRefund, type RefundRefusal, type RefundRequest } from '@foyer/domain'
import type { LaneOp } from '../lanes/operation.ts'
import { endTickets } from '../orders/end-tickets.ts'
import type { LaneOrder } from '../orders/order-types.ts'
import type { LanePayment } from '../payments/payment-types.ts'
import { ORDER_NOT_FOUND } from '../refusals.ts'
import type { LaneRefund } from './money-types.ts'

export interface RefundOrderParams {
  orderId: string
  cartId: string
  paymentId: string
  requested: RefundRequest
  reason: string | null
  /** A repeated call with the same key returns the first refund. */
  key: string
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
export type RefundCode = 'order_not_found' | 'refund_not_possible' | 'idempotency_conflict'

/**
 * Decides a refund of a whole order, of some tickets or of an amount, never above what was paid. In
 * the same transaction the tickets end and their stock becomes free; a job makes the refund at the
 * provider.
 */
export function refundOrderOp(params: RefundOrderParams): LaneOp<DecidedRefund, RefundCode> {
  const { orderId, requested, key } = params
  return {
    finishes: true,
    needs: {
      sessionIds: [],
      cartIds: [params.cartId],
      orderIds: [orderId],
      paymentIds: [params.paymentId],
    },
    decide(book) {
      const order = book.orders.of(orderId)
      const payment = book.payments.of(params.paymentId)
      if (!order || payment?.orderId !== orderId) return ORDER_NOT_FOUND
      const before = payment.refunds.find((refund) => refund.requestKey === key)
      if (before) return replay(params, payment, before)
      const decision = planRefund(
        { quote: payment.quote, tickets: order.tickets },
        refundedOf(payment, order),
        requested,
      )
      if (!decision.ok) return notPossible(decision)
      const widen = book.holds.widenFor(book.holds.soldIn(order))
      if (widen) return widen
      const { amountMinor, feeMinor, ticketIds } = decision.plan
      const numbers = endTickets(book, order, ticketIds)
      const refund = book.money.refund(
        payment,
        {
          kind: requested.kind,
          amountMinor,
          feeMinor,
          withFees: requested.withFees,
          ticketIds,
          requestKey: key,
          state: 'queued',
          providerRefundId: null,
          orderId,
          reason: params.reason,
        },
        { recipient: order.email, ticketNumbers: numbers },
      )
      return granted(view(params, payment, refund))
    },
  }
}

/** How much of a payment was refunded so far. Refunds under way count, failed ones do not. */
export function refundedOf(payment: LanePayment, order: LaneOrder | undefined) {
  const counting = payment.refunds.filter((refund) => refund.state !== 'failed')
  const ended = order?.tickets.filter((ticket) => ticket.status !== 'VALID') ?? []
  return {
    amountMinor: counting.reduce((sum, refund) => sum + refund.amountMinor, 0),
    feeMinor: counting.reduce((sum, refund) => sum + refund.feeMinor, 0),
    ticketIds: ended.map((ticket) => ticket.id),
  }
}

function replay(
  params: RefundOrderParams,
  payment: LanePayment,
  refund: LaneRefund,
): Result<DecidedRefund, RefundCode> {
  const { requested } = params
  const isSame =
    refund.kind === requested.kind &&
    refund.withFees === requested.withFees &&
    (requested.kind !== 'amount' || requested.amountMinor === refund.amountMinor) &&
    (requested.kind !== 'tickets' || sorted(requested.ticketIds) === sorted(refund.ticketIds))
  if (isSame && refund.state === 'failed') {
    return refused(
      'refund_not_possible',
      'This refund was given up: the money came back. Make it in the provider’s dashboard, or name another key.',
      { reason: 'given_up', refundId: refund.id },
    )
  }
  if (isSame) return granted(view(params, payment, refund))
  return refused(
    'idempotency_conflict',
    'This key was used before with another refund. Use a new key.',
  )
}

const sorted = (ids: readonly string[]) => [...ids].sort().join()

const view = (
  { orderId }: RefundOrderParams,
  { currency }: LanePayment,
  refund: LaneRefund,
): DecidedRefund => ({
  orderId,
  refundId: refund.id,
  amountMinor: refund.amountMinor,
  currency,
  ticketIds: refund.ticketIds,
})

const WHY: Record<RefundRefusal, string> = {
  nothing_left: 'Nothing is left to give back of this order.',
  amount_above_paid: 'This is more than is left of what was paid.',
  amount_not_positive: 'The amount must be more than 0.',
  ticket_not_in_order: 'These tickets are not of this order.',
  ticket_already_refunded: 'These tickets were given back already.',
}

const notPossible = (refusal: { code: RefundRefusal; leftMinor: number; ticketIds: string[] }) =>
  refused('refund_not_possible', WHY[refusal.code], {
    reason: refusal.code,
    leftMinor: refusal.leftMinor,
    ticketIds: refusal.ticketIds,
  })
