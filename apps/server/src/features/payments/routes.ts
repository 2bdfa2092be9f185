import { checkout, granted, refused } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { refuse, serve } from '../../http/endpoint.ts'
import { createPaymentIntent } from './create-payment-intent.ts'
import { settlePayment } from './settle-payment.ts'

export function paymentRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, checkout.getPaymentConfig, {
    handle: async () => granted(context.paymentConfig),
  })
  serve(app, context, checkout.createPaymentIntent, { handle: createPaymentIntent })
  app.register(async (scope) => webhookRoute(scope, context))
}

/**
 * The provider's webhook. Its body is only a trigger: the signature is checked over the raw bytes,
 * then the intent is fetched again. Who may call: whoever can sign.
 */
function webhookRoute(scope: FastifyInstance, context: Context): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  scope.post<{ Body: Buffer }>('/api/stripe/webhook', async (request, reply) => {
    const signature = request.headers['stripe-signature']
    let intentId: string | null
    try {
      intentId = context.payments.intentIdOfWebhook(request.body, String(signature))
    } catch {
      return refuse(
        reply,
        refused('webhook_signature_invalid', 'The signature does not match.').refusal,
      )
    }
    const intent = intentId ? await context.payments.retrieveIntent(intentId) : null
    const tenant = intent ? context.tenants.bySlug(intent.metadata.tenant ?? '') : undefined
    const paymentId = intent?.metadata.paymentId
    // Events about objects that are not ours are none of our business, and no error.
    if (intent && tenant && paymentId) await settlePayment(context, tenant, paymentId, intent)
    return reply.send({ received: true })
  })
}
