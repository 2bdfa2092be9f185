import { type ChangeParams, granted, type Result, refused } from '@foyer/contract'
import { CompiledQuery } from 'kysely'
import { ProviderError } from '../../adapters/payment-gateway.ts'
import type { Context, Tenant } from '../../context.ts'
import { type ChangeCode, changeOrderOp } from '../../engine/orders/change-order.ts'
import { completeOrder } from '../../engine/orders/complete-order.ts'
import { changeRequest } from './change-request.ts'

type Changed = Result<{ paymentIntentId: string | null }, ChangeCode | PaidCode | 'busy'>
type PaidCode = 'payment_refunded' | 'provider_unavailable'

const UNAVAILABLE = refused(
  'provider_unavailable',
  'We could not reach the payment provider. Nothing is lost: a payment that was made completes the change as soon as it answers, or is refunded.',
)

/**
 * Makes a change of an order that costs nothing more, after the one that was just paid for, which is
 * usually the same. Whether something was paid is asked of the provider. A repeated call finds the change
 * made.
 */
export async function changeOrder(
  { context, tenant, client }: { context: Context; tenant: Tenant; client: string },
  orderId: string,
  change: ChangeParams,
): Promise<Changed> {
  const payment = await context.db.withTenant(tenant.id, async (tx) => {
    const query = CompiledQuery.raw(OPEN_PAYMENT, [tenant.id, orderId])
    const { rows } = await tx.executeQuery<OpenPayment>(query)
    return rows[0]
  })
  let paymentIntentId: string | null = null
  if (payment) {
    try {
      const intent = await context.payments.retrieveIntent(payment.intentId)
      if (intent?.status === 'succeeded') {
        const settled = await completeOrder(context, tenant, payment, intent)
        if (settled.ok) {
          paymentIntentId = intent.id
          if (isAnswered(change, payment)) return granted({ paymentIntentId })
        } else {
          const { code, message, details } = settled.refusal
          if (code === 'payment_refunded' || code === 'busy') return refused(code, message, details)
        }
      }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      return UNAVAILABLE
    }
  }
  const changed = await context.lanes.submit(
    tenant.id,
    changeOrderOp(orderId, changeRequest(change), {
      windows: context.bounds.reschedulesOfOneOrder,
      reason: change.reason || null,
    }),
    client,
  )
  if (!changed.ok) return changed
  context.kickJobs(tenant.id)
  return granted({ paymentIntentId })
}

/**
 * Whether the change that was just made is all that was asked for. Named tickets are compared by the
 * operation, which finds those that are there already.
 */
const isAnswered = (change: ChangeParams, { kind, toSessionId }: OpenPayment): boolean =>
  kind === 'reschedule' &&
  change.type === 'reschedule' &&
  !change.ticketIds &&
  change.newSessionId === toSessionId

interface OpenPayment {
  id: string
  cartId: string
  intentId: string
  kind: ChangeParams['type']
  /** Where its change takes the tickets; of an upgrade, where they are. */
  toSessionId: string
}

// The one payment that may still be captured for the change that waits for it.
const OPEN_PAYMENT = `
  select p.id, p.cart_id as "cartId", p.intent_id as "intentId", c.kind,
    c.details -> 'tickets' -> 0 -> 'after' ->> 'sessionId' as "toSessionId"
  from order_changes c
  join payments p on p.tenant_id = c.tenant_id and p.cart_id = c.id
  where c.tenant_id = $1 and c.order_id = $2 and c.state = 'open'
    and p.state in ('created', 'open') and p.intent_id is not null`
