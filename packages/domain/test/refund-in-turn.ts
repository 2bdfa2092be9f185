import { type AmountWithFee, chargeOf, taxesWithin } from '../src/money-ledger.ts'
import { ticketUnitsOf } from '../src/order-units.ts'
import type { Quote } from '../src/quote.ts'
import {
  endingUnits,
  planRefund,
  type RefundableOrder,
  type RefundDecision,
  type RefundRequest,
} from '../src/refund.ts'

/** An order as it was bought. */
export interface BoughtOrder {
  quote: Quote
  tickets: readonly { id: string; ticketTypeId: string; priceMinor: number }[]
}

const NOTHING_YET: AmountWithFee = { amountMinor: 0, feeMinor: 0 }

/** The order as input of a refund, before anything was refunded. */
export const refundable = ({ quote, tickets }: BoughtOrder): RefundableOrder => ({
  charged: chargeOf(quote, quote.totalMinor),
  refunded: NOTHING_YET,
  units: ticketUnitsOf(quote, tickets),
  endedTicketIds: [],
})

/**
 * Decides requests one after the other, each with the result of those before it. Tickets are
 * cancelled even if nothing is left to refund for them, as in the product.
 */
export function refundInTurn(bought: BoughtOrder, requests: readonly RefundRequest[]) {
  const decisions: RefundDecision[] = []
  let order = refundable(bought)
  for (const request of requests) {
    const decision = planRefund(order, request)
    decisions.push(decision)
    const given: AmountWithFee = decision.ok ? decision.plan : NOTHING_YET
    const { amountMinor, feeMinor, taxMinor = 0, feeTaxMinor = 0 } = given
    const { refunded } = order
    const endsFree = !decision.ok && decision.code === 'nothing_left' && request.kind === 'tickets'
    const ending = decision.ok
      ? decision.plan.parts.map(({ ticketId, kind, id }) => ({ ticketId, kind, id }))
      : endsFree
        ? endingUnits(order, request.ticketIds)
        : []
    const isEnding = (unit: (typeof order.units)[number]) =>
      ending.some(({ ticketId, kind, id }) =>
        ticketId
          ? unit.ticketId === ticketId
          : unit.kind === kind && unit.id === id && !unit.ticketId,
      )
    order = {
      ...order,
      refunded: {
        amountMinor: refunded.amountMinor + amountMinor,
        feeMinor: refunded.feeMinor + feeMinor,
        ...taxesWithin(
          (refunded.taxMinor ?? 0) + taxMinor,
          (refunded.feeTaxMinor ?? 0) + feeTaxMinor,
        ),
      },
      units: order.units.filter((unit) => !isEnding(unit)),
      endedTicketIds: [
        ...order.endedTicketIds,
        ...ending.flatMap(({ ticketId }) => ticketId ?? []),
      ],
    }
  }
  return {
    decisions,
    order,
    refunded: { ...order.refunded, ticketIds: order.endedTicketIds },
  }
}
