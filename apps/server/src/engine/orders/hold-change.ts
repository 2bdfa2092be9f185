import { type ErrorCode, granted, type Refused, refused } from '@foyer/contract'
import {
  type ChangedBy,
  type ChangedTicket,
  holdEndsAt,
  type PaymentMode,
  type Quote,
  quoteOfCharge,
  type RateWindow,
} from '@foyer/domain'
import { newId } from '../../adapters/ids.ts'
import type { LaneHold } from '../holds/hold-types.ts'
import { shortfallOf } from '../holds/shortfall.ts'
import type { Book } from '../lanes/aggregates.ts'
import type { LaneOp } from '../lanes/operation.ts'
import type { LanePayment, PaymentAccount } from '../payments/payment-types.ts'
import type { PaymentInProgress } from '../payments/record-payment.ts'
import { ORDER_NOT_FOUND } from '../refusals.ts'
import { changedTooOften, needsOfChange, widenForOrder } from './change-order.ts'
import { CANNOT_UPGRADE } from './change-refusals.ts'
import { endOpenChange, linesOf, seatsOf } from './exchange-tickets.ts'
import { changeKeyOf } from './offered-change.ts'
import type { LaneChange, LaneOrder } from './order-types.ts'
import { creditOf, openChangeOf } from './order-value.ts'
import { type ChangeRequest, changedTicketsOf, type PlanCode, planChange } from './plan-change.ts'
import { isAboveMaximum } from './upgrade-maximum.ts'

/** Why nothing is held for a change. */
export type HoldChangeCode =
  | PlanCode
  | 'change_limit_reached'
  | 'nothing_to_pay'
  | 'payments_not_ready'
  | 'sold_out'

/** A change that is held, with the payment for which the provider is asked for an intent. */
export interface HeldChange extends PaymentInProgress {
  changeId: string
  /** The end of the hold that the buyer sees. */
  expiresAt: Date
  /** The intent of the change that this one replaced; it must not be paid any more. */
  replaced: { intentId: string; accountId: string | null } | null
}

const NOTHING_TO_PAY = refused('nothing_to_pay', 'Nothing has to be paid for this change.')

/**
 * Holds what a change of an order is to get, and records the payment of its difference, before the
 * provider hears of it. The old tickets stay valid until the payment is captured. The hold belongs to the
 * order and not to a browser: everybody who may open the order gets the same change and the same payment
 * for the same request. An order has one change that waits for its payment; a different request takes its
 * place.
 */
export function holdChangeOp<C extends ErrorCode>(
  orderId: string,
  request: ChangeRequest,
  params: {
    windows: readonly RateWindow[]
    reason: string | null
    mode: PaymentMode
    madeBy: ChangedBy
    isShopStopped: boolean
    /** Names the open change, if its link asks to hold it again. */
    offerKey?: string | undefined
    /** Why this quote can't be charged; nothing is held then. */
    problemWith(quote: Quote): Refused<C> | null
  },
): LaneOp<HeldChange, HoldChangeCode | C> {
  const isBuyer = params.madeBy === 'buyer'
  return {
    needs: { ...needsOfChange(orderId, request), payees: [orderId] },
    decide(book) {
      const order = book.orders.of(orderId)
      if (!order) return ORDER_NOT_FOUND
      const open = openChangeOf(order)
      const widen = widenForOrder(book, order)
      if (widen) return widen
      // Withdrawn, paid, replaced by another change, or offered before a bank took a charge back.
      if (params.offerKey && !(open && isOffer(open, params.offerKey))) return NOTHING_TO_PAY
      const planned = planChange(book.offers, order, request, {
        by: params.madeBy,
        isShopStopped: params.isShopStopped,
      })
      if (!planned.ok) return planned
      if (isBuyer && isAboveMaximum(book.offers, order, planned.value)) return CANNOT_UPGRADE
      const { quote, kind } = planned.value
      if (quote.due.amountMinor === 0) return NOTHING_TO_PAY
      const problem = params.problemWith(quoteOfCharge(quote))
      if (problem) return problem
      const tickets = changedTicketsOf(planned.value, newId)
      const known =
        open &&
        !isTakenOver(open, params.madeBy) &&
        sameChange(book, open, tickets, quote.due.amountMinor)
      if (known) return granted(known)
      const payee = book.payments.payee(params.mode)
      if (!payee.ok) return payee
      const tooOften = isBuyer ? changedTooOften(order, params.windows) : null
      if (tooOften) return tooOften
      const held = open ? book.holds.liveOf(open.id) : []
      const { entering, leaving } = linesOf(tickets)
      const shortfall = shortfallOf(book, entering, [...leaving, ...held])
      if (shortfall) return shortfall
      const former = open && paymentOf(book, open)
      const replaced = former?.intentId
        ? { intentId: former.intentId, accountId: former.account?.id ?? null }
        : null
      // An upgrade in a full session takes no more places of it than it gives back: nothing is held for it,
      // and the capture finds out whether its new type is still there. One that takes more places is held
      // or refused, since others could buy them until it is paid.
      const unheld = shortfallOf(book, entering, held)
      if (unheld && book.stock.takesMore(entering, leaving)) return unheld
      const lines = unheld ? [] : seatsOf(tickets)
      if (open) endOpenChange(book, order, open)
      const change: LaneChange = {
        id: newId(),
        orderId,
        kind,
        state: 'open',
        sequence: null,
        receipt: quote.after,
        tickets,
        refundIds: [],
        dueMinor: quote.due.amountMinor,
        refundMinor: 0,
        creditMinor: quote.creditMinor - creditOf(order),
        keptMinor: 0,
        changeFeeMinor: quote.changeFeeMinor,
        reason: params.reason,
        madeBy: params.madeBy,
        ageSeconds: null,
        paymentId: newId(),
      }
      book.orders.writeChange(order, change)
      const holds = book.holds.grant({ ...order.cart, id: change.id }, lines, null, null)
      book.holds.grantGrace(holds)
      const payment = recordPayment(book, order, change, quoteOfCharge(quote), holds, payee.value)
      return granted({ ...heldChange(change, payment, holds, book.now), replaced })
    },
  }
}

