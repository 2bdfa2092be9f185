import type { LaneClient, LaneValue } from '@foyer/db'
import type { LaneOrder, LanePayment } from '../lanes/lane-types.ts'

/** Rows that are locked first and read behind it: what a statement joins to a row may be old. */
interface LockedRows {
  table: string
  lock: string
  read: string
}

// Of a payable cart the one payment that may still be captured.
const WANTED_PAYMENTS = `any($2::uuid[] || array(
    select id from payments
    where tenant_id = $1 and cart_id = any($3::uuid[]) and state in ('created', 'open')))`

// One that may still be captured has no order, and is not looked for: before the first ANALYZE the
// planner would walk all orders of the tenant for it (measured: 16 ms a batch after 2,000 orders).
const PAYMENTS: LockedRows = {
  table: 'payments',
  lock: `
  select 1 from payments where tenant_id = $1 and id = ${WANTED_PAYMENTS} order by id for update`,
  read: `
  select p.id, p.cart_id as "cartId", p.intent_id as "intentId",
    p.intent_attempts as "intentAttempts", p.state,
    p.amount_minor as "amountMinor", p.currency, p.event_id as "eventId",
    p.hold_ids as "holdIds", p.quote, case when p.state not in ('created', 'open') then (
      select o.id from orders o
      where o.tenant_id = p.tenant_id and o.payment_id = p.id limit 1) end as "orderId", (
      select json_build_object('contact', c.contact, 'billingAddress', c.billing_address)
      from cart_contacts c
      where c.tenant_id = p.tenant_id and c.cart_id = p.cart_id) as customer,
    p.captured_minor as "capturedMinor", (
      select coalesce(json_agg(json_build_object('id', r.id, 'kind', r.kind,
        'amountMinor', r.amount_minor, 'feeMinor', r.fee_minor, 'withFees', r.with_fees,
        'ticketIds', r.ticket_ids, 'requestKey', r.request_key, 'state', r.state,
        'providerRefundId', r.provider_refund_id)), '[]')
      from refunds r where r.tenant_id = p.tenant_id and r.payment_id = p.id) as refunds
  from payments p where p.tenant_id = $1 and p.id = ${WANTED_PAYMENTS}`,
}

const ORDERS: LockedRows = {
  table: 'orders',
  lock: `
  select 1 from orders where tenant_id = $1 and id = any($2::uuid[]) order by id for update`,
  read: `
  select o.id, o.status, o.cart_id as "cartId", o.email, o.quote, coalesce((
    select u.discounts from coupon_uses u
    where u.tenant_id = o.tenant_id and u.id = (o.quote -> 'coupon' ->> 'id')::uuid), '[]')
      as discounts, (
    select coalesce(json_agg(json_build_object('id', t.id, 'number', t.number,
      'ticketTypeId', t.ticket_type_id, 'priceMinor', t.price_minor, 'sessionId', t.session_id,
      'status', t.status) order by t.number), '[]')
    from tickets t where t.tenant_id = o.tenant_id and t.order_id = o.id) as tickets, (
    select coalesce(json_agg(extract(epoch from statement_timestamp() - moved.at)
      order by moved.at desc), '[]')
    from unnest(o.moved_at) as moved(at)) as "rescheduleAges"
  from orders o where o.tenant_id = $1 and o.id = any($2::uuid[])`,
}

/** Payments by id, and those under way of carts that are about to be paid. */
export async function readPayments(
  client: LaneClient,
  tenantId: number,
  paymentIds: readonly string[],
  payableCartIds: readonly string[],
): Promise<LanePayment[]> {
  if (paymentIds.length + payableCartIds.length === 0) return []
  return lockAndRead<LanePayment>(client, PAYMENTS, [tenantId, paymentIds, payableCartIds])
}

export async function readOrders(
  client: LaneClient,
  tenantId: number,
  orderIds: readonly string[],
): Promise<LaneOrder[]> {
  if (orderIds.length === 0) return []
  return lockAndRead<LaneOrder>(client, ORDERS, [tenantId, orderIds])
}

async function lockAndRead<Row>(
  client: LaneClient,
  { table, lock, read }: LockedRows,
  values: readonly LaneValue[],
): Promise<Row[]> {
  const [, { rows }] = await Promise.all([
    client.query({ name: `lane_lock_${table}`, text: lock, values }),
    client.query<Row>({ name: `lane_read_${table}`, text: read, values }),
  ])
  return rows
}
