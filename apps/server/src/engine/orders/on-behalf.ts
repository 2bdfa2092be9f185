import type { ErrorCode, Refused } from '@foyer/contract'
import { formatAmount, type OrderChangeKind, orderNumberOf } from '@foyer/domain'
import type { Book } from '../lanes/aggregates.ts'
import type { LaneOrder } from './order-types.ts'

/** Somebody of the team who changes an order on behalf of its buyer. */
export interface Clerk<C extends ErrorCode = never> {
  personId: string
  /** Why a refund is not what they saw before they confirmed; nothing changes then. */
  problemWith(refund: { amountMinor: number }): Refused<C> | null
}

/** Enters a change that the team made into the audit log, in the transaction of the change. */
export function reportChange(
  book: Book,
  { id, quote }: LaneOrder,
  { personId }: Pick<Clerk, 'personId'>,
  change: { kind: OrderChangeKind; tickets: number; refundMinor: number; reason: string | null },
): void {
  book.money.report({
    personId,
    action: change.kind === 'cancellation' ? 'order.tickets_cancelled' : 'order.changed',
    entityId: id,
    entityName: orderNumberOf(id),
    after: {
      change: change.kind,
      tickets: change.tickets,
      refund: formatAmount(change.refundMinor, quote.currency),
      reason: change.reason,
    },
  })
}
