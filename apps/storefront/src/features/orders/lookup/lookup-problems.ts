import { ApiError } from '@foyer/contract'

/** What went wrong, what is kept, and what the buyer can do about it. */
export interface LookupProblem {
  title: string
  text: string
  /** What is kept, and what to do next. */
  next: string
  /** What the button of the message does; null: the form below is the way on. */
  action: 'retry' | 'sendCode' | null
}

const KEPT = 'What you typed is kept.'
const FAILED = 'Failed to Find Orders'

/** No orders, with the way on that is left: `byCode` if the address was proven already. */
export const noOrders = (byCode: boolean): LookupProblem => ({
  title: 'No Orders Found',
  text: "We couldn't find any orders with that email address.",
  next: byCode
    ? 'Your orders may have been bought with another address.'
    : `${KEPT} If you are not sure of the phone or ZIP code, we can send a code to the address instead.`,
  action: byCode ? null : 'sendCode',
})

/**
 * What a failed call means to the buyer; `isOpening`: a link or a reload made it, and nothing was typed.
 * A wrong code is a message of its field: see `wrongCode`.
 */
export function problemOf(error: unknown, isOpening = false): LookupProblem {
  const kept = isOpening ? 'This page keeps what opened it.' : KEPT
  if (!(error instanceof ApiError)) {
    return {
      title: FAILED,
      text: 'Please check your information and try again.',
      next: `We could not reach our server. ${kept}`,
      action: 'retry',
    }
  }
  if (error.status >= 500) {
    return {
      title: FAILED,
      text: error.httpText,
      next: `This is our fault. ${kept} Please try again in a moment.`,
      action: 'retry',
    }
  }
  return {
    title: 'Lookup Failed',
    text: error.text ?? 'Unable to find orders.',
    next: error.code === 'lookup_code_ended' ? 'Your address is kept.' : kept,
    action: error.code === 'lookup_code_ended' ? 'sendCode' : null,
  }
}

/** The message for the field of the code; null if something else went wrong. */
export const wrongCode = (error: unknown): string | null =>
  error instanceof ApiError && error.code === 'lookup_code_invalid' ? error.textOrStatus : null

/** A mail's link, or the list of a confirmed code, that is no longer valid; null for other errors. */
export function endedKey(error: unknown, kind: 'link' | 'list'): LookupProblem | null {
  const isOver =
    error instanceof ApiError &&
    (error.code === 'lookup_code_ended' || error.code === 'lookup_code_invalid')
  if (!isOver) return null
  return kind === 'link'
    ? {
        title: 'This link has ended',
        text: 'A link to your orders works once, for ten minutes.',
        next: 'Your orders are still there: type your address, and we send a new code.',
        action: null,
      }
    : {
        title: 'This list has ended',
        text: 'A code shows your orders for an hour.',
        next: 'Your orders are still there: type your address, and we send a new code.',
        action: null,
      }
}

/** Whether no order opens with what the page's address had. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'order_not_found'
