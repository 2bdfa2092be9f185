import { type ChangeParams, granted, type Result, refused } from '@foyer/contract'
import type { ChangedBy } from '@foyer/domain'
import { sql } from 'kysely'
import { type Intent, ProviderError, paymentsOn } from '../../adapters/payment-gateway.ts'
import { type Context, isShopStopped, paymentModeOf, type Tenant } from '../../context.ts'
import { type AmountCode, amountProblem } from '../payments/amount-problem.ts'
import { requestIntent } from '../payments/request-intent.ts'
import { type HeldChange, type HoldChangeCode, holdChangeOp } from './hold-change.ts'
import { changeRequestOf } from './plan-change.ts'

type PayContext = Pick<Context, 'bounds' | 'clock' | 'db' | 'lanes' | 'payments' | 'paymentMode'>

/** What a client says about the change that it is about to pay for. */
interface PayChangeParams {
  orderId: string
  change: ChangeParams
  /** In major units; must equal what is due. */
  amount: number
  currency: string
  /** Who asks for the change; the buyer pays for it in any case. */
  madeBy?: ChangedBy
  /** Of an offered change: refused once the offer is no longer the change that waits for its payment. */
  offerKey?: string
  /** The client that shares the lanes fairly with others. */
  network: string
}

/** A change that is held, and the intent over its difference. */
interface PayableChange {
  held: HeldChange
  intent: Intent
}

type PayChangeCode = HoldChangeCode | AmountCode | 'provider_unavailable' | 'busy'
type Answer = Result<PayableChange, PayChangeCode>

/** An intent may be canceled, or its payment changed, between two steps. */
const ATTEMPTS = 3

/**
 * Holds what a change is to get and returns the payment intent for its difference. Everybody who may
 * open the order gets the same hold and the same intent for the same change. `report` is given the error
 * of a provider that did not answer.
 */
export async function payForChange(
  context: PayContext,
  tenant: Tenant,
  params: PayChangeParams,
  report: (error: ProviderError) => void,
): Promise<Answer> {
  try {
    for (let tries = 0; tries < ATTEMPTS; tries += 1) {
      const answer = await attempt(context, tenant, params)
      if (answer) return answer
    }
    return UNAVAILABLE
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    report(error)
    return UNAVAILABLE
  }
}

const UNAVAILABLE = refused(
  'provider_unavailable',
  'Unable to initialize payment processing. Your tickets are unchanged; please try again.',
)

async function attempt(
  context: PayContext,
  tenant: Tenant,
  { orderId, change, network, madeBy = 'buyer', offerKey, ...stated }: PayChangeParams,
): Promise<Answer | null> {
  const result = await context.lanes.submit(
    tenant.id,
    holdChangeOp(orderId, changeRequestOf(change), {
      windows: context.bounds.reschedulesOfOneOrder,
      reason: change.reason || null,
      mode: paymentModeOf(context, tenant),
      madeBy,
      isShopStopped: isShopStopped(context, tenant),
      offerKey,
      problemWith: (quote) => amountProblem(stated, quote),
    }),
    network,
  )
  if (!result.ok) return result
  const held = result.value
  // Best effort: if it is paid at this very moment, the payment is refunded.
  if (held.replaced) {
    const { intentId, accountId } = held.replaced
    await paymentsOn(context.payments, accountId)
      .cancelIntent(intentId)
      .catch(() => {})
  }
  if (held.intentId) {
    const payments = paymentsOn(context.payments, held.account?.id ?? null)
    const intent = await payments.retrieveIntent(held.intentId)
    if (intent && intent.status !== 'canceled') return granted({ held, intent })
    // Nobody can pay it any more, so the next attempt records another payment.
    await endPayment(context, tenant, held.id)
    return null
  }
  const made = await requestIntent(context, tenant, { ...held, orderId }, network)
  return made?.ok ? granted({ held, intent: made.value }) : made
}

const endPayment = ({ db }: PayContext, tenant: Tenant, id: string) =>
  db.withTenant(tenant.id, (tx) =>
    tx
      .updateTable('payments')
      .set({ state: 'canceled', updated_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .execute(),
  )
