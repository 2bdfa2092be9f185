import { granted, refused } from '@foyer/contract'
import { chargeOf, planRefund } from '@foyer/domain'
import type { ProviderRefund } from '../../adapters/payment-gateway.ts'
import type { LaneOp } from '../lanes/operation.ts'
import { chargesOf, widenForOrder } from '../orders/change-order.ts'
import { refundableOrder, refundedOf, validTickets } from '../orders/order-value.ts'
import { PAYMENT_NOT_FOUND } from '../refusals.ts'
import { enterRefund, mailRefunds } from './refund-order.ts'

const UNEXPLAINED = refused('refund_not_possible', 'More was given back than was taken.')

/**
 * Records a refund that was made in the provider's own dashboard. If all money of the order is
 * refunded by now, its tickets end and their stock becomes free; a partial refund ends no ticket. If
 * this system has decided a refund of the same amount that is not in progress, the two are taken for
 * the same refund.
 */
export function adoptRefundOp(
  paid: { id: string; cartId: string; orderId: string | null },
  reported: ProviderRefund,
): LaneOp<null> {
  return {
    finishes: true,
    needs: {
      sessionIds: [],
      cartIds: [paid.cartId],
      orderIds: paid.orderId ? [paid.orderId] : [],
      paymentIds: [paid.id],
    },
    decide(book) {
      const payment = book.payments.of(paid.id)
      if (!payment) return PAYMENT_NOT_FOUND
      if (payment.refunds.some((refund) => refund.providerRefundId === reported.id))
        return granted(null)
      // The payment was sold after the caller had read it: the tickets of that order must end as
      // well.
      const { orderId } = payment
      const order = orderId ? book.orders.of(orderId) : undefined
      if (orderId && !order) return { widenTo: [], orderIds: [orderId] }
      const { amountMinor } = reported
      const leftMinor = (payment.capturedMinor ?? 0) - refundedOf(payment).amountMinor
      const decided = payment.refunds.find(
        (refund) =>
          refund.amountMinor === amountMinor &&
          (refund.state === 'queued' || (refund.state === 'failed' && amountMinor <= leftMinor)),
      )
      if (decided) {
        book.money.adopt(decided, reported.id)
        return granted(null)
      }
      if (amountMinor > leftMinor) return UNEXPLAINED
      const widen = order && widenForOrder(book, order)
      if (widen) return widen
      const refundable = order
        ? refundableOrder(order, chargesOf(book, order))
        : {
            charged: chargeOf(payment.quote, payment.capturedMinor ?? 0),
            refunded: refundedOf(payment),
            units: [],
            endedTicketIds: [],
          }
      const { charged, refunded } = refundable
      const isWhole =
        order !== undefined && amountMinor === charged.amountMinor - refunded.amountMinor
      const requested = isWhole
        ? ({ kind: 'whole', withFees: true } as const)
        : ({ kind: 'amount', withFees: true, amountMinor } as const)
      const decision = planRefund(refundable, requested)
      const plan = decision.ok ? decision.plan : null
      const feeMinor = Math.min(plan?.feeMinor ?? 0, amountMinor)
      const ticketIds = isWhole && order ? validTickets(order).map(({ id }) => id) : []
      const refund = book.money.refund(payment, {
        kind: requested.kind,
        amountMinor,
        feeMinor,
        taxMinor: Math.min(plan?.taxMinor ?? 0, amountMinor - feeMinor),
        feeTaxMinor: Math.min(plan?.feeTaxMinor ?? 0, feeMinor),
        withFees: true,
        ticketIds,
        requestKey: `provider:${reported.id}`,
        state: 'pending',
        providerRefundId: reported.id,
        orderId,
        reason: null,
      })
      if (order) {
        const refunds = [refund]
        const change = enterRefund(book, order, {
          ticketIds,
          refunds,
          amountMinor,
          reason: null,
          madeBy: 'provider',
        })
        mailRefunds(book, order, change, refunds)
      } else {
        const recipient = payment.customer?.contact.email ?? ''
        book.money.mailRefund([refund], { recipient })
      }
      return granted(null)
    },
  }
}
