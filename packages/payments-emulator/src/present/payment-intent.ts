import type Stripe from 'stripe'
import type { IntentRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { docUrl } from '../wire/errors.ts'
import { presentMethod } from './payment-method.ts'

/** The wire form of a payment intent, checked against the SDK's own type. */
export function presentIntent(store: Store, intent: IntentRecord): Stripe.PaymentIntent {
  return {
    id: intent.id,
    object: 'payment_intent',
    allowed_payment_method_types: intent.allowedTypes,
    amount: intent.amountMinor,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: intent.status === 'succeeded' ? intent.amountMinor : 0,
    application: null,
    application_fee_amount: intent.applicationFeeMinor ?? null,
    automatic_payment_methods: intent.automaticMethods && {
      allow_redirects: intent.automaticMethods.allowRedirects,
      enabled: true,
    },
    canceled_at: intent.canceledAt,
    cancellation_reason: intent.cancellationReason,
    capture_method: intent.captureMethod,
    client_secret: intent.clientSecret,
    confirmation_method: 'automatic',
    created: intent.created,
    currency: intent.currency,
    customer: null,
    customer_account: null,
    description: intent.description,
    excluded_payment_method_types: null,
    last_payment_error: presentLastError(store, intent),
    latest_charge: intent.latestChargeId,
    livemode: false,
    managed_payments: null,
    metadata: intent.metadata,
    next_action: presentNextAction(intent),
    on_behalf_of: null,
    payment_method: intent.methodId,
    payment_method_configuration_details: null,
    payment_method_options: { card: CARD_OPTIONS },
    payment_method_types: intent.methodTypes,
    payment_record: null,
    processing: null,
    receipt_email: intent.receiptEmail,
    review: null,
    setup_future_usage: intent.setupFutureUsage,
    shipping: presentShipping(intent),
    source: null,
    statement_descriptor: intent.statementDescriptor,
    statement_descriptor_suffix: intent.statementDescriptorSuffix,
    status: intent.status,
    transfer_data: null,
    transfer_group: null,
  }
}

const CARD_OPTIONS: Stripe.PaymentIntent.PaymentMethodOptions.Card = {
  installments: null,
  mandate_options: null,
  network: null,
  request_three_d_secure: 'automatic',
}

/** Fields that Stripe shows to a publishable key: "can be retrieved" in its object reference. */
const PUBLIC_FIELDS = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const satisfies readonly (keyof Stripe.PaymentIntent)[]

/** The intent as a browser with the client secret sees it: without metadata and charge. */
export function presentPublicIntent(store: Store, intent: IntentRecord) {
  const whole = presentIntent(store, intent)
  return Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, whole[field]]))
}

function presentLastError(
  store: Store,
  intent: IntentRecord,
): Stripe.PaymentIntent.LastPaymentError | null {
  if (!intent.lastError) return null
  const { methodId, ...error } = intent.lastError
  const method = methodId === null ? undefined : store.methods.get(methodId)
  return {
    ...error,
    ...(error.code && { doc_url: docUrl(error.code) }),
    ...(method && { payment_method: presentMethod(method) }),
  }
}

function presentNextAction(intent: IntentRecord): Stripe.PaymentIntent.NextAction | null {
  const action = intent.nextAction
  if (!action) return null
  if (action.type === 'redirect_to_url') {
    return { type: action.type, redirect_to_url: { return_url: intent.returnUrl, url: action.url } }
  }
  // The SDK's type leaves this object open; its fields are between Stripe and Stripe.js.
  const sdk = { type: 'three_d_secure_redirect', stripe_js: action.url }
  return { type: action.type, use_stripe_sdk: sdk }
}

function presentShipping(intent: IntentRecord): Stripe.PaymentIntent.Shipping | null {
  if (!intent.shipping) return null
  const { address, name, phone } = intent.shipping
  return { address, phone, carrier: null, tracking_number: null, ...(name && { name }) }
}
