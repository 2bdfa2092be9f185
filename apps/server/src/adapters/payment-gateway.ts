import Stripe from 'stripe'

/** An intent as far as Foyer looks at it. */
export interface Intent {
  id: string
  clientSecret: string
  status: Stripe.PaymentIntent.Status
  amountMinor: number
  currency: string
  metadata: Readonly<Record<string, string>>
  /** Given back so far, by us or in the provider's own dashboard. */
  refundedMinor: number
  /** What the payer typed at the provider; only known once something was charged. */
  billing: Stripe.Charge.BillingDetails | null
}

export interface IntentRequest {
  amountMinor: number
  currency: string
  description: string
  metadata: Record<string, string>
}

/**
 * The payment provider, through its official SDK. With the emulator only the address differs:
 * there is one payment path. Every call may throw {@link ProviderError}; none is made inside a
 * database transaction.
 */
export interface PaymentGateway {
  createIntent(request: IntentRequest, idempotencyKey: string): Promise<Intent>
  updateIntent(intentId: string, request: IntentRequest): Promise<Intent>
  retrieveIntent(intentId: string): Promise<Intent | null>
  cancelIntent(intentId: string): Promise<Intent>
  /** Refunds the whole intent and returns the refund's id; safe to repeat under the same key. */
  refundIntent(intentId: string, idempotencyKey: string): Promise<string>
  /** The intent a webhook is about, or null for events of other kinds; throws on a bad signature. */
  intentIdOfWebhook(rawBody: Buffer, signature: string): string | null
}

/** The provider could not be reached or refused; `message` is for logs, never for a page. */
export class ProviderError extends Error {}

export interface GatewayOptions {
  secretKey: string
  webhookSecret: string
  /** Only for the emulator: where its API listens. */
  emulator?: { host: string; port: number }
}

export function createPaymentGateway(options: GatewayOptions): PaymentGateway {
  const stripe = new Stripe(options.secretKey, {
    maxNetworkRetries: 2,
    timeout: 10_000,
    ...(options.emulator ? { ...options.emulator, protocol: 'http' as const } : {}),
  })

  const present = (intent: Stripe.PaymentIntent): Intent => ({
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: intent.status,
    amountMinor: intent.amount,
    currency: intent.currency,
    metadata: intent.metadata,
    ...ofCharge(typeof intent.latest_charge === 'object' ? intent.latest_charge : null),
  })
  const ofCharge = (charge: Stripe.Charge | null) => ({
    refundedMinor: charge?.amount_refunded ?? 0,
    billing: charge?.billing_details ?? null,
  })
  const parameters = (request: IntentRequest) => ({
    amount: request.amountMinor,
    currency: request.currency,
    description: request.description,
    metadata: request.metadata,
  })

  return {
    createIntent: (request, idempotencyKey) =>
      asking(async () =>
        present(
          await stripe.paymentIntents.create(
            { ...parameters(request), automatic_payment_methods: { enabled: true } },
            { idempotencyKey },
          ),
        ),
      ),
    updateIntent: (intentId, request) =>
      asking(async () =>
        present(await stripe.paymentIntents.update(intentId, parameters(request))),
      ),
    retrieveIntent: (intentId) =>
      asking(async () => {
        try {
          return present(
            await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }),
          )
        } catch (error) {
          if (
            error instanceof Stripe.errors.StripeInvalidRequestError &&
            error.statusCode === 404
          ) {
            return null
          }
          throw error
        }
      }),
    cancelIntent: (intentId) =>
      asking(async () => present(await stripe.paymentIntents.cancel(intentId))),
    refundIntent: (intentId, idempotencyKey) =>
      asking(async () => {
        const refund = await stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey })
        return refund.id
      }),
    intentIdOfWebhook(rawBody, signature) {
      const event = stripe.webhooks.constructEvent(rawBody, signature, options.webhookSecret)
      const { object } = event.data
      if (object.object === 'payment_intent') return object.id
      if (object.object !== 'charge') return null
      return typeof object.payment_intent === 'string' ? object.payment_intent : null
    },
  }
}

async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw new ProviderError(error instanceof Error ? error.message : String(error), {
      cause: error,
    })
  }
}
