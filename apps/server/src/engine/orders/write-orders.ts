import { byId, rowsOf, type WriteStatement } from '../lanes/statements.ts'
import type { OrderBook } from './order-book.ts'
import type { NewOrder } from './order-types.ts'

const TICKET = `"orderId" uuid, "eventId" uuid, id uuid, "sessionId" uuid, "ticketTypeId" uuid,
      number integer, revision smallint, "typeName" text, "priceMinor" integer,
      "discountMinor" integer, "feeMinor" integer, charges jsonb, "validationCode" text, places smallint`

const WRITE_ORDERS = `
  with new_orders as (
    insert into orders (tenant_id, id, browser_id, cart_id, cart_number, event_id,
      session_id, email, contact, billing_address, quote, total_minor, created_at)
    select $1, o.* from json_to_recordset($2) as o(id uuid, browser_id uuid, cart_id uuid,
      cart_number text, event_id uuid, session_id uuid, email text, contact jsonb,
      billing_address jsonb, quote jsonb, total_minor integer,
      created_at timestamptz)),
  new_items as (
    insert into order_items (tenant_id, order_id, id, ticket_type_id, quantity, unit_price_minor)
    select $1, i.* from json_to_recordset($3) as i("orderId" uuid, id uuid, "ticketTypeId" uuid,
      quantity integer, "unitPriceMinor" integer)),
  new_tickets as (
    insert into tickets (tenant_id, order_id, event_id, id, session_id, ticket_type_id, number,
      revision, type_name, price_minor, discount_minor, fee_minor, charges, validation_code, places)
    select $1, t.* from json_to_recordset($4) as t(${TICKET})),
  new_add_ons as (
    insert into order_add_ons (tenant_id, order_id, id, add_on_id, name, quantity, price_minor,
      fee_minor, charges)
    select $1, a.* from json_to_recordset($6) as a("orderId" uuid, id uuid, "addOnId" uuid,
      name text, quantity integer, "priceMinor" integer, "feeMinor" integer, charges jsonb))
  insert into mails (tenant_id, order_id, id, recipient)
  select $1, m.* from json_to_recordset($5) as m("orderId" uuid, id uuid, recipient text)`

const WRITE_GIFTS = `
  insert into complimentary_orders (tenant_id, order_id, person_id, reason, note)
  select $1, g.* from json_to_recordset($2)
    as g("orderId" uuid, "personId" uuid, reason text, note text)`

const CHANGE_ORDERS = `
  with changed_orders as (
    update orders o set status = coalesce($2::jsonb -> o.id::text ->> 'status', o.status),
      session_id = coalesce(($2::jsonb -> o.id::text ->> 'sessionId')::uuid, o.session_id)
    where o.tenant_id = $1 and o.id = any($3::uuid[])),
  ended_add_ons as (
    update order_add_ons a set status = 'CANCELLED'
    where a.tenant_id = $1 and a.id = any($7::uuid[])),
  new_tickets as (
    insert into tickets (tenant_id, order_id, event_id, id, session_id, ticket_type_id, number,
      revision, type_name, price_minor, discount_minor, fee_minor, charges, validation_code, places,
      status, replaced_by)
    select $1, t.* from json_to_recordset($6)
      as t(${TICKET}, status text, "replacedBy" uuid))
  update tickets t set status = $4::jsonb -> t.id::text ->> 'status',
    replaced_by = ($4::jsonb -> t.id::text ->> 'replacedBy')::uuid
  where t.tenant_id = $1 and t.id = any($5::uuid[])`

