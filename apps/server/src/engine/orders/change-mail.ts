import { newId } from '../../adapters/ids.ts'
import type { Book } from '../lanes/aggregates.ts'
import type { LaneChange, LaneOrder } from './order-types.ts'

/**
 * Queues the mail about a change that was made: which tickets changed, what it cost or gave back, and the
 * codes that are valid now. A correction ends no ticket: its mail is the one about its refund.
 */
export function queueChangeMail(book: Book, order: LaneOrder, { id, kind }: LaneChange): void {
  if (order.email === '' || kind === 'correction') return
  book.orders.mail({
    id: newId(),
    orderId: order.id,
    recipient: order.email,
    kind,
    data: { changeId: id },
  })
}
