import { granted } from '@foyer/contract'
import { type AmountWithFee, planRefund } from '@foyer/domain'
import type { LaneOp } from '../lanes/operation.ts'
import { chargesOf, widenForOrder } from '../orders/change-order.ts'
import { type DisruptedTickets, disruptedTicketsOf } from '../orders/disrupted-tickets.ts'
import type { LaneOrder } from '../orders/order-types.ts'
import { creditOf, refundableOrder, validTickets } from '../orders/order-value.ts'
import type { LanePayment } from '../payments/payment-types.ts'
import { ORDER_NOT_FOUND } from '../refusals.ts'
import { refundCharges } from './refund-charges.ts'
import { DISPUTED, enterRefund, mailRefunds } from './refund-order.ts'

export interface SessionRefund {
  /** The tickets that ended; none if the order had none left in the session. */
  ticketIds: readonly string[]
  amountMinor: number
}

/**
 * Ends the tickets of an order that a disruption is about and gives back what they were bought at, fees
 * included; with the last ticket of the order also its add-ons and its credit. Other tickets of the order
 * stay as they are. A free order, and one of which nothing is left to give back, just ends. It may be
 * repeated: an order without such a ticket stays as it is.
 */
export function refundSessionOp(
  orderId: string,
  { of, key, reason }: { of: DisruptedTickets; key: string; reason: string },
): LaneOp<SessionRefund, 'order_not_found' | 'refund_not_possible'> {
  return {
    finishes: true,
    needs: { sessionIds: [], orderIds: [orderId] },
    decide(book) {
      const order = book.orders.of(orderId)
      if (!order) return ORDER_NOT_FOUND
      const widen = widenForOrder(book, order)
      if (widen) return widen
      const charges = chargesOf(book, order)
      const { ticketIds, isWhole, amount } = planSessionRefund(order, charges, of)
      if (ticketIds.length === 0) return granted({ ticketIds, amountMinor: 0 })
      if (order.isDisputed) return DISPUTED
      const refunds = refundCharges(book, order, charges, {
        kind: isWhole ? 'whole' : 'tickets',
        ...amount,
        withFees: true,
        ticketIds,
        reason,
        key,
      })
      const { amountMinor } = amount
      const entry = { ticketIds, refunds, amountMinor, reason, madeBy: 'organizer' as const }
      mailRefunds(book, order, enterRefund(book, order, entry), refunds)
      return granted({ ticketIds, amountMinor })
    },
  }
}

export interface PlannedSessionRefund {
  /** The tickets that the disruption is about. */
  ticketIds: readonly string[]
  /** Whether the order has no other ticket. */
  isWhole: boolean
  /** Nothing if nothing was paid or all of it went back before. */
  amount: AmountWithFee
}

/** What the refund of a session gives back of an order; the page of the buyer shows it before. */
export function planSessionRefund(
  order: LaneOrder,
  charges: readonly LanePayment[],
  of: DisruptedTickets,
): PlannedSessionRefund {
  const ticketIds = disruptedTicketsOf(order, of).map(({ id }) => id)
  const isWhole = ticketIds.length === validTickets(order).length
  const decision = planRefund(refundableOrder(order, charges), {
    kind: 'tickets',
    ticketIds,
    withFees: true,
  })
  if (!decision.ok) return { ticketIds, isWhole, amount: { amountMinor: 0, feeMinor: 0 } }
  const { amountMinor, feeMinor, taxMinor, feeTaxMinor, leftMinor } = decision.plan
  const creditMinor = isWhole ? Math.max(0, creditOf(order)) : 0
  const withCreditMinor = amountMinor + Math.min(leftMinor, creditMinor)
  const amount = { amountMinor: withCreditMinor, feeMinor, taxMinor, feeTaxMinor }
  return { ticketIds, isWhole, amount }
}
