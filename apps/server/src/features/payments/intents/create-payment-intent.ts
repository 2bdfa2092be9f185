import { type ChangeParams, granted, type payments, type ResultOf, refused } from '@foyer/contract'
import { toMajor } from '@foyer/domain'
import { cartIdOf } from '../../../adapters/ids.ts'
import { accountForBrowser, type Intent, ProviderError } from '../../../adapters/payment-gateway.ts'
import { onAccount, paymentModeOf } from '../../../context.ts'
import { submitForCart } from '../../../engine/carts/submit-for-cart.ts'
import { payForChange } from '../../../engine/orders/pay-for-change.ts'
import { amountProblem } from '../../../engine/payments/amount-problem.ts'
import { intentRequest } from '../../../engine/payments/intent-request.ts'
import { type PaymentInProgress, recordPaymentOp } from '../../../engine/payments/record-payment.ts'
import { requestIntent } from '../../../engine/payments/request-intent.ts'
import { CART_NOT_FOUND, ORDER_NOT_FOUND } from '../../../engine/refusals.ts'
import type { Call } from '../../../http/endpoint.ts'
import { updatePayment } from '../queries.ts'
import { mayBePaid, settleIntent } from '../settle/settle-payment.ts'
import { adjustIntent } from './adjust-intent.ts'

type CreateCall = Call<typeof payments.createPaymentIntent>
/** A call that pays for a cart. */
type IntentCall = Pick<CreateCall, 'context' | 'tenant' | 'body' | 'request'>
type Answer = ResultOf<typeof payments.createPaymentIntent>

/** The first attempt may find a canceled intent, the second may lose to another tab. */
const ATTEMPTS = 3

/** Returns a payment intent: for a change of the order that the request names, else for a cart. */
export async function createPaymentIntent(call: CreateCall): Promise<Answer> {
  const { principal, body } = call
  const { metadata } = body
  if (principal.order === null) {
    if (!('cartId' in metadata)) return CART_NOT_FOUND
    return createCartIntent(call, cartIdOf(principal.browserId, metadata.cartId))
  }
  if ('cartId' in metadata) return ORDER_NOT_FOUND
  const { ticketIds } = metadata
  const change: ChangeParams =
    metadata.type === 'reschedule'
      ? { type: 'reschedule', newSessionId: metadata.sessionId, ticketIds }
      : {
          type: 'upgrade',
          newTicketTypeId: metadata.newTicketTypeId,
          ticketIds: metadata.ticketIds,
        }
  return createChangeIntent(call, principal.order.row.id, change)
}

async function createChangeIntent(
  { context, tenant, body, request }: CreateCall,
  orderId: string,
  change: ChangeParams,
): Promise<Answer> {
  const { amount, currency } = body
  const paid = await payForChange(
    context,
    tenant,
    { orderId, change, amount, currency, network: request.network },
    (err) => request.log.warn({ err }, 'payment provider refused or unreachable'),
  )
  return paid.ok ? granted(presentIntent(paid.value.intent)) : paid
}

/**
 * Returns a payment intent over exactly the cart's quote. The payment is recorded first. While the
 * quote is unchanged, every call returns the same intent; when it changes, the intent is updated.
 */
async function createCartIntent(call: IntentCall, cartId: string): Promise<Answer> {
  try {
    for (let tries = 0; tries < ATTEMPTS; tries += 1) {
      const answer = await attempt(call, cartId)
      if (answer) return answer
    }
    return UNAVAILABLE
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

/** Returns null if the payment has changed in the meantime; the caller then starts again. */
async function attempt(call: IntentCall, cartId: string): Promise<Answer | null> {
  const recorded = await record(call, cartId, null)
  if (!recorded.ok) return recorded
  const payment = recorded.value
  return payment.intentId
    ? takeIntent(call, cartId, payment, payment.intentId)
    : makeIntent(call, cartId, payment)
}

const record = (
  { context, tenant, body, request }: IntentCall,
  cartId: string,
  unpaidIntentId: string | null,
) =>
  submitForCart(
    context,
    tenant,
    cartId,
    recordPaymentOp({
      cartId,
      mode: paymentModeOf(context, tenant),
      unpaidIntentId,
      problemWith: (quote) => amountProblem(body, quote),
    }),
    { client: request.network },
  )

async function makeIntent(
  call: IntentCall,
  cartId: string,
  payment: PaymentInProgress,
): Promise<Answer | null> {
  const made = await requestIntent(call.context, call.tenant, payment, call.request.network)
  if (made?.ok) return answerOf(call, cartId, payment, made.value)
  return made
}

/** Returns the payment's intent, updated to what the cart holds now. */
async function takeIntent(
  call: IntentCall,
  cartId: string,
  payment: PaymentInProgress,
  intentId: string,
): Promise<Answer | null> {
  const { tenant } = call
  const context = onAccount(call.context, payment.account?.id ?? null)
  const intent = await context.payments.retrieveIntent(intentId)
  if (!intent || intent.status === 'canceled') {
    await context.db.withTenant(tenant.id, (tx) =>
      updatePayment(tx, payment.id, { state: 'canceled' }),
    )
    return null
  }
  const { quote } = payment
  const isSame = intent.amountMinor === quote.totalMinor && intent.currency === quote.currency
  if (isSame && !payment.isOutdated) return answerOf(call, cartId, payment, intent)
  if (!mayBePaid(intent)) {
    // It was paid for what the cart held before; that becomes an order first.
    await settleIntent(context, intent)
    return null
  }
  let changed: Awaited<ReturnType<typeof record>> = granted(payment)
  if (payment.isOutdated) {
    // The provider is updated first: if the intent is being paid right now, it refuses the update,
    // and our record still says what was paid for.
    await context.payments.updateIntent(intentId, intentRequest(tenant, payment))
    changed = await record(call, cartId, intentId)
  }
  const adjusted = await adjustIntent(context, tenant, payment.id, intentId)
  if (!changed.ok) return changed
  const { totalMinor, currency } = changed.value.quote
  if (adjusted?.amountMinor !== totalMinor || adjusted.currency !== currency) return null
  return answerOf(call, cartId, changed.value, adjusted)
}

function answerOf(
  { context, tenant }: IntentCall,
  cartId: string,
  { id, account, quote }: PaymentInProgress,
  intent: Intent,
): Answer {
  context.knownPayments.set(`${tenant.id}/${intent.id}`, {
    id,
    cartId,
    accountId: account?.id ?? null,
    quote,
    orderId: null,
  })
  return granted(presentIntent(intent))
}

const presentIntent = (intent: Intent) => ({
  clientSecret: intent.clientSecret,
  paymentIntentId: intent.id,
  ...accountForBrowser(intent),
  amount: toMajor(intent.amountMinor, intent.currency),
  currency: intent.currency,
})
