import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { registerOnboarding } from '../accounts/onboarding.ts'
import { registerControl } from '../control/routes.ts'
import { accounts } from '../endpoints/accounts.ts'
import { applicationFees } from '../endpoints/application-fees.ts'
import { balance } from '../endpoints/balance.ts'
import { charges } from '../endpoints/charges.ts'
import { disputes } from '../endpoints/disputes.ts'
import { events } from '../endpoints/events.ts'
import { paymentIntents } from '../endpoints/payment-intents.ts'
import { paymentMethods } from '../endpoints/payment-methods.ts'
import { payouts } from '../endpoints/payouts.ts'
import { refunds } from '../endpoints/refunds.ts'
import { webhookEndpoints } from '../endpoints/webhook-endpoints.ts'
import type { Engine } from '../engine.ts'
import { registerThreeDSecure } from '../three-ds/routes.ts'
import { API_VERSION } from '../wire/api-version.ts'
import { ApiError, invalidRequest } from '../wire/errors.ts'
import { newId } from '../wire/ids.ts'
import { registerAssets } from './assets.ts'
import { NOT_A_FORM, presentError } from './errors.ts'
import { readForm } from './form.ts'
import { serve } from './serve.ts'

const ENDPOINTS = [
  ...paymentIntents,
  ...paymentMethods,
  ...charges,
  ...refunds,
  ...disputes,
  ...balance,
  ...events,
  ...webhookEndpoints,
  ...accounts,
  ...applicationFees,
  ...payouts,
]
const BODY_LIMIT_BYTES = 256 * 1024

/**
 * The whole emulator as a Fastify plugin. Its own body parsing, errors and headers apply only
 * inside its scope; the surrounding server does not change.
 */
export function createPlugin(engine: Engine): FastifyPluginAsync {
  return async (app) => {
    parseForms(app)
    setHeaders(app, engine)
    answerErrors(app, engine)
    app.addHook('preClose', async () => engine.faults.dropHanging())

    const baseUrl = (request: FastifyRequest) =>
      engine.publicUrl() ?? `${request.protocol}://${request.host}${app.prefix}`
    for (const endpoint of ENDPOINTS) {
      app.route<{ Params: { id?: string } }>({
        method: endpoint.method,
        url: endpoint.path,
        handler: (request, reply) => serve(engine, endpoint, baseUrl(request), request, reply),
      })
    }
    registerAssets(app)
    registerThreeDSecure(app, engine)
    registerOnboarding(app, engine)
    if (engine.hasControl) registerControl(app, engine)
  }
}

/** Stripe accepts only forms; other bodies, JSON included, are refused. */
function parseForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    async (_request: FastifyRequest, body: string) => readForm(body),
  )
}

/** Pages of any origin may call, as with Stripe; no cookies are used. */
function setHeaders(app: FastifyInstance, engine: Engine): void {
  app.addHook('onRequest', async (request, reply) => {
    request.id = newId('req')
    reply
      .header('request-id', request.id)
      // From the same clock as `created`, as at Stripe.
      .header('date', new Date(engine.now() * 1000).toUTCString())
      .header('stripe-version', API_VERSION)
      .header('cache-control', 'no-store')
      .header('access-control-allow-origin', '*')
      .header('access-control-expose-headers', 'Request-Id')
      .header('cross-origin-resource-policy', 'cross-origin')
  })
  app.options('/*', (_request, reply) =>
    reply
      .header('access-control-allow-methods', 'GET, POST')
      .header(
        'access-control-allow-headers',
        'authorization, content-type, idempotency-key, stripe-account',
      )
      .code(204)
      .send(),
  )
}

function answerErrors(app: FastifyInstance, engine: Engine): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof ApiError) {
      return reply.code(error.status).send(presentError(engine.store, error, undefined))
    }
    if ((error.statusCode ?? 500) < 500) {
      return reply.code(400).send(presentError(engine.store, invalidRequest(NOT_A_FORM), undefined))
    }
    request.log.error(error)
    const message = 'An unexpected error occurred in the payments emulator; see its log.'
    return reply.code(500).send({ error: { type: 'api_error', message } })
  })
  app.setNotFoundHandler((request, reply) => {
    const path = (request.url.split('?')[0] ?? '').slice(app.prefix.length)
    const message = `Unrecognized request URL (${request.method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`
    return reply.code(404).send({ error: { type: 'invalid_request_error', message } })
  })
}
