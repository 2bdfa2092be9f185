import { type Client, checkout } from '@foyer/contract'
import { notify } from '@foyer/ui'
import { removeHoldRecord } from '../../shared/cart-hold-record.ts'
import { saveCompletedOrder } from '../../shared/completed-order-record.ts'
import { asCalls } from './details/details.ts'
import { removeDetails } from './details/saved-details.ts'
import type { Purchase } from './payment/order-body.ts'
import { removeMark } from './payment/payment-mark.ts'

/**
 * What follows an order: the purchase is completed, the order with its tickets is kept in this
 * browser, and the hold's record goes. Nothing here can undo the order, so no failure stops it.
 * The confirmation mail is not asked for: the server queues it in the transaction of the order,
 * and asking again would send it twice.
 */
export async function keepOrder(call: Client, orderId: string, purchase: Purchase): Promise<void> {
  const { cart, details } = purchase
  const [purchaseResult, orderData] = await Promise.all([
    call(checkout.completePurchase, { body: { cartId: cart.cartId, orderId } }).catch(tellFailure),
    call(checkout.getOrder, { params: { orderId }, query: {} }).catch(() => null),
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

/** Drops all that this browser kept of a cart, once there is an order to show instead. */
export function forgetCart(cartId: string): void {
  removeHoldRecord(cartId)
  removeDetails(cartId)
  removeMark(cartId)
}

function tellFailure(error: unknown): null {
  const description = error instanceof Error ? error.message : String(error)
  void notify({ tone: 'danger', title: 'Purchase Failed', description })
  return null
}
