import type { PoolClient } from 'pg'
import type { BatchWrites, LaneHold, NewOrder } from './lane-types.ts'

// Rows travel as one JSON text a list: built by native code on one side, read by native code on the
// other. What is changed is found by arrays of its keys and never by a join: before its first ANALYZE
// a table looks so small to the planner that it would rather walk all of it (measured: 5x). Nor by
// two arrays at once: before version 17 that is one probe for each pair.
const WRITE_STOCK = `
  with new_holds as (
    insert into holds (tenant_id, cart_id, id, browser_id, cart_number, session_id, ticket_type_id,
      quantity, unit_price_minor, fee_set, state, customer_identifier, request_key, request_hash,
      line, order_id, created_at, expires_at, reclaim_at)
    select $1, h.* from json_to_recordset($2) as h(cart_id uuid, id uuid, browser_id uuid,
      cart_number text, session_id uuid, ticket_type_id uuid, quantity integer,
      unit_price_minor integer, fee_set jsonb, state text, customer_identifier text,
      request_key uuid, request_hash uuid, line smallint, order_id uuid, created_at timestamptz,
      expires_at timestamptz, reclaim_at timestamptz)),
  changed_holds as (
    update holds h set state = $3::jsonb -> h.id::text ->> 'state',
      order_id = ($3::jsonb -> h.id::text ->> 'orderId')::uuid,
      reclaim_at = ($3::jsonb -> h.id::text ->> 'reclaimAt')::timestamptz
    where h.tenant_id = $1 and h.cart_id = any($4::uuid[]) and $3::jsonb ? h.id::text),
  noted as (
    insert into stock_ledger
      (tenant_id, batch_id, session_id, ticket_type_id, kind, held_delta, sold_delta, hold_ids)
    select $1, $6, l.* from json_to_recordset($5) as l("sessionId" uuid, "ticketTypeId" uuid, kind text,
      "heldDelta" integer, "soldDelta" integer, "holdIds" uuid[]))
  update stock s set
    held = s.held + coalesce(($7::jsonb -> s.session_id::text -> s.pool_id::text ->> 'held')::integer, 0),
    sold = s.sold + coalesce(($7::jsonb -> s.session_id::text -> s.pool_id::text ->> 'sold')::integer, 0)
  where s.tenant_id = $1 and s.session_id = any($8::uuid[])
    and $7::jsonb -> s.session_id::text ? s.pool_id::text`

const WRITE_ADD_ONS = `
  insert into cart_add_ons (tenant_id, cart_id, hold_id, add_on_id, quantity, unit_price_minor)
  select $1, a.* from json_to_recordset($2)
    as a("cartId" uuid, "holdId" uuid, "addOnId" uuid, quantity integer, "unitPriceMinor" integer)`

const WRITE_CONTACTS = `
  insert into cart_contacts (tenant_id, cart_id, contact, billing_address)
  select $1, c.* from json_to_recordset($2)
    as c("cartId" uuid, contact jsonb, "billingAddress" jsonb)
  on conflict (tenant_id, cart_id) do update
    set contact = excluded.contact, billing_address = excluded.billing_address`

const WRITE_PAYMENTS = `
  update payments set state = $3, updated_at = clock_timestamp(),
    next_check_at = case $3 when 'refund_due' then clock_timestamp() end
  where tenant_id = $1 and id = any($2::uuid[])`

const WRITE_ORDERS = `
  with new_orders as (
    insert into orders (tenant_id, id, browser_id, cart_id, cart_number, payment_id, event_id,
      session_id, email, contact, billing_address, quote, total_minor)
    select $1, o.* from json_to_recordset($2) as o(id uuid, browser_id uuid, cart_id uuid,
      cart_number text, payment_id uuid, event_id uuid, session_id uuid, email text, contact jsonb,
      billing_address jsonb, quote jsonb, total_minor integer)),
  new_items as (
    insert into order_items (tenant_id, order_id, id, ticket_type_id, quantity, unit_price_minor)
    select $1, i.* from json_to_recordset($3) as i("orderId" uuid, id uuid, "ticketTypeId" uuid,
      quantity integer, "unitPriceMinor" integer)),
  new_tickets as (
    insert into tickets (tenant_id, order_id, event_id, id, session_id, ticket_type_id, number,
      type_name, price_minor, validation_code)
    select $1, t.* from json_to_recordset($4) as t("orderId" uuid, "eventId" uuid, id uuid,
      "sessionId" uuid, "ticketTypeId" uuid, number integer, "typeName" text,
      "priceMinor" integer, "validationCode" text))
  insert into mails (tenant_id, order_id, id, recipient)
  select $1, m.* from json_to_recordset($5) as m("orderId" uuid, id uuid, recipient text)`

