import { granted, type Result, refused } from '@foyer/contract'
import type { Address, Contact, TenantTx } from '@foyer/db'
import { type Quote, toMajor } from '@foyer/domain'
import { sql } from 'kysely'
import { newId, newValidationCode } from '../adapters/ids.ts'
import type { Intent } from '../adapters/payment-gateway.ts'
import type { Context, Tenant } from '../context.ts'
import { loadFrozenCart } from './frozen-cart.ts'
import { lockStockOf, type SoldHold, sellHolds } from './sell-holds.ts'

/** What an order is made of, whether it was paid or free. */
interface Purchase {
  cart: { id: string; browserId: string; number: string }
  eventId: string
  paymentId: string | null
  quote: Quote
  sold: readonly SoldHold[]
  contact: Contact
  billingAddress: Address
}

/**
 * Turns a captured payment into an order, or into a refund where a place is gone. Idempotent: the
 * browser's return, the webhook and the reconciler all call it; the first wins and the others get
 * the same order. `intent` was just fetched from the provider, which alone is believed.
 */
export async function completeOrder(
  context: Context,
  tenant: Tenant,
  paymentId: string,
  intent: Intent,
): Promise<Result<{ orderId: string }>> {
  if (intent.status !== 'succeeded') {
    return refused('payment_not_succeeded', 'The payment has not been completed yet.', {
      paymentStatus: intent.status,
    })
  }
  const result = await context.db.withTenant(tenant.id, (tx) => settle(tx, paymentId, intent))
  // A mail waits to be sent, or a refund to be made.
  context.kickJobs()
  return result
}

async function settle(
  tx: TenantTx,
  paymentId: string,
  intent: Intent,
): Promise<Result<{ orderId: string }>> {
  const { hold_ids: holdIds } = await tx
    .selectFrom('payments')
    .select('hold_ids')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  await lockStockOf(tx, holdIds)
  const payment = await tx
    .selectFrom('payments')
    .innerJoin('carts', (join) =>
      join
        .onRef('carts.tenant_id', '=', 'payments.tenant_id')
        .onRef('carts.id', '=', 'payments.cart_id'),
    )
    .select(['payments.id', 'payments.state', 'payments.amount_minor', 'payments.currency'])
    .select(['payments.quote', 'payments.event_id', 'payments.hold_ids'])
    .select(['carts.id as cart_id', 'carts.browser_id', 'carts.number'])
    .select(['carts.contact', 'carts.billing_address'])
    .where('payments.id', '=', paymentId)
    .forUpdate('payments')
    .executeTakeFirstOrThrow()

  if (payment.state === 'completed') {
    const order = await tx
      .selectFrom('orders')
      .select('id')
      .where('payment_id', '=', paymentId)
      .executeTakeFirstOrThrow()
    return granted({ orderId: order.id })
  }
  if (payment.state === 'refund_due' || payment.state === 'refunded') return REFUNDED

  const isExact =
    intent.amountMinor === payment.amount_minor &&
    intent.currency === payment.currency &&
    payment.hold_ids.join() === holdIds.join()
  const sold = isExact ? await sellHolds(tx, holdIds) : null
  if (!sold) {
    await setState(tx, paymentId, 'refund_due')
    return REFUNDED
  }
  const orderId = await recordOrder(tx, {
    cart: { id: payment.cart_id, browserId: payment.browser_id, number: payment.number },
    eventId: payment.event_id,
    paymentId,
    quote: payment.quote,
    sold,
    contact: payment.contact ?? contactFrom(intent),
    billingAddress: payment.billing_address ?? addressFrom(intent),
  })
  await setState(tx, paymentId, 'completed')
  return granted({ orderId })
}

const REFUNDED = refused(
  'payment_refunded',
  'Your tickets were gone by the time the payment arrived. The full amount is on its way back to your card; nothing more is needed from you.',
)

