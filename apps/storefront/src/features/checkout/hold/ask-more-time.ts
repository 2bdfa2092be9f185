import { ApiError, type CartView, type Client, cart as cartCalls } from '@foyer/contract'

export type MoreTimeOutcome =
  | { kind: 'added'; cart: CartView }
  /** The cart is not what this page believes: used up elsewhere, ended, or bought. */
  | { kind: 'stale' }
  /** Nobody knows whether it was added: the same key asks again without adding twice. */
  | { kind: 'unanswered' }

/** Asks for a hold to last longer; how much longer is the server's to say. */
export async function askMoreTime(
  call: Client,
  cartId: string,
  idempotencyKey: string,
): Promise<MoreTimeOutcome> {
  try {
    const cart = await call(cartCalls.addMoreTime, { params: { cartId }, idempotencyKey })
    return { kind: 'added', cart }
  } catch (error) {
    const isDecided = error instanceof ApiError && error.status < 500 && error.status !== 429
    return { kind: isDecided ? 'stale' : 'unanswered' }
  }
}