const CHANGE_ORDERS = `
  with changed_orders as (
    update orders o set status = coalesce($2::jsonb -> o.id::text ->> 'status', o.status),
      session_id = coalesce(($2::jsonb -> o.id::text ->> 'sessionId')::uuid, o.session_id)
    where o.tenant_id = $1 and o.id = any($3::uuid[])),
  new_mails as (
    insert into mails (tenant_id, order_id, id, recipient)
    select $1, o.id, ($2::jsonb -> o.id::text ->> 'mailId')::uuid, o.email from orders o
    where o.tenant_id = $1 and o.id = any($3::uuid[])
      and $2::jsonb -> o.id::text ->> 'mailId' is not null)
  update tickets t set status = $4::jsonb -> t.id::text ->> 'status',
    session_id = coalesce(($4::jsonb -> t.id::text ->> 'sessionId')::uuid, t.session_id),
    validation_code = coalesce($4::jsonb -> t.id::text ->> 'validationCode', t.validation_code)
  where t.tenant_id = $1 and t.id = any($5::uuid[])`

/**
 * Sends what a batch writes and returns the statements under way; none when nothing changed. Needs
 * the stock lock; the caller commits behind them.
 */
export function writeBatch(
  client: PoolClient,
  tenantId: number,
  batchId: string,
  writes: BatchWrites,
): Promise<unknown>[] {
  const sent: Promise<unknown>[] = []
  const send = (name: string, text: string, ...values: unknown[]) =>
    sent.push(client.query({ name, text, values: [tenantId, ...values] }))
  const { inserts, changes, deltas, addOns, contacts, orders } = writes

  if (inserts.length + changes.length > 0) {
    send(
      'lane_write_stock',
      WRITE_STOCK,
      JSON.stringify(inserts.map(toRow)),
      JSON.stringify(byId(changes)),
      [...new Set(changes.map((hold) => hold.cart.id))],
      JSON.stringify(writes.ledger),
      batchId,
      JSON.stringify(bySession(deltas)),
      [...new Set(deltas.map((delta) => delta.sessionId))],
    )
  }
  if (addOns.length > 0) send('lane_write_add_ons', WRITE_ADD_ONS, JSON.stringify(addOns))
  if (contacts.length > 0) send('lane_write_contacts', WRITE_CONTACTS, JSON.stringify(contacts))
  for (const [state, payments] of Map.groupBy(writes.payments, (payment) => payment.state)) {
    const ids = payments.map((payment) => payment.id)
    send('lane_write_payments', WRITE_PAYMENTS, ids, state)
  }
  if (orders.length > 0) {
    send(
      'lane_write_orders',
      WRITE_ORDERS,
      JSON.stringify(orders.map(toOrderRow)),
      JSON.stringify(orders.flatMap(toItemRows)),
      JSON.stringify(orders.flatMap(toTicketRows)),
      JSON.stringify(orders.map(toMailRow)),
    )
  }
  if (writes.orderChanges.length > 0) {
    send(
      'lane_change_orders',
      CHANGE_ORDERS,
      JSON.stringify(byId(writes.orderChanges)),
      writes.orderChanges.map((change) => change.id),
      JSON.stringify(byId(writes.ticketChanges)),
      writes.ticketChanges.map((change) => change.id),
    )
  }
  return sent
}

const byId = <T extends { id: string }>(rows: readonly T[]): Record<string, T> =>
  Object.fromEntries(rows.map((row) => [row.id, row]))

function bySession(deltas: BatchWrites['deltas']) {
  const sessions: Record<string, Record<string, { held: number; sold: number }>> = {}
  for (const { sessionId, poolId, held, sold } of deltas) {
    sessions[sessionId] = { ...sessions[sessionId], [poolId]: { held, sold } }
  }
  return sessions
}

const toRow = (hold: LaneHold) => ({
  cart_id: hold.cart.id,
  id: hold.id,
  browser_id: hold.cart.browserId,
  cart_number: hold.cart.number,
  session_id: hold.sessionId,
  ticket_type_id: hold.ticketTypeId,
  quantity: hold.quantity,
  unit_price_minor: hold.unitPriceMinor,
  fee_set: hold.feeSet,
  state: hold.state,
  customer_identifier: hold.customerIdentifier,
  request_key: hold.request?.key,
  request_hash: hold.request?.hash,
  line: hold.line,
  order_id: hold.orderId,
  created_at: hold.createdAt,
  expires_at: hold.expiresAt,
  reclaim_at: hold.reclaimAt,
})

const toOrderRow = ({ id, cart, customer, quote, ...order }: NewOrder) => ({
  id,
  browser_id: cart.browserId,
  cart_id: cart.id,
  cart_number: cart.number,
  payment_id: order.paymentId,
  event_id: order.eventId,
  session_id: order.sessionId,
  email: customer.contact.email,
  contact: customer.contact,
  billing_address: customer.billingAddress,
  quote,
  total_minor: quote.totalMinor,
})

const toItemRows = ({ id: orderId, items }: NewOrder) => items.map((item) => ({ orderId, ...item }))

const toTicketRows = ({ id: orderId, eventId, tickets }: NewOrder) =>
  tickets.map((ticket) => ({ orderId, eventId, ...ticket }))

const toMailRow = ({ id: orderId, mailId: id, customer }: NewOrder) => ({
  orderId,
  id,
  recipient: customer.contact.email,
})
