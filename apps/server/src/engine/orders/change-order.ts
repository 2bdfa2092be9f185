import { type ErrorCode, granted, type Result, refused } from '@foyer/contract'
import { type RateWindow, refundWithin, secondsUntilRoom, waitText } from '@foyer/domain'
import { newId } from '../../adapters/ids.ts'
import { shortfallOf } from '../holds/shortfall.ts'
import type { Book, LaneNeeds } from '../lanes/aggregates.ts'
import type { LaneOp } from '../lanes/operation.ts'
import { type Widen, widenNeeds } from '../lanes/widen.ts'
import { refundCharges } from '../money/refund-charges.ts'
import type { LanePayment } from '../payments/payment-types.ts'
import { ORDER_NOT_FOUND } from '../refusals.ts'
import { queueChangeMail } from './change-mail.ts'
import { CANNOT_UPGRADE } from './change-refusals.ts'
import {
  endOpenChange,
  enterChange,
  exchangeTickets,
  followTickets,
  linesOf,
} from './exchange-tickets.ts'
import { type Clerk, reportChange } from './on-behalf.ts'
import type { LaneChange, LaneOrder } from './order-types.ts'
import { creditOf, doneChanges, leftOf, openChangeOf } from './order-value.ts'
import {
  type ChangeRequest,
  changedTicketsOf,
  type PlanCode,
  type PlannedChange,
  planChange,
} from './plan-change.ts'
import { isAboveMaximum } from './upgrade-maximum.ts'

/** Why an order stays as it is. */
export type ChangeCode = PlanCode | 'change_limit_reached' | 'payment_required' | 'sold_out'

export interface ChangedOrder {
  orderId: string
  /** Null if every ticket was where it was asked to be: a repeated call. */
  changeId: string | null
  refundMinor: number
}

/**
 * The sessions of an order's tickets and its charges, as they were read without a lock. An operation that
 * begins with them locks all it needs at once; what they lack it finds by widening.
 */
export interface SeenOfOrder {
  sessionIds?: readonly string[]
  paymentIds?: readonly string[]
}

/** What a change of an order has to see. */
export const needsOfChange = (orderId: string, request: ChangeRequest): LaneNeeds => ({
  sessionIds: request.kind === 'reschedule' ? [request.toSessionId] : [],
  orderIds: [orderId],
})

/**
 * Locks what a change of an order moves: the stock of its tickets, its charges, and what its open change
 * holds. Null once all of it is locked.
 */
export function widenForOrder(book: Book, order: LaneOrder): Widen | null {
  const open = openChangeOf(order)
  const holds = [...book.holds.soldIn(order), ...(open ? book.holds.liveOf(open.id) : [])]
  const widen = book.holds.widenFor(holds)
  const paymentIds = [...order.chargeIds, ...(open?.paymentId ? [open.paymentId] : [])].filter(
    (id) => !book.payments.of(id),
  )
  if (!widen && paymentIds.length === 0) return null
  return { widenTo: [], ...widen, paymentIds, cartIds: open ? [open.id] : [] }
}

/** The charges of an order, newest first. */
export const chargesOf = (book: Book, order: LaneOrder): LanePayment[] =>
  order.chargeIds.flatMap((id) => book.payments.of(id) ?? [])

/**
 * Changes an order at once if nothing has to be paid: all its tickets or some of them, to another
 * session or another type. If the order becomes cheaper, the difference is refunded or stays with
 * the order, as its policy says. `windows` limit how often one order may be changed, because each
 * change sends a mail and makes printed tickets invalid.
 */
