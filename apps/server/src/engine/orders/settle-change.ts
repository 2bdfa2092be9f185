import { granted, type Result } from '@foyer/contract'
import type { Book } from '../lanes/aggregates.ts'
import type { Widen } from '../lanes/widen.ts'
import { isHonoured, isSoldLate, whyNotGiven } from '../offers/offer-rules.ts'
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
import { whyTicketStays } from './plan-change.ts'

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
    (held.length > 0 || mayStillChange(book, order, change)) &&
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

/**
 * Whether the tickets of a change are still as they were when it was quoted. The team offers changes of
 * disputed orders as well, but not of one whose charge was taken back after the offer.
 */
const maySwap = (order: LaneOrder, change: LaneChange): boolean =>
  order.status === 'PAID' &&
  !(change.madeBy === 'organizer' ? change.isDisputedSince : order.isDisputed) &&
  change.tickets.every(({ before }) =>
    order.tickets.some(
      ({ id, status, isRedeemed }) => id === before.ticketId && status === 'VALID' && !isRedeemed,
    ),
  )

/**
 * Whether a change whose hold expired may still be made at its frozen price: its seats are on sale, and
 * the policy still lets its tickets go. Otherwise a payment that is kept back would exchange tickets of
 * a session that is over. What the team has offered is bound by neither.
 */
const mayStillChange = (
  book: Book,
  order: LaneOrder,
  { kind, tickets, madeBy }: LaneChange,
): boolean =>
  tickets.every(({ before, after }) => {
    if (madeBy === 'organizer') return after && whyNotGiven(book.offers, after.sessionId) === null
    const ticket = order.tickets.find(({ id }) => id === before.ticketId)
    const requested = kind === 'upgrade' ? 'upgrade' : 'reschedule'
    return (
      ticket !== undefined &&
      after !== null &&
      isSoldLate(book.offers, after.sessionId) &&
      whyTicketStays(book.offers, order, ticket, requested) === null
    )
  })
