import { sameText } from '../http/authenticate.ts'
import { type Call, endpoint } from '../http/endpoint.ts'
import { LIST, listPage } from '../http/list.ts'
import { cancelIntent } from '../intents/cancel.ts'
import { confirmIntent } from '../intents/confirm.ts'
import { createIntent } from '../intents/create.ts'
import { CANCEL, CONFIRM, CREATE, UPDATE } from '../intents/params.ts'
import { updateIntent } from '../intents/update.ts'
import { COMMON } from '../methods/params.ts'
import { presentIntent, presentPublicIntent } from '../present/payment-intent.ts'
import type { IntentRecord } from '../store/records.ts'
import { invalidRequest, noSuch } from '../wire/errors.ts'
import { type Shape, text } from '../wire/params.ts'
import type { Work } from '../work.ts'

const RETRIEVE = { ...COMMON, client_secret: text() }

/** https://docs.stripe.com/api/payment_intents */
export const paymentIntents = [
  endpoint({
    method: 'POST',
    path: '/v1/payment_intents',
    access: 'secret',
    params: CREATE,
    handle: (work, { params }) => presentIntent(work.store, createIntent(work, params)),
  }),
  endpoint({
    method: 'GET',
    path: '/v1/payment_intents',
    access: 'secret',
    params: LIST,
    handle: ({ store }, { params }) =>
      listPage('/v1/payment_intents', store.intents.newestFirst(), params, (intent) =>
        presentIntent(store, intent),
      ),
  }),
  endpoint({
    method: 'GET',
    path: '/v1/payment_intents/:id',
    access: 'browser',
    params: RETRIEVE,
    handle: (work, call) => presentTo(work, call, openTo(work, call)),
  }),
  endpoint({
    method: 'POST',
    path: '/v1/payment_intents/:id',
    access: 'secret',
    params: UPDATE,
    handle: (work, { id, params }) =>
      presentIntent(work.store, updateIntent(work, find(work, id), params)),
  }),
  endpoint({
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    access: 'browser',
    params: CONFIRM,
    handle: (work, call) =>
      presentTo(work, call, confirmIntent(work, openTo(work, call), call.params)),
  }),
  endpoint({
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    access: 'secret',
    params: CANCEL,
    handle: (work, { id, params }) =>
      presentIntent(work.store, cancelIntent(work, find(work, id), params.cancellation_reason)),
  }),
]

function find(work: Work, id: string): IntentRecord {
  const intent = work.store.intents.get(id)
  if (!intent) throw noSuch('payment_intent', id, 'intent')
  return intent
}

/**
 * Returns the intent to a server, or to a browser that has its client secret.
 *
 * @throws ApiError 404, or 400 for a client secret that is missing or of another intent.
 */
function openTo(work: Work, { id, params, caller }: Call<typeof RETRIEVE>): IntentRecord {
  const intent = find(work, id)
  const { client_secret: secret } = params
  if (secret === undefined) {
    if (caller === 'secret') return intent
    throw invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    })
  }
  if (sameText(secret, intent.clientSecret)) return intent
  throw invalidRequest(
    'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
  )
}

function presentTo<S extends Shape>(work: Work, { caller }: Call<S>, intent: IntentRecord): object {
  return caller === 'secret'
    ? presentIntent(work.store, intent)
    : presentPublicIntent(work.store, intent)
}