/** The payment of a change that may still be captured. */
function paymentOf(book: Book, { paymentId }: LaneChange): LanePayment | undefined {
  const payment = paymentId ? book.payments.of(paymentId) : undefined
  return payment?.state === 'created' || payment?.state === 'open' ? payment : undefined
}

/** Whether an open change is the one that the team offered under this key, and may still be paid. */
const isOffer = (open: LaneChange, offerKey: string): boolean =>
  open.madeBy === 'organizer' && !open.isDisputedSince && changeKeyOf(open) === offerKey

/**
 * Whether the team offers anew what is open: its buyer began it, or a bank has taken a charge back since it
 * was offered. A buyer who asks for what the team has offered pays the offer.
 */
const isTakenOver = (open: LaneChange, madeBy: ChangedBy): boolean =>
  madeBy === 'organizer' && (open.madeBy === 'buyer' || open.isDisputedSince === true)

/** The open change as it is held, if the same is asked for again: from another tab or phone, or a retry. */
function sameChange(
  book: Book,
  open: LaneChange,
  tickets: readonly ChangedTicket[],
  dueMinor: number,
): HeldChange | null {
  const payment = paymentOf(book, open)
  const holds = book.holds.liveOf(open.id)
  if (!payment || holds.length < payment.holdIds.length) return null
  const wanted = (changed: readonly ChangedTicket[]) =>
    changed.map(({ before, after }) => [before.ticketId, after?.sessionId, after?.ticketTypeId])
  const isSame = JSON.stringify(wanted(open.tickets)) === JSON.stringify(wanted(tickets))
  if (!isSame || open.dueMinor !== dueMinor) return null
  return { ...heldChange(open, payment, holds, book.now), replaced: null }
}

function recordPayment(
  book: Book,
  order: LaneOrder,
  change: LaneChange,
  quote: Quote,
  holds: readonly LaneHold[],
  account: PaymentAccount | null,
): LanePayment {
  const payment: LanePayment = {
    id: change.paymentId ?? newId(),
    cartId: change.id,
    changeOfOrderId: order.id,
    account,
    eventId: order.eventId,
    amountMinor: quote.totalMinor,
    currency: quote.currency,
    holdIds: holds.map(({ id }) => id),
    quote,
    intentId: null,
    intentAttempts: 0,
    state: 'created',
    orderId: null,
    customer: null,
    capturedMinor: null,
    refunds: [],
  }
  book.payments.record(payment)
  return payment
}

const heldChange = (
  change: LaneChange,
  payment: LanePayment,
  holds: readonly LaneHold[],
  now: Date,
): Omit<HeldChange, 'replaced'> => ({
  id: payment.id,
  account: payment.account,
  intentId: payment.intentId,
  intentAttempts: payment.intentAttempts,
  isOutdated: false,
  cartNumber: '',
  eventId: payment.eventId,
  sessionIds: change.tickets.flatMap(({ after }) => after?.sessionId ?? []),
  quote: payment.quote,
  changeId: change.id,
  expiresAt: holds[0]?.expiresAt ?? holdEndsAt(now),
})
