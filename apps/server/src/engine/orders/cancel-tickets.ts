import { granted, refused } from '@foyer/contract'
import { formatAmount, toMajor } from '@foyer/domain'
import type { LaneOp } from '../lanes/operation.ts'
import { refundCharges } from '../money/refund-charges.ts'
import { enterRefund } from '../money/refund-order.ts'
import { ORDER_NOT_FOUND } from '../refusals.ts'
import { queueChangeMail } from './change-mail.ts'
import { chargesOf, widenForOrder } from './change-order.ts'
import { followTickets } from './exchange-tickets.ts'
import { type Clerk, reportChange } from './on-behalf.ts'
import type { LaneChange, LaneOrder } from './order-types.ts'
import { doneChanges, validTickets } from './order-value.ts'
import { type CancelPlanCode, planCancellation } from './plan-cancellation.ts'

interface CancelParams {
  /** Null: all tickets that can be cancelled. */
  ticketIds: readonly string[] | null
  /** The refund that the buyer saw, in minor units. */
  refundMinor: number
  reason: string | null
  /** Who of the team cancels; absent if the buyer does. */
  clerk?: Pick<Clerk, 'personId'>
}

interface CancelledTickets {
  changeId: string
  currency: string
  ticketIds: readonly string[]
  refundMinor: number
  keptMinor: number
  refundIds: readonly string[]
}

type CancelCode = CancelPlanCode | 'order_not_found' | 'amount_mismatch'

/**
 * Cancels tickets for their buyer: they end, their seats go back on sale, and what the policy gives back
 * is refunded. Refused with the new figures if that is not what the buyer saw, since the share falls with
 * time. A repeated call returns the first result.
 */
export function cancelTicketsOp(
  orderId: string,
  { ticketIds, refundMinor, reason, clerk }: CancelParams,
): LaneOp<CancelledTickets, CancelCode> {
  return {
    needs: { sessionIds: [], orderIds: [orderId] },
    decide(book) {
      const order = book.orders.of(orderId)
      if (!order) return ORDER_NOT_FOUND
      const widen = widenForOrder(book, order)
      if (widen) return widen
      const madeBy = clerk ? 'organizer' : 'buyer'
      const before = madeBefore(order, ticketIds, madeBy)
      if (before) return granted(view(order, before))
      const charges = chargesOf(book, order)
      const planned = planCancellation(book.offers, order, charges, ticketIds, madeBy)
      if (!planned.ok) return planned
      const { tickets, quote } = planned.value
      const { refund } = quote
      if (refundMinor !== refund.amountMinor) return otherRefund(order, quote)
      const endingIds = tickets.map(({ id }) => id)
      const refunds = refundCharges(book, order, charges, {
        kind: 'tickets',
        ...refund,
        withFees: order.policy.cancel.withFees,
        ticketIds: endingIds,
        reason,
        key: keyOf(endingIds),
      })
      const change = enterRefund(book, order, {
        ticketIds: endingIds,
        refunds,
        amountMinor: refund.amountMinor,
        reason,
        madeBy,
      })
      followTickets(book, order)
      queueChangeMail(book, order, change)
      if (clerk) {
        reportChange(book, order, clerk, {
          kind: 'cancellation',
          tickets: endingIds.length,
          refundMinor: refund.amountMinor,
          reason,
        })
      }
      return granted(view(order, change))
    },
  }
}

/** The cancellation that a repeated call means: of exactly these tickets, by the same side. */
function madeBefore(
  order: LaneOrder,
  ticketIds: readonly string[] | null,
  madeBy: LaneChange['madeBy'],
): LaneChange | undefined {
  const done = doneChanges(order)
  const isTheirs = (change: LaneChange) =>
    change.kind === 'cancellation' && change.madeBy === madeBy
  if (ticketIds) {
    return done.find((change) => isTheirs(change) && sorted(endedBy(change)) === sorted(ticketIds))
  }
  const hasTickets = validTickets(order).length > 0
  const last = hasTickets ? undefined : done.at(-1)
  return last && isTheirs(last) ? last : undefined
}

const endedBy = ({ tickets }: LaneChange) => tickets.map(({ before }) => before.ticketId)
const sorted = (ids: readonly string[]) => [...ids].sort().join()

/** A ticket ends once, so the first one names the decision. */
const keyOf = (ticketIds: readonly string[]) => `cancellation:${[...ticketIds].sort()[0]}`

const view = ({ quote }: LaneOrder, change: LaneChange): CancelledTickets => ({
  changeId: change.id,
  currency: quote.currency,
  ticketIds: endedBy(change),
  refundMinor: change.refundMinor,
  keptMinor: Math.max(0, change.keptMinor),
  refundIds: change.refundIds,
})

function otherRefund(
  { quote: { currency } }: LaneOrder,
  { refund, keptMinor }: { refund: { amountMinor: number }; keptMinor: number },
) {
  const amount = formatAmount(refund.amountMinor, currency)
  return refused(
    'amount_mismatch',
    `The refund is ${amount} now. Nothing was cancelled; please look at the new figures.`,
    {
      expectedAmount: toMajor(refund.amountMinor, currency),
      refundMinor: refund.amountMinor,
      keptMinor,
      currency,
    },
  )
}
