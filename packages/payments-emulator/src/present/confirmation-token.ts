import type Stripe from 'stripe'
import type { ConfirmationTokenRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { presentMethod } from './payment-method.ts'

const LIFETIME_SECONDS = 12 * 60 * 60

/** The wire form of a confirmation token, checked against the SDK's own type. */
export function presentConfirmationToken(
  store: Store,
  token: ConfirmationTokenRecord,
): Stripe.ConfirmationToken {
  const method = presentMethod(store.methods.of(token.methodId))
  return {
    id: token.id,
    object: 'confirmation_token',
    created: token.created,
    expires_at: token.created + LIFETIME_SECONDS,
    livemode: false,
    mandate_data: null,
    metadata: {},
    payment_intent: token.intentId,
    payment_method_options: null,
    payment_method_preview: {
      type: method.type,
      billing_details: method.billing_details,
      customer: null,
      customer_account: null,
      ...(method.card && { card: method.card }),
    },
    return_url: token.returnUrl,
    setup_future_usage: null,
    setup_intent: null,
    shipping: null,
    use_stripe_sdk: true,
  }
}
