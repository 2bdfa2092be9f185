import { endpoint } from '../http/endpoint.ts'
import { CONFIRMATION_TOKEN, createConfirmationToken } from '../methods/confirmation-token.ts'
import { createMethod } from '../methods/create.ts'
import { COMMON, METHOD_DATA } from '../methods/params.ts'
import { presentConfirmationToken } from '../present/confirmation-token.ts'
import { presentMethod } from '../present/payment-method.ts'
import { noSuch } from '../wire/errors.ts'

/**
 * https://docs.stripe.com/api/payment_methods and /confirmation_tokens. A browser may make both:
 * they hold what was typed, and do nothing until a server or a client secret uses them.
 */
export const paymentMethods = [
  endpoint({
    method: 'POST',
    path: '/v1/payment_methods',
    access: 'browser',
    params: { ...COMMON, ...METHOD_DATA },
    handle: (work, { params }) => presentMethod(createMethod(work, params)),
  }),
  endpoint({
    method: 'GET',
    path: '/v1/payment_methods/:id',
    access: 'secret',
    params: COMMON,
    handle: (work, { id }) => {
      const method = work.store.methods.get(id)
      if (!method) throw noSuch('PaymentMethod', id, 'payment_method')
      return presentMethod(method)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/v1/confirmation_tokens',
    access: 'browser',
    params: CONFIRMATION_TOKEN,
    handle: (work, { params }) =>
      presentConfirmationToken(work.store, createConfirmationToken(work, params)),
  }),
  endpoint({
    method: 'GET',
    path: '/v1/confirmation_tokens/:id',
    access: 'secret',
    params: COMMON,
    handle: (work, { id }) => {
      const token = work.store.confirmationTokens.get(id)
      if (!token) throw noSuch('confirmation_token', id, 'confirmation_token')
      return presentConfirmationToken(work.store, token)
    },
  }),
]
