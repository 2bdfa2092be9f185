import { type ChangeParams, type ErrorCode, granted, type Result, refused } from '@foyer/contract'
import { CompiledQuery } from 'kysely'
import { ProviderError } from '../../adapters/payment-gateway.ts'
import { type Context, isShopStopped, onAccount, type Tenant } from '../../context.ts'
import {
  type ChangeCode,
  changeOrderOp,
  type SeenOfOrder,
} from '../../engine/orders/change-order.ts'
import { completeOrder } from '../../engine/orders/complete-order.ts'
import type { Clerk } from '../../engine/orders/on-behalf.ts'
import { changeRequestOf } from '../../engine/orders/plan-change.ts'
import { changeRefunded } from '../../engine/refusals.ts'

type Changed<C extends ErrorCode> = Result<
  { paymentIntentId: string | null },
  ChangeCode | PaidCode | 'busy' | C
>
type PaidCode = 'payment_refunded' | 'provider_unavailable'

const UNAVAILABLE = refused(
  'provider_unavailable',
  'We could not reach the payment provider. Nothing is lost: a payment that was made completes the change as soon as it answers, or is refunded.',
)

/**
 * Makes a change of an order that costs nothing more, after the one that was just paid for, which is
 * usually the same. Whether something was paid is asked of the provider. A repeated call finds the change
 * made. With `intentId` the answer reports the outcome of that payment, also if a webhook has settled it
 * already.
 */
export async function changeOrder<C extends ErrorCode = never>(
  { context, tenant, client }: { context: Context; tenant: Tenant; client: string },
  orderId: string,
  change: ChangeParams,
  intentId: string | null,
  clerk?: Clerk<C>,
): Promise<Changed<C>> {
  const paid = await settleChangePayment(context, tenant, orderId, intentId)
  if (!paid.ok) return paid
  const { payment, seen } = paid.value
  const paymentIntentId = payment?.intentId ?? null
  if (
    payment &&
    (payment.isCompleted || paymentIntentId === intentId || isAnswered(change, payment))
  ) {
    return granted({ paymentIntentId })
  }
  const changed = await context.lanes.submit(
    tenant.id,
    changeOrderOp(orderId, changeRequestOf(change), {
      windows: context.bounds.reschedulesOfOneOrder,
      reason: change.reason || null,
      isShopStopped: isShopStopped(context, tenant),
      seen,
      clerk,
    }),
    client,
  )
  if (!changed.ok) return changed
  context.kickJobs(tenant.id)
  return granted({ paymentIntentId })
}

/** A payment whose change was made, and what was seen of its order. */
interface SettledPayment {
  payment: ChangePayment | null
  seen: SeenOfOrder
}

/**
 * Settles the payment of a change: the one that `intentId` names, else the one that the order's open change
 * waits for. Whether it was paid is asked of the provider. Null as payment: none was made.
 */
export async function settleChangePayment(
  context: Context,
  tenant: Tenant,
  orderId: string,
  intentId: string | null,
): Promise<Result<SettledPayment, PaidCode | 'busy'>> {
  const { payment, ...seen } = await context.db.withTenant(tenant.id, async (tx) => {
    const query = CompiledQuery.raw(SELECT_ORDER, [tenant.id, orderId, intentId])
    const { rows } = await tx.executeQuery<SeenOfOrder & { payment: ChangePayment | null }>(query)
    return rows[0] ?? { payment: null }
  })
  if (!payment || payment.isCompleted) return granted({ payment, seen })
  if (payment.refund) return changeRefunded(payment.refund)
  try {
    const { payments } = onAccount(context, payment.accountId)
    const intent = await payments.retrieveIntent(payment.intentId)
    if (intent?.status !== 'succeeded') return granted({ payment: null, seen })
    const settled = await completeOrder(context, tenant, payment, intent)
    if (settled.ok) return granted({ payment, seen })
    const { code, message, details } = settled.refusal
    return code === 'payment_refunded' || code === 'busy'
      ? refused(code, message, details)
      : granted({ payment: null, seen })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return UNAVAILABLE
  }
}

/**
 * Whether the change that was just made is all that was asked for. Named tickets are compared by the
 * operation, which finds those that are there already.
 */
const isAnswered = (change: ChangeParams, { kind, toSessionId }: ChangePayment): boolean =>
  kind === 'reschedule' &&
  change.type === 'reschedule' &&
  !change.ticketIds &&
  change.newSessionId === toSessionId

interface ChangePayment {
  id: string
  cartId: string
  intentId: string
  /** The organizer's account that it was made on; null: the platform's own. */
  accountId: string | null
  kind: ChangeParams['type']
  /** Where its change takes the tickets; of an upgrade, where they are. */
  toSessionId: string
  /** The change was made. */
  isCompleted: boolean
  /** The change could not be made, and all that was paid for it is refunded. */
  refund: { id: string; amountMinor: number; currency: string; reason: string | null } | null
}

// The sessions and charges of an order, and the payment that $3 names, if it was made for a change of this
// order; else the one that may still be captured for the change that waits for it.
const SELECT_ORDER = `
  select array(
      select distinct t.session_id from tickets t
      where t.tenant_id = $1 and t.order_id = $2 and t.status = 'VALID') as "sessionIds",
    array(
      select p.id from payments p where p.tenant_id = $1 and p.order_id = $2) as "paymentIds", (
    select json_build_object('id', p.id, 'cartId', p.cart_id, 'intentId', p.intent_id,
      'accountId', p.account_id,
      'kind', c.kind, 'toSessionId', c.details -> 'tickets' -> 0 -> 'after' ->> 'sessionId',
      'isCompleted', p.state = 'completed', 'refund', (
        select json_build_object('id', r.id, 'amountMinor', r.amount_minor, 'currency', r.currency,
          'reason', r.reason)
        from refunds r
        where r.tenant_id = p.tenant_id and r.payment_id = p.id and r.kind = 'unplaced' limit 1))
    from order_changes c
    join payments p on p.tenant_id = c.tenant_id and p.cart_id = c.id
    where c.tenant_id = $1 and c.order_id = $2
      and (p.intent_id = $3
        or (c.state = 'open' and p.state in ('created', 'open') and p.intent_id is not null))
    order by p.intent_id = $3 desc nulls last
    limit 1) as payment
  /* named: order_to_change */`
