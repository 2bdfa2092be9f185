import { newId } from '../../adapters/ids.ts'
import type { Book } from '../lanes/aggregates.ts'
import type { LaneChange, LaneOrder } from './order-types.ts'

/** Queues the mail about a change that its buyer made: the new codes, what changed, and what it cost. */
export function queueChangeMail(book: Book, order: LaneOrder, change: LaneChange): void {
  if (order.email === '') return
  const mail = { id: newId(), orderId: order.id, recipient: order.email }
  const { currency } = order.quote
  const [first] = change.tickets
  if (change.kind === 'reschedule' && first) {
    const from = book.offers.offerOf(first.before.sessionId)
    const fromStartsAt = (from?.startsAt ?? book.now).toISOString()
    book.orders.mail({ ...mail, kind: 'reschedule', data: { fromStartsAt } })
  }
  if (change.kind === 'upgrade') {
    const tickets = change.tickets.flatMap(({ number, before, after }) =>
      after ? [{ number, fromType: before.typeName, toType: after.typeName }] : [],
    )
    const data = { tickets, paidMinor: change.dueMinor, currency }
    book.orders.mail({ ...mail, kind: 'upgrade', data })
  }
}
