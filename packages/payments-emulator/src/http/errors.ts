import { presentIntent, presentPublicIntent } from '../present/payment-intent.ts'
import { presentMethod } from '../present/payment-method.ts'
import type { Store } from '../store/store.ts'
import { type ApiError, docUrl } from '../wire/errors.ts'
import type { Caller } from './authenticate.ts'

/** The wire form of an error, with those of its objects that the caller may see. */
export function presentError(store: Store, error: ApiError, caller: Caller | undefined): object {
  const { intent, method } = error.objects
  const presented =
    intent &&
    (caller === 'secret' ? presentIntent(store, intent) : presentPublicIntent(store, intent))
  return {
    error: {
      ...error.fields,
      ...(error.fields.code && { doc_url: docUrl(error.fields.code) }),
      ...(presented && { payment_intent: presented }),
      ...(method && { payment_method: presentMethod(method) }),
    },
  }
}

/** The text of an error that is not about a parameter. */
export const NOT_A_FORM =
  'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.'

export const SERVER_ERROR = {
  error: {
    type: 'api_error',
    message: 'An unknown error occurred. (The payments emulator fails this call on request.)',
  },
}

export const RATE_LIMITED = {
  error: {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message:
      'Testmode request rate limit exceeded, the rate limits in testmode are lower than livemode. You can learn more about rate limits here https://stripe.com/docs/rate-limits.',
    doc_url: docUrl('rate_limit'),
  },
}
