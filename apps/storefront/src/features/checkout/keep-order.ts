import { ApiError, type Client, checkout } from '@foyer/contract'
import { notify } from '@foyer/ui'
import { saveCompletedOrder } from '../../data/stored/completed-order-record.ts'
import { orderTexts } from '../../shared/purchase-text.ts'
import { asCalls } from './details/details.ts'
import { forgetCart } from './payment/pending-payment.ts'
import type { Purchase } from './payment/place-order.ts'

/** The order exists: what is only kept of it may not keep its buyer waiting for longer. */
const PATIENCE_MILLISECONDS = 4000

/**
 * What follows an order: the purchase is completed, the order with its tickets is kept in this
 * browser, and the hold's record goes. Nothing here can undo the order, so no failure stops it.
 * The confirmation mail is not asked for: the server queues it in the transaction of the order,
 * and asking again would send it twice.
 */
export async function keepOrder(call: Client, orderId: string, purchase: Purchase): Promise<void> {
  const { cart, details } = purchase
  const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS)
  const body = { cartId: cart.cartId, orderId }
  const [purchaseResult, orderData] = await Promise.all([
    call(checkout.completePurchase, { body, signal }).catch(tellFailure),
    call(checkout.getOrder, { params: { orderId }, query: {}, signal }).catch(() => null),
  ])
  const { contact, billingAddress } = asCalls(details)
  if (orderData) {
    saveCompletedOrder({
      orderId,
      cartId: cart.cartId,
      customerInfo: contact,
      billingAddress,
      cartData: cart,
      orderResult: orderData.order,
      purchaseResult,
      completedAt: new Date().toISOString(),
      orderData,
    })
  }
  forgetCart(cart.cartId)
}

function tellFailure(error: unknown): null {
  // No answer says nothing: the order stands, and its page asks again.
  if (error instanceof ApiError) {
    const description = `${error.message} Your order is made and your tickets are yours.`
    notify({ tone: 'danger', title: orderTexts.purchaseFailedTitle, description })
  }
  return null
}
