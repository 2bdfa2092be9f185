import { ApiError, type OrderView } from '@foyer/contract'
import { DEFAULT_POLICY } from '@foyer/domain'
import type { Stored } from '../stored/browser-storage.ts'
import type { CompletedOrderRecord } from '../stored/completed-order-record.ts'

/**
 * What is known about an order. If the server cannot be reached, the copy in this browser is shown.
 */
export type ShownOrder =
  | { kind: 'loading' }
  | { kind: 'missing' }
  /** The link was valid once and has expired. */
  | { kind: 'ended' }
  | { kind: 'failed' }
  /** `isSaved`: shown from this browser, since the server did not answer. */
  | { kind: 'found'; order: OrderView; isSaved: boolean }

export function readOrder(
  answer: { order: OrderView | undefined; error: unknown },
  record: Stored<CompletedOrderRecord>,
): ShownOrder {
  const { order, error } = answer
  if (order && !error) return { kind: 'found', order, isSaved: false }
  const saved = record.kind === 'found' ? savedOrderOf(record.value) : null
  if (isUnknown(error)) return { kind: 'missing' }
  if (isEnded(error)) return { kind: 'ended' }
  if (error) {
    const known = order ?? saved
    return known ? { kind: 'found', order: known, isSaved: true } : { kind: 'failed' }
  }
  return saved ? { kind: 'found', order: saved, isSaved: false } : { kind: 'loading' }
}

/** The server knows no such order, or none that this caller may see: it answers both the same. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

const isEnded = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'order_link_ended'

/** The balance of an order that was just paid. */
const balanceOfPaid = (paidMinor: number): OrderView['balance'] => ({
  paidMinor,
  refundedMinor: 0,
  leftMinor: paidMinor,
  changeFeesMinor: 0,
  keptMinor: 0,
  creditMinor: 0,
})

/** The order as this browser stored it; without tickets if they were never loaded. */
function savedOrderOf({
  orderData,
  orderResult,
  cartData,
}: CompletedOrderRecord): OrderView | null {
  if (orderData) return orderData
  if (!cartData) return null
  return {
    order: orderResult,
    session: {
      id: cartData.sessionId,
      eventId: cartData.eventId,
      startTime: cartData.sessionStartsAt,
      endTime: cartData.sessionStartsAt,
      displayName: cartData.sessionName,
      title: cartData.sessionName,
      status: 'active',
      // A cart does not know it, and no screen of an order shows it.
      capacityType: 'unlimited',
      capacityValue: null,
    },
    event: {
      id: cartData.eventId,
      name: cartData.eventName,
      imageUrl: cartData.imageUrl,
      isTimedEntry: cartData.isTimedEntry,
      venueName: cartData.venueName,
      venueAddress: '',
      location: cartData.venueLocation,
      timeZone: cartData.timeZone,
      // A cart does not have what follows of the event; it comes with the server's answer.
      doorsMinutes: null,
      importantInformation: [],
      isTransferable: false,
    },
    tickets: [],
    replacedTickets: [],
    // Nothing is offered to be changed as long as the tickets are not known.
    changePolicy: DEFAULT_POLICY,
    balance: balanceOfPaid(orderResult.quote.totalMinor),
    refunds: [],
    // It was just bought: pages show a history only once there is more than the purchase.
    changes: [],
    waivers: null,
    isToAnswer: false,
    hasOtherSession: false,
    mail: null,
  }
}

/** The record of an order that another browser bought, so that its tickets also open offline. */
export const recordOf = (view: OrderView): CompletedOrderRecord => {
  const { order } = view
  const { email, firstName, lastName, phone } = order
  return {
    orderId: order.id,
    cartId: order.cartId,
    // A masked address opens no order.
    customerInfo: phone === null ? null : { email, firstName, lastName, phone },
    billingAddress: order.billingAddress,
    cartData: null,
    orderResult: order,
    purchaseResult: null,
    completedAt: order.createdAt,
    orderData: view,
  }
}
