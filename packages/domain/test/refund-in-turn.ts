import {
  planRefund,
  type RefundDecision,
  type RefundedSoFar,
  type RefundRequest,
} from '../src/refund.ts'
import type { RefundableOrder } from '../src/refund-parts.ts'

export const NOTHING_YET: RefundedSoFar = { amountMinor: 0, feeMinor: 0, ticketIds: [] }

/**
 * Decides refund requests one after the other, each with the results of the earlier ones. Tickets
 * without money left are cancelled anyway, as in the product.
 */
export function refundInTurn(order: RefundableOrder, requests: readonly RefundRequest[]) {
  const decisions: RefundDecision[] = []
  let refunded = NOTHING_YET
  for (const request of requests) {
    const decision = planRefund(order, refunded, request)
    decisions.push(decision)
    if (decision.ok) {
      const { amountMinor, feeMinor, ticketIds } = decision.plan
      refunded = {
        amountMinor: refunded.amountMinor + amountMinor,
        feeMinor: refunded.feeMinor + feeMinor,
        ticketIds: [...refunded.ticketIds, ...ticketIds],
      }
    } else if (decision.code === 'nothing_left' && request.kind === 'tickets') {
      refunded = { ...refunded, ticketIds: [...refunded.ticketIds, ...request.ticketIds] }
    }
  }
  return { decisions, refunded }
}
