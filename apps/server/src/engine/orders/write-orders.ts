import { byId, type WriteStatement } from '../lanes/statements.ts'
import type { OrderBook } from './order-book.ts'
import type { NewOrder } from './order-types.ts'

const WRITE_ORDERS = `
  with new_orders as (
    insert into orders (tenant_id, id, browser_id, cart_id, cart_number, payment_id, event_id,
      session_id, email, contact, billing_address, quote, total_minor, created_at)
    select $1, o.* from json_to_recordset($2) as o(id uuid, browser_id uuid, cart_id uuid,
      cart_number text, payment_id uuid, event_id uuid, session_id uuid, email text, contact jsonb,
      billing_address jsonb, quote jsonb, total_minor integer,
      created_at timestamptz)),
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
      session_id = coalesce(($2::jsonb -> o.id::text ->> 'sessionId')::uuid, o.session_id),
      rescheduled_at = case when ($2::jsonb -> o.id::text ->> 'reschedules')::integer = 0 then o.rescheduled_at
        else o.rescheduled_at || array_fill(statement_timestamp(),
          array[($2::jsonb -> o.id::text ->> 'reschedules')::integer]) end
    where o.tenant_id = $1 and o.id = any($3::uuid[])),
  new_mails as (
    insert into mails (tenant_id, order_id, id, recipient, kind, data)
    -- All parts of a statement see one snapshot, so this still reads the session that the order
    -- leaves.
    select $1, o.id, ($2::jsonb -> o.id::text ->> 'mailId')::uuid, o.email, 'reschedule',
      jsonb_build_object('fromStartsAt', s.starts_at)
    from orders o join sessions s on s.tenant_id = o.tenant_id and s.id = o.session_id
    where o.tenant_id = $1 and o.id = any($3::uuid[])
      and $2::jsonb -> o.id::text ->> 'mailId' is not null)
  update tickets t set status = $4::jsonb -> t.id::text ->> 'status',
    session_id = coalesce(($4::jsonb -> t.id::text ->> 'sessionId')::uuid, t.session_id),
    validation_code = coalesce($4::jsonb -> t.id::text ->> 'validationCode', t.validation_code)
  where t.tenant_id = $1 and t.id = any($5::uuid[])`

/** New orders, and changes of orders and tickets. */
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
          ]
        : null,
  },
  {
    name: 'lane_change_orders',
    text: CHANGE_ORDERS,
    values: ({ orders: { changes, ticketChanges } }) =>
      changes.length + ticketChanges.length > 0
        ? [
            byId(changes),
            changes.map((change) => change.id),
            byId(ticketChanges),
            ticketChanges.map((change) => change.id),
          ]
        : null,
  },
]

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
  created_at: order.createdAt,
})

const toItemRows = ({ id: orderId, items }: NewOrder) => items.map((item) => ({ orderId, ...item }))

const toTicketRows = ({ id: orderId, eventId, tickets }: NewOrder) =>
  tickets.map((ticket) => ({ orderId, eventId, ...ticket }))

const toMailRow = ({ id: orderId, mailId: id, customer }: NewOrder) => ({
  orderId,
  id,
  recipient: customer.contact.email,
})
