import {
  planRefund,
  type RefundDecision,
  type RefundedSoFar,
  type RefundWish,
} from '../src/refund.ts'
import type { RefundableOrder } from '../src/refund-parts.ts'

export const NOTHING_YET: RefundedSoFar = { amountMinor: 0, feeMinor: 0, ticketIds: [] }

/**
 * Decides wishes one after the other, each knowing what became of those before it. Tickets that
 * there was no money for are cancelled all the same, as the product does.
 */
export function refundInTurn(order: RefundableOrder, wishes: readonly RefundWish[]) {
  const decisions: RefundDecision[] = []
  let refunded = NOTHING_YET
  for (const wish of wishes) {
    const decision = planRefund(order, refunded, wish)
    decisions.push(decision)
    if (decision.ok) {
      const { amountMinor, feeMinor, ticketIds } = decision.plan
      refunded = {
        amountMinor: refunded.amountMinor + amountMinor,
        feeMinor: refunded.feeMinor + feeMinor,
        ticketIds: [...refunded.ticketIds, ...ticketIds],
      }
    } else if (decision.code === 'nothing_left' && wish.kind === 'tickets') {
      refunded = { ...refunded, ticketIds: [...refunded.ticketIds, ...wish.ticketIds] }
    }
  }
  return { decisions, refunded }
}