const setState = (tx: TenantTx, id: string, state: 'refund_due' | 'completed') =>
  tx
    .updateTable('payments')
    .set({
      state,
      next_check_at: state === 'refund_due' ? sql<Date>`clock_timestamp()` : null,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute()

/**
 * Turns a cart whose total is 0 into an order, without a card. A second call finds the cart
 * completed and answers the same order.
 */
export async function completeFreeOrder(
  context: Context,
  tenant: Tenant,
  cartId: string,
  customer: { contact: Contact; billingAddress: Address },
  problemWith: (quote: Quote) => Extract<Result<never>, { ok: false }> | null,
): Promise<Result<{ orderId: string }>> {
  const result = await context.db.withTenant(tenant.id, async (tx) => {
    const before = await loadFrozenCart(tx, cartId, tenant.currency)
    if (!before) return CART_NOT_FOUND
    await lockStockOf(tx, before.holdIds)
    await tx.selectFrom('carts').select('id').where('id', '=', cartId).forUpdate().execute()
    const cart = await loadFrozenCart(tx, cartId, tenant.currency)
    if (!cart) return CART_NOT_FOUND
    if (cart.orderId) return granted({ orderId: cart.orderId })
    if (cart.holdIds.length === 0) return HOLD_EXPIRED
    if (cart.quote.totalMinor !== 0) {
      return refused(
        'payment_not_succeeded',
        'This cart has to be paid before it becomes an order.',
        {
          expectedAmount: toMajor(cart.quote.totalMinor, cart.quote.currency),
        },
      )
    }
    const problem = problemWith(cart.quote)
    if (problem) return problem
    const isUnchanged = cart.holdIds.join() === before.holdIds.join()
    const sold = isUnchanged ? await sellHolds(tx, cart.holdIds) : null
    if (!sold) return HOLD_EXPIRED
    const orderId = await recordOrder(tx, {
      cart,
      eventId: cart.eventId,
      paymentId: null,
      quote: cart.quote,
      sold,
      ...customer,
    })
    return granted({ orderId })
  })
  if (result.ok) context.kickJobs()
  return result
}

export const CART_NOT_FOUND = refused(
  'cart_not_found',
  'Your cart hold has expired or does not exist.',
)
export const HOLD_EXPIRED = refused(
  'hold_expired',
  'Your cart hold has expired. Please start over.',
)

async function recordOrder(tx: TenantTx, purchase: Purchase): Promise<string> {
  const { sold, contact, cart } = purchase
  const orderId = newId()
  const sessionId = sold[0]?.sessionId
  if (!sessionId) throw new Error('An order needs at least one sold hold')
  const tenant_id = sql<number>`current_tenant()`
  const shared = { tenant_id, order_id: orderId }
  await tx
    .insertInto('orders')
    .values({
      tenant_id,
      id: orderId,
      browser_id: cart.browserId,
      cart_id: cart.id,
      cart_number: cart.number,
      payment_id: purchase.paymentId,
      event_id: purchase.eventId,
      session_id: sessionId,
      email: contact.email,
      contact: JSON.stringify(contact),
      billing_address: JSON.stringify(purchase.billingAddress),
      quote: JSON.stringify(purchase.quote),
      total_minor: purchase.quote.totalMinor,
    })
    .execute()
  await tx
    .insertInto('order_items')
    .values(
      sold.map((hold) => ({
        ...shared,
        id: newId(),
        ticket_type_id: hold.ticketTypeId,
        quantity: hold.quantity,
        unit_price_minor: hold.unitPriceMinor,
      })),
    )
    .execute()
  const places = sold.flatMap((hold) => Array.from({ length: hold.quantity }, () => hold))
  await tx
    .insertInto('tickets')
    .values(
      places.map((hold, index) => ({
        ...shared,
        id: newId(),
        event_id: purchase.eventId,
        session_id: hold.sessionId,
        ticket_type_id: hold.ticketTypeId,
        number: index + 1,
        type_name: hold.typeName,
        price_minor: hold.unitPriceMinor,
        validation_code: newValidationCode(),
      })),
    )
    .execute()
  await tx
    .insertInto('mails')
    .values({ ...shared, id: newId(), recipient: contact.email })
    .execute()
  await tx.updateTable('carts').set({ order_id: orderId }).where('id', '=', cart.id).execute()
  await tx.deleteFrom('cart_add_ons').where('cart_id', '=', cart.id).execute()
  return orderId
}

// The buyer left before telling us anything: what they typed at the provider is all there is.
function contactFrom(intent: Intent): Contact {
  const [firstName = '', ...rest] = (intent.billing?.name ?? '').split(' ')
  return {
    firstName,
    lastName: rest.join(' '),
    // As the contract has addresses, so that the order is found by it.
    email: intent.billing?.email?.trim().toLowerCase() ?? '',
    phone: intent.billing?.phone ?? '',
  }
}

function addressFrom(intent: Intent): Address {
  const address = intent.billing?.address
  return {
    address: address?.line1 ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    zipCode: address?.postal_code ?? '',
    country: address?.country ?? 'US',
  }
}
