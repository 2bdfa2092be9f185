import { granted, refused } from '@foyer/contract'
import type { Book } from '../book.ts'
import type { LaneOp } from '../lane-op.ts'
import type { LaneHold } from '../lane-types.ts'
import { ORDER_NOT_FOUND } from '../refusals.ts'
import { shortfallOf } from './hold-rules.ts'

const CANNOT_MOVE = refused(
  'reschedule_not_possible',
  'This order cannot be rescheduled at this time.',
)

/**
 * Moves an order's tickets to another session of the same event, all or none: the places there are
 * taken and those here given back in one transaction. New codes revoke the old ones. A session that
 * costs more is refused: nothing moves unpaid.
 */
export function moveOrderOp(move: {
  id: string
  cartId: string
  toSessionId: string
}): LaneOp<{ orderId: string }> {
  const { toSessionId } = move
  return {
    needs: { sessionIds: [toSessionId], cartIds: [move.cartId], orderIds: [move.id] },
    decide(book) {
      const order = book.orderOf(move.id)
      if (!order) return ORDER_NOT_FOUND
      if (order.status !== 'PAID') return CANNOT_MOVE
      const sold = book.soldIn(order)
      // Where it wants to be already: a repeated call, or nothing to do.
      if (sold.every((hold) => hold.sessionId === toSessionId))
        return granted({ orderId: order.id })
      const widen = book.widenFor(sold)
      if (widen) return widen
      const leaving = sold.filter((hold) => hold.sessionId !== toSessionId)
      const problem = problemWithMove(book, leaving, toSessionId)
      if (problem) return problem
      book.moveTo(toSessionId, order, leaving)
      return granted({ orderId: order.id })
    },
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
