import type { ConfirmationTokenRecord } from '../store/records.ts'
import { invalidRequest } from '../wire/errors.ts'
import { newId } from '../wire/ids.ts'
import { ignored, object, oneOf, text, type Values } from '../wire/params.ts'
import { webUrl } from '../wire/url.ts'
import type { Work } from '../work.ts'
import { createMethod, resolveMethod } from './create.ts'
import { COMMON, METHOD_DATA } from './params.ts'

export const CONFIRMATION_TOKEN = {
  ...COMMON,
  client_attribution_metadata: ignored,
  payment_method: text(),
  payment_method_data: object(METHOD_DATA),
  return_url: webUrl,
  setup_future_usage: oneOf('off_session', 'on_session'),
  shipping: ignored,
}

/** Stores what a buyer typed under a token, by which a server confirms. A token works once. */
export function createConfirmationToken(
  work: Work,
  params: Values<typeof CONFIRMATION_TOKEN>,
): ConfirmationTokenRecord {
  const method = params.payment_method
    ? resolveMethod(work, params.payment_method)
    : params.payment_method_data && createMethod(work, params.payment_method_data)
  if (!method) {
    throw invalidRequest('Missing required param: payment_method_data.', {
      code: 'parameter_missing',
      param: 'payment_method_data',
    })
  }
  return work.store.confirmationTokens.save({
    id: newId('ctoken'),
    created: work.now,
    methodId: method.id,
    returnUrl: params.return_url ?? null,
    intentId: null,
  })
}
