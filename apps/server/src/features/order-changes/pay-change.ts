import { granted, type orderChanges, type ResultOf, refused } from '@foyer/contract'
import { toMajor } from '@foyer/domain'
import { sql } from 'kysely'
import { ProviderError } from '../../adapters/payment-gateway.ts'
import { type HeldChange, holdChangeOp } from '../../engine/orders/hold-change.ts'
import { amountProblem } from '../../engine/payments/amount-problem.ts'
import { requestIntent } from '../../engine/payments/request-intent.ts'
import type { Call } from '../../http/endpoint.ts'
import { changeRequest } from './change-request.ts'

type PayCall = Call<typeof orderChanges.payChange>
type Answer = ResultOf<typeof orderChanges.payChange>

/** An intent may be canceled, or its payment changed, between two steps. */
const ATTEMPTS = 3

/**
 * Holds what a change is to get and returns the payment intent for its difference. Everybody who may
 * open the order gets the same hold and the same intent for the same change.
 */
export async function payChange(call: PayCall): Promise<Answer> {
  try {
    for (let tries = 0; tries < ATTEMPTS; tries += 1) {
      const answer = await attempt(call)
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
  'Unable to initialize payment processing. Your tickets are unchanged; please try again.',
)

async function attempt(call: PayCall): Promise<Answer | null> {
  const { context, tenant, body, request, principal } = call
  const orderId = principal.row.id
  const held = await context.lanes.submit(
    tenant.id,
    holdChangeOp(orderId, changeRequest(body.change), {
      windows: context.bounds.reschedulesOfOneOrder,
      reason: body.change.reason || null,
      problemWith: (quote) => amountProblem(body, quote),
    }),
    request.network,
  )
  if (!held.ok) return held
  const change = held.value
  // Best effort: if it is paid at this very moment, the payment is refunded.
  if (change.replacedIntentId) {
    await context.payments.cancelIntent(change.replacedIntentId).catch(() => {})
  }
  if (change.intentId) {
    const intent = await context.payments.retrieveIntent(change.intentId)
    if (intent && intent.status !== 'canceled') return answerOf(change, intent)
    // Nobody can pay it any more, so the next attempt records another payment.
    await endPayment(call, change.id)
    return null
  }
  const made = await requestIntent(context, tenant, { ...change, orderId }, request.network)
  return made?.ok ? answerOf(change, made.value) : made
}

const endPayment = ({ context, tenant }: PayCall, id: string) =>
  context.db.withTenant(tenant.id, (tx) =>
    tx
      .updateTable('payments')
      .set({ state: 'canceled', updated_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .execute(),
  )

const answerOf = (
  { quote, expiresAt }: HeldChange,
  intent: { id: string; clientSecret: string },
): Answer =>
  granted({
    clientSecret: intent.clientSecret,
    paymentIntentId: intent.id,
    amount: toMajor(quote.totalMinor, quote.currency),
    currency: quote.currency,
    expiresAt: expiresAt.toISOString(),
  })
