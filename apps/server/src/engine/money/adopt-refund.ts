import { granted, refused } from '@foyer/contract'
import { planRefund } from '@foyer/domain'
import type { ProviderRefund } from '../../adapters/payment-gateway.ts'
import type { LaneOp } from '../lanes/operation.ts'
import { endTickets } from '../orders/end-tickets.ts'
import { PAYMENT_NOT_FOUND } from '../refusals.ts'
import { refundedOf } from './refund-order.ts'

const UNEXPLAINED = refused('refund_not_possible', 'More was given back than was taken.')

/**
 * Records a refund that was made in the provider's own dashboard. If all money is refunded by now,
 * the tickets of the order end and their stock becomes free; a partial refund ends no ticket. If
 * this system has decided a refund of the same amount that is not under way, the two are taken for
 * the same refund.
 */
export function adoptRefundOp(
  paid: { id: string; cartId: string; orderId: string | null },
  told: ProviderRefund,
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
      if (payment.refunds.some((refund) => refund.providerRefundId === told.id))
        return granted(null)
      // The payment was sold after the caller had read it: the tickets of that order must end as
      // well.
      const { orderId } = payment
      const order = orderId ? book.orders.of(orderId) : undefined
      if (orderId && !order) return { widenTo: [], orderIds: [orderId] }
      const refunded = refundedOf(payment, order)
      const leftMinor = (payment.capturedMinor ?? 0) - refunded.amountMinor
      const decided = payment.refunds.find(
        ({ state, amountMinor }) =>
          amountMinor === told.amountMinor &&
          (state === 'queued' || (state === 'failed' && amountMinor <= leftMinor)),
      )
      if (decided) {
        book.money.adopt(decided, told.id)
        return granted(null)
      }
      if (told.amountMinor > leftMinor) return UNEXPLAINED
      const isWhole = order !== undefined && told.amountMinor === leftMinor
      const requested = isWhole
        ? ({ kind: 'whole', withFees: true } as const)
        : ({ kind: 'amount', withFees: true, amountMinor: told.amountMinor } as const)
      const tickets = order?.tickets ?? []
      const decision = planRefund({ quote: payment.quote, tickets }, refunded, requested)
      const plan = decision.ok ? decision.plan : null
      const widen = isWhole ? book.holds.widenFor(book.holds.soldIn(order)) : null
      if (widen) return widen
      const ticketIds = isWhole
        ? tickets.filter(({ status }) => status === 'VALID').map(({ id }) => id)
        : []
      const ticketNumbers = order ? endTickets(book, order, ticketIds) : []
      book.money.refund(
        payment,
        {
          kind: requested.kind,
          amountMinor: told.amountMinor,
          feeMinor: Math.min(plan?.feeMinor ?? 0, told.amountMinor),
          withFees: true,
          ticketIds,
          requestKey: `provider:${told.id}`,
          state: 'pending',
          providerRefundId: told.id,
          orderId,
          reason: null,
        },
        { recipient: order?.email ?? payment.customer?.contact.email ?? '', ticketNumbers },
      )
      return granted(null)
    },
  }
}