// A change may be written twice: when it is open, and when it is done or ended.
const WRITE_CHANGES = `
  insert into order_changes (tenant_id, id, order_id, kind, state, sequence, receipt, details,
    due_minor, refund_minor, credit_minor, kept_minor, change_fee_minor, reason, made_by, done_at)
  select $1, c.id, c."orderId", c.kind, c.state, c.sequence, c.receipt,
    json_build_object('tickets', c.tickets, 'refundIds', c."refundIds"), c."dueMinor", c."refundMinor", c."creditMinor",
    c."keptMinor", c."changeFeeMinor", c.reason, c."madeBy",
    case when c.state = 'done' then statement_timestamp() end
  from json_to_recordset($2) as c(id uuid, "orderId" uuid, kind text, state text, sequence integer,
    receipt jsonb, tickets json, "refundIds" json, "dueMinor" integer, "refundMinor" integer, "creditMinor" integer,
    "keptMinor" integer, "changeFeeMinor" integer, reason text, "madeBy" text)
  on conflict (tenant_id, id) do update set state = excluded.state, sequence = excluded.sequence,
    receipt = excluded.receipt, details = excluded.details, credit_minor = excluded.credit_minor,
    done_at = excluded.done_at`

const WRITE_CHANGE_MAILS = `
  insert into mails (tenant_id, order_id, id, recipient, kind, data)
  select $1, m.* from json_to_recordset($2)
    as m("orderId" uuid, id uuid, recipient text, kind text, data jsonb)`

/** New orders, and changes of orders, tickets and add-ons with their history. */
export const ORDER_STATEMENTS: readonly WriteStatement<{
  orders: ReturnType<OrderBook['rows']>
}>[] = [
  {
    name: 'lane_write_orders',
    text: WRITE_ORDERS,
    values: ({ orders: { created } }) =>
      created.length > 0
        ? [
            JSON.stringify(created.map(toOrderRow)),
            JSON.stringify(created.flatMap(toItemRows)),
            JSON.stringify(created.flatMap(toTicketRows)),
            JSON.stringify(created.map(toMailRow)),
            JSON.stringify(created.flatMap(toAddOnRows)),
          ]
        : null,
  },
  {
    name: 'lane_write_gifts',
    text: WRITE_GIFTS,
    values: ({ orders: { created } }) =>
      rowsOf(created.flatMap(({ id: orderId, gift }) => (gift ? { orderId, ...gift } : []))),
  },
  {
    name: 'lane_change_orders',
    text: CHANGE_ORDERS,
    values: ({ orders: { updates, ticketUpdates, newTickets, endedAddOnIds } }) =>
      updates.length + ticketUpdates.length + newTickets.length + endedAddOnIds.length > 0
        ? [
            byId(updates),
            updates.map((update) => update.id),
            byId(ticketUpdates),
            ticketUpdates.map((update) => update.id),
            JSON.stringify(newTickets),
            endedAddOnIds,
          ]
        : null,
  },
  {
    // A change that ends is written first, because an order has only one open change.
    name: 'lane_write_order_changes',
    text: WRITE_CHANGES,
    values: ({ orders }) =>
      rowsOf(
        orders.changes.toSorted((a, b) => Number(a.state === 'open') - Number(b.state === 'open')),
      ),
  },
  {
    name: 'lane_write_change_mails',
    text: WRITE_CHANGE_MAILS,
    values: ({ orders }) => rowsOf(orders.mails),
  },
]

const toOrderRow = ({ id, cart, customer, quote, ...order }: NewOrder) => ({
  id,
  browser_id: cart.browserId,
  cart_id: cart.id,
  cart_number: cart.number,
  event_id: order.eventId,
  session_id: order.sessionId,
  email: customer.contact.email,
  contact: customer.contact,
  billing_address: customer.billingAddress,
  quote,
  total_minor: quote.totalMinor,
  created_at: order.createdAt,
})

const toItemRows = ({ id: orderId, items }: NewOrder) => items.map((item) => ({ orderId, ...item }))

const toTicketRows = ({ id: orderId, eventId, tickets }: NewOrder) =>
  tickets.map((ticket) => ({ orderId, eventId, ...ticket }))

const toAddOnRows = ({ id: orderId, addOns }: NewOrder) =>
  addOns.map((addOn) => ({ orderId, ...addOn }))

const toMailRow = ({ id: orderId, mailId: id, customer }: NewOrder) => ({
  orderId,
  id,
  recipient: customer.contact.email,
})
