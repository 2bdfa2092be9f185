import { granted } from '@foyer/contract'
import { formatAmount, orderNumberOf } from '@foyer/domain'
import type { LaneOp } from '../lanes/operation.ts'
import { ORDER_NOT_FOUND } from '../refusals.ts'
import { widenForOrder } from './change-order.ts'
import { endOpenChange } from './exchange-tickets.ts'
import type { Clerk } from './on-behalf.ts'
import { openChangeOf } from './order-value.ts'

/** What was withdrawn, with the intent that must not be paid any more; null if nothing was offered. */
export interface WithdrawnChange {
  intent: { id: string; accountId: string | null } | null
}

/**
 * Withdraws the change that the team has offered and that its buyer has not paid for: what it holds is
 * free again, and its link ends. A payment that is captured meanwhile is refunded, as its change is gone.
 * Repeated, it finds nothing to withdraw.
 */
export function withdrawChangeOp(
  orderId: string,
  { personId }: Pick<Clerk, 'personId'>,
): LaneOp<WithdrawnChange | null, 'order_not_found'> {
  return {
    needs: { sessionIds: [], orderIds: [orderId] },
    decide(book) {
      const order = book.orders.of(orderId)
      if (!order) return ORDER_NOT_FOUND
      const widen = widenForOrder(book, order)
      if (widen) return widen
      const open = openChangeOf(order)
      if (open?.madeBy !== 'organizer') return granted(null)
      endOpenChange(book, order, open)
      book.money.report({
        personId,
        action: 'order.change_withdrawn',
        entityId: order.id,
        entityName: orderNumberOf(order.id),
        after: { change: open.kind, amount: formatAmount(open.dueMinor, order.quote.currency) },
      })
      const payment = open.paymentId ? book.payments.of(open.paymentId) : undefined
      return granted({
        intent: payment?.intentId
          ? { id: payment.intentId, accountId: payment.account?.id ?? null }
          : null,
      })
    },
  }
}
