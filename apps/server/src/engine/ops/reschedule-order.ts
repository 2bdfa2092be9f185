import { granted, refused } from '@foyer/contract'
import { type RateWindow, secondsUntilRoom, waitText } from '@foyer/domain'
import { newId, newValidationCode } from '../../adapters/ids.ts'
import type { Book } from '../book.ts'
import type { LaneOp } from '../lane-op.ts'
import type { LaneHold, LaneOrder } from '../lane-types.ts'
import { ticketsIn } from '../places.ts'
import { ORDER_NOT_FOUND } from '../refusals.ts'
import { shortfallOf } from './hold-rules.ts'

const CANNOT_MOVE = refused(
  'reschedule_not_possible',
  'This order cannot be rescheduled at this time.',
)

/**
 * Moves an order's tickets to another session of the same event, all or none: the places there are
 * taken and those here given back in one transaction. New codes revoke the old ones. A session that
 * costs more is refused: nothing moves unpaid. `windows` say how often one order may be rescheduled: each time is
 * a mail and makes the tickets that were printed before invalid.
 */
export function rescheduleOrderOp(
  move: { id: string; cartId: string; toSessionId: string },
  windows: readonly RateWindow[],
): LaneOp<{ orderId: string }> {
  const { toSessionId } = move
  return {
    needs: { sessionIds: [toSessionId], cartIds: [move.cartId], orderIds: [move.id] },
    decide(book) {
      const order = book.orderOf(move.id)
      if (!order) return ORDER_NOT_FOUND
      if (order.status !== 'PAID') return CANNOT_MOVE
      // Add-ons are for the event, whichever of its sessions.
      const sold = ticketsIn(book.soldIn(order))
      // Where it wants to be already: a repeated call, or nothing to do.
      if (sold.every((hold) => hold.sessionId === toSessionId))
        return granted({ orderId: order.id })
      const widen = book.widenFor(sold)
      if (widen) return widen
      const waitSeconds = secondsUntilRoom(order.rescheduleAges, windows)
      if (waitSeconds > 0) return rescheduledTooOften(order, waitSeconds)
      const leaving = sold.filter((hold) => hold.sessionId !== toSessionId)
      const problem = problemWithMove(book, leaving, toSessionId)
      if (problem) return problem
      book.moveTo(toSessionId, leaving)
      rescheduleTickets(book, order, toSessionId)
      return granted({ orderId: order.id })
    },
  }
}

function rescheduledTooOften({ rescheduleAges }: LaneOrder, waitSeconds: number) {
  const code = 'reschedule_limit_reached'
  if (waitSeconds === Number.POSITIVE_INFINITY) {
    return refused(
      code,
      `This order was moved ${rescheduleAges.length} times and cannot be moved again. Please ask the organizer.`,
    )
  }
  return refused(
    code,
    `This order was moved several times within a day. It can be moved again in ${waitText(waitSeconds)}.`,
    { retryAfterSeconds: Math.ceil(waitSeconds) },
  )
}

/** The tickets of the order get new codes, and a mail that tells of them: those of the first are void. */
function rescheduleTickets(book: Book, order: LaneOrder, sessionId: string): void {
  book.draft.changeOrder({ id: order.id, status: null, sessionId, reschedules: 1, mailId: newId() })
  // For the operations that follow in this batch; what is stored has the same time.
  order.rescheduleAges = [0, ...order.rescheduleAges]
  for (const ticket of order.tickets) {
    if (ticket.sessionId === sessionId || ticket.status !== 'VALID') continue
    ticket.sessionId = sessionId
    const validationCode = newValidationCode()
    book.draft.changeTicket({ id: ticket.id, status: 'VALID', sessionId, validationCode })
  }
}

function problemWithMove(book: Book, leaving: readonly LaneHold[], toSessionId: string) {
  const to = book.offerOf(toSessionId)
  const isSameEvent = leaving.every((hold) => book.offerOf(hold.sessionId)?.eventId === to?.eventId)
  if (!to || !isSameEvent) return refused('session_not_found', 'Selected session not found')
  const hasBegun = leaving.some((hold) => {
    const from = book.offerOf(hold.sessionId)
    return !from || from.startsAt <= book.now
  })
  if (hasBegun || !to.isActive || to.startsAt <= book.now) return CANNOT_MOVE
  let differenceMinor = 0
  for (const hold of leaving) {
    const type = to.types.get(hold.ticketTypeId)
    if (!book.sells(toSessionId, hold.ticketTypeId)) return CANNOT_MOVE
    if (!type || type.unitPriceMinor === null) return CANNOT_MOVE
    differenceMinor += (type.unitPriceMinor - hold.unitPriceMinor) * hold.quantity
  }
  if (differenceMinor > 0) {
    return refused(
      'payment_required',
      'The new time costs more than the old one. Please pay the difference to reschedule.',
      { differenceMinor },
    )
  }
  return shortfallOf(
    book,
    leaving.map((hold) => ({ ...hold, sessionId: toSessionId })),
  )
}
