import type { Intent } from '../../adapters/payment-gateway.ts'
import type { Context, Tenant } from '../../context.ts'
import { completeOrder, type RecordedPayment } from '../../engine/complete-order.ts'
import { refundOrderOp } from '../../engine/ops/refund-order.ts'
import { updatePayment } from './queries.ts'

/**
 * How long a captured payment without a contact waits for the browser to say whose it is, before
 * the order is made from what the provider knows.
 */
const CONTACT_WAIT_SECONDS = 90

/**
 * Brings one payment to where the provider says it is; for the webhook and the reconciler.
 * Harmless when it is late, repeated or out of order: the intent was fetched just now.
 */
export async function settlePayment(
  context: Context,
  tenant: Tenant,
  paymentId: string,
  intent: Intent | null,
): Promise<void> {
  const payment = await context.db.withTenant(tenant.id, (tx) =>
    tx
      .selectFrom('payments as p')
      .leftJoin('cart_contacts as c', (join) =>
        join.onRef('c.tenant_id', '=', 'p.tenant_id').onRef('c.cart_id', '=', 'p.cart_id'),
      )
      .select(['p.id', 'p.state', 'p.cart_id as cartId', 'p.hold_ids as holdIds'])
      .leftJoin('orders as o', (join) =>
        join.onRef('o.tenant_id', '=', 'p.tenant_id').onRef('o.payment_id', '=', 'p.id'),
      )
      .select(['p.created_at', 'c.contact', 'o.id as orderId'])
      .where('p.id', '=', paymentId)
      .executeTakeFirst(),
  )
  if (!payment) return
  // Given back whole in the provider's dashboard: its tickets must not open a door any more.
  if (payment.state === 'completed' && payment.orderId && intent && isRefunded(intent)) {
    const order = { id: payment.orderId, cartId: payment.cartId }
    await context.lanes.submit(tenant.id, refundOrderOp(order))
    return
  }
  if (payment.state !== 'open' && payment.state !== 'created') return
  const change = (to: Parameters<typeof updatePayment>[2]) =>
    context.db.withTenant(tenant.id, (tx) => updatePayment(tx, payment.id, to))

  if (intent?.status === 'succeeded') {
    const age = (context.clock().getTime() - payment.created_at.getTime()) / 1000
    if (!payment.contact && age < CONTACT_WAIT_SECONDS) {
      await change({ checkInSeconds: CONTACT_WAIT_SECONDS - age })
      return
    }
    await completeOrder(context, tenant, payment, intent)
    return
  }
  if (!intent || intent.status === 'canceled') {
    await change({ state: 'canceled' })
    return
  }
  if (intent.status === 'processing' || (await isStillHeld(context, tenant, payment))) {
    return
  }
  // Nobody holds anything for it any more. If it succeeds at this very moment the provider refuses
  // to cancel, and the next round completes or refunds it.
  await context.payments.cancelIntent(intent.id)
  await change({ state: 'canceled' })
}

const isRefunded = (intent: Intent) =>
  intent.refundedMinor > 0 && intent.refundedMinor >= intent.amountMinor

const isStillHeld = (context: Context, tenant: Tenant, payment: RecordedPayment) =>
  context.db.withTenant(tenant.id, async (tx) => {
    const held = await tx
      .selectFrom('holds')
      .select('id')
      .where('cart_id', '=', payment.cartId)
      .where('id', 'in', payment.holdIds)
      .where('state', '=', 'held')
      .executeTakeFirst()
    return Boolean(held)
  })
