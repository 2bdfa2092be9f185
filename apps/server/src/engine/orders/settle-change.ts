import { granted, type Result } from '@foyer/contract'
import type { Book } from '../lanes/aggregates.ts'
import type { Widen } from '../lanes/widen.ts'
import { isHonoured, isOnSale } from '../offers/offer-rules.ts'
import type { LanePayment } from '../payments/payment-types.ts'
import { changeRefunded } from '../refusals.ts'
import { type CapturedPayment, giveBack, isExact, whyGivenBack } from './captured-payment.ts'
import { queueChangeMail } from './change-mail.ts'
import { widenForOrder } from './change-order.ts'
import {
  endOpenChange,
  exchangeTickets,
  finishChange,
  followTickets,
  linesOf,
} from './exchange-tickets.ts'
import type { LaneChange, LaneOrder, SoldOrder } from './order-types.ts'

/**
 * Makes the change that a captured payment was for: the seats that it holds are sold, the old ones are
 * free again, and the charge belongs to the order. If the change can no longer be made (its tickets were
 * cancelled, used or changed meanwhile, another change took its place, or its hold expired and the seats
 * are gone), the payment is refunded and the order stays as it is.
 */
export function settleChange(
  book: Book,
  payment: LanePayment,
  orderId: string,
  captured: CapturedPayment,
): Result<SoldOrder, 'payment_refunded'> | Widen {
  const order = book.orders.of(orderId)
  if (!order) return { widenTo: [], orderIds: [orderId] }
  const change = order.changes.find(({ id, state }) => id === payment.cartId && state === 'open')
  const { entering, leaving } = linesOf(change?.tickets ?? [])
  const widen = widenForOrder(book, order) ?? book.holds.widenFor(entering)
  if (widen) return widen
  const held = change ? book.holds.liveOf(change.id) : []
  const short = book.stock.shortage(entering, [...leaving, ...held])
  if (short && book.holds.isBehind(short.sessionId)) return { widenTo: [] }
  const { intent } = captured
  book.money.charge(payment, intent)
  book.payments.attachIntent(payment, intent.id)
  const canChange =
    change !== undefined &&
    isExact(payment, intent) &&
    !short &&
    entering.every((line) => isHonoured(book.offers, line)) &&
    (held.length > 0 || maySellAgain(book, change)) &&
    maySwap(order, change)
  if (!canChange) {
    if (change) endOpenChange(book, order, change)
    const reason = whyGivenBack(book.offers, entering)
    const to = { orderId, recipient: order.email }
    return changeRefunded(giveBack(book, payment, captured, reason, to))
  }
  book.holds.release(held)
  exchangeTickets(book, order, change.tickets)
  book.payments.settle(payment, 'completed', intent.capturedMinor, order.id)
  order.chargeIds.unshift(payment.id)
  finishChange(book, order, change)
  followTickets(book, order)
  queueChangeMail(book, order, change)
  return granted({ orderId })
}

/** Whether the tickets of a change are still as they were when it was quoted. */
const maySwap = (order: LaneOrder, change: LaneChange): boolean =>
  order.status === 'PAID' &&
  !order.isDisputed &&
  change.tickets.every(({ before }) =>
    order.tickets.some(
      ({ id, status, isRedeemed }) => id === before.ticketId && status === 'VALID' && !isRedeemed,
    ),
  )

/** Whether seats whose hold expired may still be sold; their price is frozen. */
const maySellAgain = (book: Book, { tickets }: LaneChange): boolean =>
  tickets.every(({ after }) => after !== null && isOnSale(book.offers, after.sessionId))
