import { removeHoldRecord } from '../../data/stored/cart-hold-record.ts'
import { removeMark } from './payment/payment-mark.ts'

/** Drops all that this browser kept of a cart, once there is an order to show instead. */
export function forgetCart(cartId: string): void {
  removeHoldRecord(cartId)
  removeMark(cartId)
}
