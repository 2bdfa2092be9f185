import { ApiError, type Client, orders } from '@foyer/contract'
import { orderNumberOf, toMajor } from '@foyer/domain'
import { notify } from '@foyer/ui'
import {
  type CompletedOrderRecord,
  saveCompletedOrder,
} from '../../data/stored/completed-order-record.ts'
import { orderTexts } from '../../shared/purchase-text.ts'
import { asCalls } from './details/details.ts'
import type { Purchase } from './payment/create-order.ts'
import { forgetCart } from './payment/pending-payment.ts'

/** The order exists, so its buyer does not wait longer than this for what is only stored of it. */
const PATIENCE_MILLISECONDS = 4000

/**
 * What follows an order: the order is stored in this browser, the purchase is completed, the stored
 * order gets its tickets, and the hold's record goes. The order is stored before any call, from what
 * this browser bought, so that it opens here even if the tab is closed or no call is answered.
 * Nothing here can undo the order, so no failure stops it.
 * The confirmation mail is not asked for: the server queues it in the transaction of the order,
 * and asking again would send it twice.
 */
export async function storeOrder(call: Client, orderId: string, purchase: Purchase): Promise<void> {
  const { cart } = purchase
  const record = recordOf(orderId, purchase)
  saveCompletedOrder(record)
  const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS)
  const body = { cartId: cart.cartId, orderId }
  const [purchaseResult, orderData] = await Promise.all([
    call(orders.completePurchase, { body, signal }).catch(reportFailure),
    call(orders.getOrder, { params: { orderId }, query: {}, signal }).catch(() => null),
  ])
  saveCompletedOrder({
    ...record,
    purchaseResult,
    ...(orderData ? { orderResult: orderData.order, orderData } : {}),
  })
  forgetCart(cart.cartId)
}

/** The order as this browser knows it, from its own purchase, until the server answers with the tickets. */
function recordOf(orderId: string, { cart, details }: Purchase): CompletedOrderRecord {
  const { contact, billingAddress = null } = asCalls(details)
  const { quote, cartId, eventId, sessionId, selectedDate } = cart
  const { currency, ticketCount } = quote
  const completedAt = new Date().toISOString()
  const feeAmount = toMajor(quote.feeMinor, currency)
  return {
    orderId,
    cartId,
    customerInfo: contact,
    billingAddress,
    cartData: cart,
    orderResult: {
      id: orderId,
      orderNumber: orderNumberOf(orderId),
      cartId,
      status: 'PAID',
      ...contact,
      billingAddress,
      eventId,
      sessionId,
      selectedDate,
      totalAmount: toMajor(quote.totalMinor, currency),
      subtotal: toMajor(quote.subtotalMinor, currency),
      feeAmount,
      fee_amount: feeAmount,
      currency,
      ticketCount,
      promoCode: quote.coupon?.code ?? null,
      paymentId: null,
      quote,
      createdAt: completedAt,
    },
    purchaseResult: null,
    completedAt,
    orderData: null,
  }
}

function reportFailure(error: unknown): null {
  // Without an answer there is nothing to report: the order exists, and its page asks again.
  if (error instanceof ApiError) {
    const description = `${error.message} Your order is made and your tickets are yours.`
    notify({ tone: 'danger', title: orderTexts.purchaseFailedTitle, description })
  }
  return null
}