export function changeOrderOp<C extends ErrorCode = never>(
  orderId: string,
  request: ChangeRequest,
  {
    windows,
    reason,
    isShopStopped = false,
    seen = {},
    clerk,
  }: {
    windows: readonly RateWindow[]
    reason: string | null
    isShopStopped?: boolean
    seen?: SeenOfOrder
    /** Absent if the buyer asks for the change. */
    clerk?: Clerk<C> | undefined
  },
): LaneOp<ChangedOrder, ChangeCode | C> {
  const { sessionIds = [], paymentIds = [] } = seen
  return {
    needs: widenNeeds(needsOfChange(orderId, request), { widenTo: sessionIds, paymentIds }),
    decide(book) {
      const order = book.orders.of(orderId)
      if (!order) return ORDER_NOT_FOUND
      const widen = widenForOrder(book, order)
      if (widen) return widen
      const madeBy = clerk ? 'organizer' : 'buyer'
      const planned = planChange(book.offers, order, request, { by: madeBy, isShopStopped })
      if (!planned.ok) return planned
      if (planned.value.tickets.length === 0) {
        return granted({ orderId, changeId: null, refundMinor: 0 })
      }
      if (!clerk && isAboveMaximum(book.offers, order, planned.value)) return CANNOT_UPGRADE
      const tooOften = clerk ? null : changedTooOften(order, windows)
      if (tooOften) return tooOften
      const { due } = planned.value.quote
      if (due.amountMinor > 0) return paymentRequired(due.amountMinor)
      const { refund } = refundWithin(planned.value.quote, leftOf(chargesOf(book, order)))
      const problem = clerk?.problemWith(refund)
      if (problem) return problem
      const made = makeChange(book, order, planned.value, {
        creditBeforeMinor: creditOf(order),
        reason,
        madeBy,
      })
      if (clerk && 'ok' in made && made.ok) {
        reportChange(book, order, clerk, {
          kind: request.kind,
          tickets: planned.value.tickets.length,
          refundMinor: refund.amountMinor,
          reason,
        })
      }
      return made
    },
  }
}

/**
 * Makes a planned change for which nothing has to be paid: exchanges the tickets, refunds the difference,
 * and enters the change into the history. It takes the place of the open change of the order. Refused if
 * the seats are gone. At least one ticket changes.
 */
export function makeChange(
  book: Book,
  order: LaneOrder,
  planned: PlannedChange,
  params: Pick<LaneChange, 'madeBy' | 'reason'> & {
    /** The credit of the order that its quote began with. */
    creditBeforeMinor: number
  },
): Result<ChangedOrder, 'sold_out'> | Widen {
  const charges = chargesOf(book, order)
  const quote = refundWithin(planned.quote, leftOf(charges))
  const tickets = changedTicketsOf(planned, newId)
  const { entering, leaving } = linesOf(tickets)
  const open = openChangeOf(order)
  const held = open ? book.holds.liveOf(open.id) : []
  const shortfall = shortfallOf(book, entering, [...leaving, ...held])
  if (shortfall) return shortfall
  if (open) endOpenChange(book, order, open)
  exchangeTickets(book, order, tickets)
  const { madeBy, reason, creditBeforeMinor } = params
  const refunds = refundCharges(book, order, charges, {
    kind: 'difference',
    ...quote.refund,
    withFees: true,
    ticketIds: [],
    reason,
    key: `change:${tickets[0]?.after?.ticketId}`,
  })
  const change = enterChange(book, order, {
    kind: planned.kind,
    tickets,
    receipt: quote.after,
    refundIds: refunds.map(({ id }) => id),
    refundMinor: quote.refund.amountMinor,
    creditMinor: quote.creditMinor - creditBeforeMinor,
    changeFeeMinor: quote.changeFeeMinor,
    reason,
    madeBy,
  })
  followTickets(book, order)
  queueChangeMail(book, order, change)
  return granted({
    orderId: order.id,
    changeId: change.id,
    refundMinor: quote.refund.amountMinor,
  })
}

const paymentRequired = (differenceMinor: number) =>
  refused('payment_required', 'This change costs more. Please pay the difference to make it.', {
    differenceMinor,
  })

/** Refuses a buyer who changes an order again and again; null if there is room for one more. */
export function changedTooOften(order: LaneOrder, windows: readonly RateWindow[]) {
  const ages = doneChanges(order)
    .filter(({ madeBy }) => madeBy === 'buyer')
    .flatMap(({ ageSeconds }) => ageSeconds ?? [])
    .sort((a, b) => a - b)
  const waitSeconds = secondsUntilRoom(ages, windows)
  if (waitSeconds === 0) return null
  const code = 'change_limit_reached'
  if (waitSeconds === Number.POSITIVE_INFINITY) {
    return refused(
      code,
      `This order was changed ${ages.length} times and cannot be changed again. Please ask the organizer.`,
    )
  }
  return refused(
    code,
    `This order was changed several times within a day. It can be changed again in ${waitText(waitSeconds)}.`,
    { retryAfterSeconds: Math.ceil(waitSeconds) },
  )
}
