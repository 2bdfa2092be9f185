import { granted, payments } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { refuse, serve } from '../../http/endpoint.ts'
import { createPaymentIntent } from './intents/create-payment-intent.ts'
import { paymentStatus } from './intents/payment-status.ts'
import { receiveWebhook } from './webhooks/receive-webhook.ts'

/**
 * An event contains its object with everything attached to it, so it is larger than a buyer's call.
 */
const WEBHOOK_LIMIT_BYTES = 256 * 1024
export const WEBHOOK_PATH = '/api/stripe/webhook'

export function paymentRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, payments.getPaymentConfig, {
    handle: async ({ tenant }) =>
      granted((tenant.testOf !== null && context.testPaymentConfig) || context.paymentConfig),
  })
  serve(app, context, payments.createPaymentIntent, { handle: createPaymentIntent })
  serve(app, context, payments.getPayment, { handle: paymentStatus })
  app.register(async (scope) => webhookRoute(scope, context))
}

/**
 * The provider's webhook. Its signature covers the raw bytes; only a caller with the signing secret
 * may call it.
 */
function webhookRoute(scope: FastifyInstance, context: Context): void {
  const count = context.metrics.callCounter(`POST ${WEBHOOK_PATH}`)
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  scope.post<{ Body: Buffer | undefined }>(
    WEBHOOK_PATH,
    { bodyLimit: WEBHOOK_LIMIT_BYTES },
    async (request, reply) => {
      const signature = request.headers['stripe-signature']
      const received = await receiveWebhook(context, request.body, signature?.toString())
      count(received.ok ? 'ok' : received.refusal.code)
      return received.ok ? reply.send(received.value) : refuse(reply, received.refusal)
    },
  )
}
