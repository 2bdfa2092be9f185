import type { TenantTx } from '@foyer/db'
import { HOLD_SECONDS, PAYMENT_GRACE_SECONDS, providerFeePostings } from '@foyer/domain'
import { sql } from 'kysely'
import type { Intent } from '../../../adapters/payment-gateway.ts'
import type { MoneyContext, Tenant } from '../../../context.ts'
import { completeOrder } from '../../../engine/orders/complete-order.ts'
import { findTenantOf, type PaymentRow, updatePayment } from '../queries.ts'
import { settleRefunds } from '../refunds/settle-refunds.ts'
import { findPayment } from './find-payment.ts'
import { giveUpPayment } from './give-up-payment.ts'
import { post } from './money-ledger.ts'

/**
 * How long a captured payment without a contact waits for the browser to send it. Then the order is
 * made with the provider's data.
 */
const CONTACT_WAIT_SECONDS = 90
/**
 * A new stray intent may still be on its way to its buyer. This is longer than any buyer waits for
 * a response.
 */
const STRAY_SECONDS = 60

/** Settles the payment of an intent; returns false if the intent is not ours. */
export async function settleIntent(context: MoneyContext, intent: Intent): Promise<boolean> {
  const tenant = await findTenantOf(context, intent)
  if (!tenant) return false
  const payment = await context.db.withTenant(tenant.id, (tx) => findPayment(tx, intent))
  if (payment === null) return false
  if (payment !== 'stray') await settlePayment(context, tenant, payment, intent)
  else if (mayBePaid(intent) && intent.ageSeconds > STRAY_SECONDS) {
    await context.payments.cancelIntent(intent.id)
  }
  return true
}

/**
 * Settles one payment to the provider's state; webhooks and the reconciler call it. It may run
 * late, repeatedly or out of order, because the intent was fetched just now.
 */
export async function settlePayment(
  context: MoneyContext,
  tenant: Tenant,
  payment: PaymentRow,
  intent: Intent,
): Promise<void> {
  if (intent.status === 'succeeded') return settleCharge(context, tenant, payment, intent)
  if (payment.state === 'canceled' && mayBePaid(intent)) {
    // The intent was stored after its payment had been given up; nobody must pay it any more.
    await context.payments.cancelIntent(intent.id)
  }
  if (payment.state !== 'open' && payment.state !== 'created') return
  const change = (to: Parameters<typeof updatePayment>[2]) =>
    context.db.withTenant(tenant.id, (tx) => updatePayment(tx, payment.id, to))

  const giveUp = () =>
    context.db.withTenant(tenant.id, (tx) => giveUpPayment(tx, payment.id, intent))

  if (intent.status === 'canceled') return giveUp()
  const { decline } = intent
  if (payment.declineMessage !== (decline?.message ?? null)) await change({ decline })
  if (!mayBePaid(intent) || (await isStillHeld(context, tenant, payment))) return
  // The hold is gone. If the payment succeeds right now, the provider refuses to cancel, and the
  // next round completes or refunds it.
  await context.payments.cancelIntent(intent.id)
  await giveUp()
}

/** Settles captured money: it becomes an order or a refund, in any state of our payment. */
async function settleCharge(
  context: MoneyContext,
  tenant: Tenant,
  payment: PaymentRow,
  intent: Intent,
): Promise<void> {
  let { orderId } = payment
  const { fee, card } = intent
  // Before anything that may end this early: the order is then made by the buyer's call, which knows
  // no card, and could not be found by its digits.
  if (card) await context.db.withTenant(tenant.id, (tx) => storeCard(tx, payment.id, card))
  const isWaiting = payment.state === 'open' || payment.state === 'created'
  if (isWaiting || payment.state === 'canceled') {
    // Refunded money makes no order, so there is no contact to wait for. This is decided now: a
    // call that asked the provider before the refund would still sell, and the tickets would stay
    // valid.
    const mayBeSold = intent.refundedMinor === 0
    const isYoung = payment.ageSeconds < CONTACT_WAIT_SECONDS
    if (isWaiting && mayBeSold && !payment.hasContact && isYoung) {
      const checkInSeconds = CONTACT_WAIT_SECONDS - payment.ageSeconds
      await context.db.withTenant(tenant.id, (tx) =>
        updatePayment(tx, payment.id, { checkInSeconds, decline: null }),
      )
      return
    }
    const completed = await completeOrder(context, tenant, payment, intent)
    if (!completed.ok && completed.refusal.code === 'busy') throw new Error('the lane was busy')
    if (completed.ok) orderId = completed.value.orderId
  }
  if (fee) {
    const source = { kind: 'provider_fee', sourceId: payment.id, currency: fee.currency } as const
    await context.db.withTenant(tenant.id, (tx) =>
      post(tx, source, providerFeePostings(fee.amountMinor)),
    )
  }
  // A refund in the provider's dashboard also ends tickets that were sold a moment ago.
  await settleRefunds(context, tenant, { ...payment, orderId }, intent)
}

/** Stores the card of a charge, by whose last digits its order is found. */
const storeCard = (tx: TenantTx, paymentId: string, card: NonNullable<Intent['card']>) =>
  tx
    .insertInto('payment_cards')
    .values({ tenant_id: sql<number>`current_tenant()`, payment_id: paymentId, ...card })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Whether the intent may still be paid: it is not paid, canceled or processing. */
export const mayBePaid = (intent: Intent) =>
  !['succeeded', 'canceled', 'processing'].includes(intent.status)

/**
 * How long an upgrade in a full session waits for its payment, although it holds nothing: as long
 * as a hold with its grace.
 */
const UNHELD_CHANGE_SECONDS = HOLD_SECONDS + PAYMENT_GRACE_SECONDS

const isStillHeld = (context: MoneyContext, tenant: Tenant, payment: PaymentRow) =>
  context.db.withTenant(tenant.id, async (tx) => {
    // Reads the current state: the cart, and the payment with it, may have changed since.
    const row = await tx
      .selectFrom('payments as p')
      .select(
        sql<boolean>`exists (
          select from holds h
          where h.tenant_id = p.tenant_id and h.cart_id = p.cart_id and h.id = any(p.hold_ids)
            and h.state = 'held')`.as('isHeld'),
      )
      .select(
        sql<boolean>`p.hold_ids = '{}' and exists (
          select from order_changes c
          where c.tenant_id = p.tenant_id and c.id = p.cart_id and c.state = 'open')`.as(
          'isUnheldChange',
        ),
      )
      .where('p.id', '=', payment.id)
      .executeTakeFirst()
    const isYoung = payment.ageSeconds < UNHELD_CHANGE_SECONDS
    return row !== undefined && (row.isHeld || (row.isUnheldChange && isYoung))
  })
