import type { LaneClient, TenantTx } from '@foyer/db'
import { CompiledQuery } from 'kysely'
import type { HeldAddOn } from '../carts/cart-types.ts'
import type { Aggregate } from '../lanes/aggregate.ts'
import type { BatchNeeds } from '../lanes/batch-needs.ts'
import { type LockedRows, lockThenRead } from '../lanes/statements.ts'
import { PaymentBook } from './payment-book.ts'
import type { CurrentAccount, LanePayment, ReadPayments } from './payment-types.ts'
import { PAYMENT_STATEMENTS } from './write-payments.ts'

export interface PaymentNeeds {
  /** Payments to lock and read, with their holds. */
  paymentIds?: readonly string[]
  /**
   * Carts about to be paid: their payment under way is locked, and the add-ons of their holds are
   * read.
   */
  payableCartIds?: readonly string[]
  /** Carts whose price decides something; the add-ons of their holds are read. */
  pricedCartIds?: readonly string[]
  /** If there are any: payments may be recorded, on the account that the organizer has now. */
  payees?: readonly string[]
}

/**
 * Payments by id, the payments under way of carts that are about to be paid, and what they pay for.
 */
export const payments = {
  async lockAndRead(
    client: LaneClient,
    tenantId: number,
    needs: BatchNeeds<PaymentNeeds>,
  ): Promise<ReadPayments> {
    const cartIds = needs.of('payableCartIds')
    const [rows, addOns, account] = await Promise.all([
      readPayments(client, tenantId, needs.of('paymentIds'), cartIds),
      readAddOns(client, tenantId, needs.of('payableCartIds', 'pricedCartIds')),
      needs.of('payees').length > 0 ? readAccount(client, tenantId) : null,
    ])
    return { rows, addOns, account }
  },
  book: (state: { payments: ReadPayments }) => new PaymentBook(state.payments),
  statements: PAYMENT_STATEMENTS,
} satisfies Aggregate

// For a payable cart, the one payment that may still be captured.
const WANTED_PAYMENTS = `any($2::uuid[] || array(
    select id from payments
    where tenant_id = $1 and cart_id = any($3::uuid[]) and state in ('created', 'open')))`

// A payment that may still be captured has no order, so none is searched for: before the first
// ANALYZE the planner would read all orders of the tenant (measured: 16 ms a batch after 2,000
// orders).
const PAYMENTS: LockedRows = {
  table: 'payments',
  lock: `
  select 1 from payments where tenant_id = $1 and id = ${WANTED_PAYMENTS} order by id for update`,
  read: `
  select p.id, p.cart_id as "cartId", p.intent_id as "intentId",
    p.intent_attempts as "intentAttempts", p.state,
    p.amount_minor as "amountMinor", p.currency, p.event_id as "eventId",
    p.hold_ids as "holdIds", p.quote, p.order_id as "orderId",
    p.change_of_order_id as "changeOfOrderId",
    case when p.account_id is not null then json_build_object('id', p.account_id,
      'fee', json_build_object('ppm', p.platform_fee_ppm, 'fixedMinor', p.platform_fee_fixed_minor))
    end as account, (
      select json_build_object('contact', c.contact, 'billingAddress', c.billing_address)
      from cart_contacts c
      where c.tenant_id = p.tenant_id and c.cart_id = p.cart_id) as customer,
    p.captured_minor as "capturedMinor", (
      select coalesce(json_agg(json_build_object('id', r.id, 'kind', r.kind,
        'amountMinor', r.amount_minor, 'feeMinor', r.fee_minor, 'taxMinor', r.tax_minor,
        'feeTaxMinor', r.fee_tax_minor, 'withFees', r.with_fees,
        'ticketIds', r.ticket_ids, 'requestKey', r.request_key, 'state', r.state,
        'providerRefundId', r.provider_refund_id, 'reason', r.reason)), '[]')
      from refunds r where r.tenant_id = p.tenant_id and r.payment_id = p.id) as refunds
  from payments p where p.tenant_id = $1 and p.id = ${WANTED_PAYMENTS}`,
}

async function readPayments(
  client: LaneClient,
  tenantId: number,
  paymentIds: readonly string[],
  payableCartIds: readonly string[],
): Promise<LanePayment[]> {
  if (paymentIds.length + payableCartIds.length === 0) return []
  return lockThenRead<LanePayment>(client, PAYMENTS, [tenantId, paymentIds, payableCartIds])
}

/** Reads payments without a lock, newest first, for a quote. */
export async function readCharges(
  tx: TenantTx,
  tenantId: number,
  paymentIds: readonly string[],
): Promise<LanePayment[]> {
  const query = CompiledQuery.raw(PAYMENTS.read, [tenantId, paymentIds, []])
  const { rows } = await tx.executeQuery<LanePayment>(query)
  return rows.sort((a, b) => paymentIds.indexOf(a.id) - paymentIds.indexOf(b.id))
}

// The lock keeps the account from being replaced until the payment is recorded on it. Payments share it.
const READ_ACCOUNT = `
  select account_id as id, charges_enabled as "chargesEnabled",
    json_build_object('ppm', platform_fee_ppm, 'fixedMinor', platform_fee_fixed_minor) as fee
  from connected_accounts where tenant_id = $1 and disconnected_at is null for share`

async function readAccount(client: LaneClient, tenantId: number): Promise<CurrentAccount | null> {
  const { rows } = await client.query<CurrentAccount>({
    name: 'lane_read_account',
    text: READ_ACCOUNT,
    values: [tenantId],
  })
  return rows[0] ?? null
}

const READ_ADD_ONS = `
  select c.cart_id as "cartId", c.hold_id as "holdId", c.add_on_id as "addOnId", a.name, a.position,
    c.quantity, c.unit_price_minor as "unitPriceMinor", c.fee_set as "feeSet",
    c.tax_rate as "taxRate"
  from cart_add_ons c join add_ons a on a.tenant_id = c.tenant_id and a.id = c.add_on_id
  where c.tenant_id = $1 and c.cart_id = any($2::uuid[])`

async function readAddOns(
  client: LaneClient,
  tenantId: number,
  cartIds: readonly string[],
): Promise<HeldAddOn[]> {
  if (cartIds.length === 0) return []
  const { rows } = await client.query<HeldAddOn>({
    name: 'lane_read_add_ons',
    text: READ_ADD_ONS,
    values: [tenantId, cartIds],
  })
  return rows
}
