import { type CartView, type Client, carts, type PaymentStatus, payments } from '@foyer/contract'
import { secondsUntil } from '@foyer/domain'
import { allHoldRecords } from '../../../data/stored/cart-hold-record.ts'
import { clockOffset } from '../hold/cart-hold.ts'
import { cartsBeingPaid, readPendingPayment } from '../payment/pending-payment.ts'

/** A purchase of this browser that waits for its buyer, as the server confirmed it. */
export type Unfinished =
  | { kind: 'held'; cartId: string; expiresAt: string; clockOffset: number }
  | { kind: 'payment'; cartId: string; state: ShownState }

/** The states of a payment that are shown to its buyer. A refund that has arrived is not shown. */
type ShownState = Exclude<PaymentStatus['state'], 'failed' | 'refunded'>

/** How many records the server is asked about; more are left over from earlier purchases. */
const MOST_ASKED = 3

interface FindUnfinished {
  call: Client
  /** The page that is shown. */
  path: string
}

/**
 * Finds what this browser has stored of a purchase and asks the server about it; null if there is
 * none, or if the server does not confirm it. A payment comes before a hold, and the hold that ends
 * first before the others.
 */
export async function findUnfinished(
  { call, path }: FindUnfinished,
  now = Date.now,
): Promise<Unfinished | null> {
  for (const cartId of cartsBeingPaid().slice(0, MOST_ASKED)) {
    const state = await paymentState(call, cartId)
    if (state) return { kind: 'payment', cartId, state }
  }
  const stored = allHoldRecords()
    // The calendar of its own event is about to release the cart.
    .filter(({ eventId }) => !path.endsWith(`/${eventId}`))
    .filter(({ cart, savedAt }) => isHeld(cart, clockOffset(cart.serverTime, savedAt), now()))
    .sort((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt))
  for (const { cartId } of stored.slice(0, MOST_ASKED)) {
    // Called past the cache, because a new answer in the cache would reset the checkout's screen.
    const cart = await call(carts.getCart, { params: { cartId } }).catch(() => null)
    if (!cart || cart.orderId) continue
    const offset = clockOffset(cart.serverTime, now())
    if (!isHeld(cart, offset, now())) continue
    return { kind: 'held', cartId, expiresAt: cart.expiresAt, clockOffset: offset }
  }
  return null
}

const isHeld = ({ expiresAt }: CartView, offset: number, now: number): boolean =>
  secondsUntil(expiresAt, now + offset) > 0

async function paymentState(call: Client, cartId: string): Promise<ShownState | null> {
  const intent = readPendingPayment(cartId)?.intent
  if (!intent) return null
  try {
    const { state } = await call(payments.getPayment, { params: { paymentIntentId: intent.id } })
    return state === 'failed' || state === 'refunded' ? null : state
  } catch {
    return null
  }
}
