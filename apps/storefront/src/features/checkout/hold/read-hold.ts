import { ApiError, type CartView } from '@foyer/contract'
import { secondsUntil } from '@foyer/domain'
import type { Stored } from '../../../data/stored/browser-storage.ts'
import type { CartHoldRecord } from '../../../data/stored/cart-hold-record.ts'
import { clockOffset } from './countdown.ts'

/** What is known about a cart's hold. The server decides; the browser's record only fills gaps. */
export type CartHold =
  | { kind: 'loading' }
  /** No answer from the server, and nothing to show meanwhile. */
  | { kind: 'unreachable' }
  | { kind: 'missing'; isRecordBroken: boolean }
  /** `last` is what was held, where anybody remembers: it can be held again. */
  | { kind: 'expired'; last: CartView | null }
  | { kind: 'ordered'; orderId: string; cart: CartView }
  /** `isConfirmed` is false while only the record says so: shown, but nothing is paid on it. */
  | { kind: 'held'; cart: CartView; clockOffset: number; isConfirmed: boolean }

export type Held = Extract<CartHold, { kind: 'held' }>

export interface CartAnswer {
  cart: CartView | undefined
  /** Device time at which `cart` came, milliseconds. */
  receivedAt: number
  error: unknown
}

/** Reads the server's answer beside the browser's record; `now` is device time in milliseconds. */
export function readHold(
  { cart, receivedAt, error }: CartAnswer,
  record: Stored<CartHoldRecord>,
  now: number,
): CartHold {
  const recorded = record.kind === 'found' ? record.value : null
  const code = error instanceof ApiError ? error.code : null
  if (code === 'hold_expired') return { kind: 'expired', last: cart ?? recorded?.cart ?? null }
  if (code === 'cart_not_found' || code === 'validation_failed') {
    // The server forgets carts in time; who held it can still hold it again.
    if (recorded) return { kind: 'expired', last: recorded.cart }
    return { kind: 'missing', isRecordBroken: record.kind === 'invalid' }
  }
  if (cart?.orderId) return { kind: 'ordered', orderId: cart.orderId, cart }
  if (cart) {
    const offset = clockOffset(cart.serverTime, receivedAt)
    return { kind: 'held', cart, clockOffset: offset, isConfirmed: true }
  }
  if (error) return { kind: 'unreachable' }
  return (recorded && meanwhile(recorded, now)) ?? { kind: 'loading' }
}

function meanwhile({ cart, savedAt }: CartHoldRecord, now: number): CartHold | null {
  const offset = clockOffset(cart.serverTime, savedAt)
  if (secondsUntil(cart.expiresAt, now + offset) === 0) return null
  return { kind: 'held', cart, clockOffset: offset, isConfirmed: false }
}
