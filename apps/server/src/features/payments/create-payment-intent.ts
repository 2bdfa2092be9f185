import { createHash } from 'node:crypto'
import { type checkout, granted, type OutputOf, type Result, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { formatAmount, fromMajor, MINIMUM_CHARGE_MINOR, toMajor } from '@foyer/domain'
import { cartIdOf, newId } from '../../adapters/ids.ts'
import { type Intent, ProviderError } from '../../adapters/payment-gateway.ts'
import { type FrozenCart, loadFrozenCart } from '../../engine/frozen-cart.ts'
import { CART_NOT_FOUND, HOLD_EXPIRED } from '../../engine/refusals.ts'
import type { Call } from '../../http/endpoint.ts'
import { type OpenPayment, recordPayment, updatePayment } from './queries.ts'

type IntentCall = Call<typeof checkout.createPaymentIntent>
type Answer = Result<OutputOf<typeof checkout.createPaymentIntent>>

/** How long a payment is left alone before the reconciler asks the provider about it. */
const FIRST_CHECK_SECONDS = 60

/**
 * A payment intent over exactly the cart's quote. The payment is recorded first; while the quote
 * stands, every call answers the same intent, and when it changes the intent is updated.
 */
export async function createPaymentIntent(call: IntentCall): Promise<Answer> {
  const browserId = call.browser.id()
  if (!browserId) return CART_NOT_FOUND
  const cartId = cartIdOf(browserId, call.body.metadata.cartId)
  try {
    // Twice: an intent that turns out to be canceled at the provider is replaced by a new one.
    return (await attempt(call, cartId)) ?? (await attempt(call, cartId)) ?? UNAVAILABLE
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    call.request.log.warn({ err: error }, 'payment provider refused or unreachable')
    return UNAVAILABLE
  }
}

const UNAVAILABLE = refused(
  'provider_unavailable',
  'Unable to initialize payment processing. Your tickets are still held; please try again.',
)

async function attempt(call: IntentCall, cartId: string): Promise<Answer | null> {
  const { context, tenant } = call
  const recorded = await context.db.withTenant(tenant.id, (tx) => record(tx, call, cartId))
  if (!recorded.ok) return recorded
  const { payment, cart } = recorded.value

  const request = {
    amountMinor: cart.quote.totalMinor,
    currency: cart.quote.currency,
    description: `${tenant.name}: ${cart.quote.ticketCount} ticket(s)`,
    metadata: {
      tenant: tenant.slug,
      paymentId: payment.id,
      cartId: cart.number,
      eventId: cart.eventId,
    },
  }
  let intent: Intent | null
  if (payment.intent_id) {
    intent = await context.payments.retrieveIntent(payment.intent_id)
    if (!intent || intent.status === 'canceled') {
      await context.db.withTenant(tenant.id, (tx) =>
        updatePayment(tx, payment.id, { state: 'canceled' }),
      )
      return null
    }
    if (intent.amountMinor !== request.amountMinor && intent.status !== 'succeeded') {
      intent = await context.payments.updateIntent(intent.id, request)
    }
  } else {
    // A key stands for one request: the same content again gives the same intent, while a cart that
    // changed before its intent was known must not be refused for reusing a key.
    const content = createHash('sha256').update(JSON.stringify(request)).digest('hex')
    const key = `${payment.id}-${content.slice(0, 16)}`
    intent = await context.payments.createIntent(request, key)
    const intentId = intent.id
    await context.db.withTenant(tenant.id, (tx) =>
      updatePayment(tx, payment.id, {
        state: 'open',
        intentId,
        checkInSeconds: FIRST_CHECK_SECONDS,
      }),
    )
  }
  return granted({
    clientSecret: intent.clientSecret,
    paymentIntentId: intent.id,
    amount: toMajor(intent.amountMinor, intent.currency),
    currency: intent.currency,
  })
}

async function record(
  tx: TenantTx,
  { tenant, body }: IntentCall,
  cartId: string,
): Promise<Result<{ payment: OpenPayment; cart: FrozenCart }>> {
  const cart = await loadFrozenCart(tx, cartId, tenant.currency)
  if (!cart) return CART_NOT_FOUND
  if (cart.holdIds.length === 0) return HOLD_EXPIRED
  const problem = amountProblem(body, cart)
  if (problem) return problem

  const wanted = {
    amount_minor: cart.quote.totalMinor,
    hold_ids: cart.holdIds,
    quote: JSON.stringify(cart.quote),
  }
  const payment = await recordPayment(tx, {
    tenant_id: tenant.id,
    id: newId(),
    cart_id: cartId,
    event_id: cart.eventId,
    currency: cart.quote.currency,
    ...wanted,
  })
  if (payment.hold_ids.join() !== cart.holdIds.join()) {
    await tx.updateTable('payments').set(wanted).where('id', '=', payment.id).execute()
  }
  return granted({ payment, cart })
}

function amountProblem(body: IntentCall['body'], cart: FrozenCart) {
  const { totalMinor, currency } = cart.quote
  if (!(body.amount > 0)) {
    return refused(
      'amount_not_positive',
      'The total amount must be greater than $0. Please check your ticket prices.',
      { expectedAmount: toMajor(totalMinor, currency) },
    )
  }
  if (body.currency !== currency) {
    return refused('currency_mismatch', `This cart is charged in ${currency}.`, { currency })
  }
  if (fromMajor(body.amount, currency) !== totalMinor) {
    const total = formatAmount(totalMinor, currency)
    return refused('amount_mismatch', `The total of this cart is ${total}.`, {
      expectedAmount: toMajor(totalMinor, currency),
      currency,
    })
  }
  if (totalMinor < MINIMUM_CHARGE_MINOR) {
    return refused('amount_too_low', 'The minimum payment amount is $0.50.')
  }
  return null
}
