import { type Check, within } from './check.ts'
import { COUPON_CHECKS } from './coupon-checks.ts'
import { MONEY_CHECKS } from './money-checks.ts'

/**
 * Every counter equals its ledger (with the sums of the ledger's deleted rows) and its holds in the
 * same state; sold holds have as many valid tickets; nothing exceeds its capacity. Sums are made by
 * ticket type first: a session's total is the sum of its types, and an add-on has only itself as
 * type, and no tickets (see ADD_ONS). Held and sold are read separately, since each has an index.
 */
const COUNTERS = `
  with ledger as (
    select session_id, ticket_type_id, sum(held_delta) as held, sum(sold_delta) as sold,
      sum(sold_delta) filter (where kind = 'import') as imported
    from (
      select session_id, ticket_type_id, kind, held_delta, sold_delta
      from stock_ledger where ${within('session_id')}
      union all
      select session_id, ticket_type_id, kind, held_delta, sold_delta
      from stock_ledger_sums where ${within('session_id')}) entries
    group by 1, 2),
  live as (
    select session_id, ticket_type_id, sum(held) as held, sum(sold) as sold from (
      select session_id, ticket_type_id, quantity as held, 0 as sold
      from holds where state = 'held' and ${within('session_id')}
      union all
      select session_id, ticket_type_id, 0, quantity
      from holds where state = 'sold' and ${within('session_id')}) h
    group by 1, 2),
  valid as (
    select session_id, ticket_type_id, count(*) as tickets
    from tickets where status = 'VALID' and ${within('session_id')} group by 1, 2),
  facts as (
    select session_id, p.pool_id, sum(l.held) as ledger_held, sum(l.sold) as ledger_sold,
      sum(l.imported) as imported, sum(h.held) as held, sum(h.sold) as sold,
      sum(v.tickets) as tickets
    from ledger l
    full join live h using (session_id, ticket_type_id)
    full join valid v using (session_id, ticket_type_id)
    cross join lateral (values (session_id, true), (ticket_type_id, ticket_type_id <> session_id))
      as p(pool_id, is_another)
    where is_another group by 1, 2),
  compared as (
    select session_id, pool_id, s.capacity, s.add_on_id,
      coalesce(s.held, 0) as held, coalesce(s.sold, 0) as sold,
      coalesce(f.ledger_held, 0) as ledger_held, coalesce(f.ledger_sold, 0) as ledger_sold,
      coalesce(f.imported, 0) as imported, coalesce(f.held, 0) as hold_held,
      coalesce(f.sold, 0) as hold_sold, coalesce(f.tickets, 0) as tickets
    from (select * from stock where ${within('session_id')}) s
    full join facts f using (session_id, pool_id))
  select session_id as "sessionId", pool_id as "poolId", session_id as "foundAt",
    format('held %s, sold %s of %s', held, sold, coalesce(capacity::text, 'any number')) as says,
    format('ledger: held %s, sold %s (imported %s); holds: held %s, sold %s; tickets %s',
      ledger_held, ledger_sold, imported, hold_held, hold_sold, tickets) as found
  from compared
  where held <> ledger_held or held <> hold_held or sold <> ledger_sold
    or sold <> hold_sold + imported or held + sold > capacity
    or (add_on_id is null and hold_sold <> tickets)
  order by 1, 2`

/**
 * A paid order has as many valid tickets of each type as its items say, less those that ended with
 * a refund. A refunded order has none.
 */
const ORDER_ITEMS = `
  with asked as (select id, session_id, status from orders where ${within('id')}),
  counted as (
    select i.order_id, i.ticket_type_id, i.quantity
    from order_items i join asked a on a.id = i.order_id where a.status = 'PAID'
    union all
    select t.order_id, t.ticket_type_id, -1
    from refunds r join asked a on a.id = r.order_id
    cross join unnest(r.ticket_ids) as ended(id)
    join tickets t on t.tenant_id = r.tenant_id and t.id = ended.id
    where a.status = 'PAID'),
  items as (
    select order_id, ticket_type_id, nullif(sum(quantity), 0) as quantity
    from counted group by 1, 2),
  valid as (
    select t.order_id, t.ticket_type_id, count(*) as tickets
    from tickets t join asked a on a.id = t.order_id where t.status = 'VALID' group by 1, 2)
  select a.session_id as "sessionId", ticket_type_id as "poolId", a.id as "foundAt",
    format('order %s (%s): items %s', a.id, a.status, coalesce(quantity, 0)) as says,
    format('tickets %s', coalesce(tickets, 0)) as found
  from items full join valid using (order_id, ticket_type_id)
  join asked a on a.id = order_id
  where quantity is distinct from tickets
  order by 1, 2`

/**
 * The sold holds of orders. A hold is found by its cart, the first column of its key. The carts are
 * an array, because the planner makes no join of an 'in' below an 'or'.
 */
const SOLD = `state = 'sold' and ($1::uuid[] is null or order_id = any($1)
  and cart_id = any(array(select cart_id from orders where id = any($1))))`

/**
 * Every sold hold has its order, and every order its sold holds: by order, session and type, their
 * quantity is the number of valid tickets.
 */
const SALES = `
  with sold as (
    select order_id, session_id, ticket_type_id, sum(quantity) as quantity
    from holds
    where ${SOLD} and ticket_type_id <> session_id
    group by 1, 2, 3),
  valid as (
    select order_id, session_id, ticket_type_id, count(*) as tickets
    from tickets where status = 'VALID' and ${within('order_id')} group by 1, 2, 3)
  select coalesce(s.session_id, v.session_id) as "sessionId",
    coalesce(s.ticket_type_id, v.ticket_type_id) as "poolId",
    coalesce(s.order_id, v.order_id) as "foundAt",
    format('order %s: sold holds %s', coalesce(s.order_id::text, v.order_id::text, 'none'),
      coalesce(quantity, 0)) as says,
    format('tickets %s', coalesce(tickets, 0)) as found
  from sold s
  full join valid v on v.order_id = s.order_id and v.session_id = s.session_id
    and v.ticket_type_id = s.ticket_type_id
  where quantity is distinct from tickets
  order by 1, 2`

/**
 * Of add-ons with a stock, an order has sold as many as its receipt says; a refunded order has
 * none.
 */
const ADD_ONS = `
  with bought as (
    select o.id as order_id, l.id as add_on_id, sum(l.quantity) as quantity
    from orders o
    cross join lateral jsonb_to_recordset(o.quote -> 'lines')
      as l(kind text, id uuid, quantity integer)
    where o.status = 'PAID' and l.kind = 'addOn' and ${within('o.id')}
      and l.id in (select add_on_id from stock where add_on_id is not null)
    group by 1, 2),
  sold as (
    select order_id, session_id as add_on_id, sum(quantity) as quantity
    from holds where ${SOLD} and ticket_type_id = session_id group by 1, 2)
  select add_on_id as "sessionId", add_on_id as "poolId", order_id as "foundAt",
    format('order %s: add-ons %s', coalesce(order_id::text, 'none'), coalesce(b.quantity, 0)) as says,
    format('sold holds %s', coalesce(s.quantity, 0)) as found
  from bought b full join sold s using (order_id, add_on_id)
  where b.quantity is distinct from s.quantity
  order by 1, 4`

/** Only one held row exists for each line of a cart. */
const CART_LINES = `
  select session_id as "sessionId", ticket_type_id as "poolId", session_id as "foundAt",
    format('cart %s: one held row', cart_id) as says, format('rows %s', count(*)) as found
  from holds where state = 'held' and ${within('session_id')}
  group by cart_id, session_id, ticket_type_id having count(*) > 1
  order by 1, 2`

/**
 * The order of every item, ticket and mail exists. Checked in whole audits only, since a job's
 * round checks single orders.
 */
const ORPHANS = `
  with parts as (
    select 'item' as kind, id, tenant_id, order_id from order_items
    union all
    select 'ticket', id, tenant_id, order_id from tickets
    union all
    select 'mail', id, tenant_id, order_id from mails where order_id is not null)
  select null as "sessionId", null as "poolId", null as "foundAt",
    format('%s %s: order %s', p.kind, p.id, p.order_id) as says, 'no order' as found
  from parts p left join orders o on o.tenant_id = p.tenant_id and o.id = p.order_id
  where $1::uuid[] is null and o.id is null
  order by 4`

/** The payment that an order names has paid for that order. */
const PAID_ORDERS = `
  select o.session_id as "sessionId", null as "poolId", o.id as "foundAt",
    format('order %s: paid', o.id) as says,
    format('payment %s: %s', o.payment_id, coalesce(p.state, 'missing')) as found
  from orders o
  left join payments p on p.tenant_id = o.tenant_id and p.id = o.payment_id
  where o.payment_id is not null and ${within('o.id')}
    and coalesce(p.state, '') not in ('completed', 'refund_due', 'refunded')
  order by 1`

/** Orders and tickets belong to the event of their session. */
const EVENTS = `
  with placed as (
    select tenant_id, id as order_id, session_id, event_id from orders where ${within('id')}
    union all
    select tenant_id, order_id, session_id, event_id from tickets where ${within('order_id')})
  select distinct p.session_id as "sessionId", null as "poolId", p.order_id as "foundAt",
    format('order %s: event %s', p.order_id, p.event_id) as says,
    format('of its session: %s', coalesce(s.event_id::text, 'none')) as found
  from placed p
  left join sessions s on s.tenant_id = p.tenant_id and s.id = p.session_id
  where s.event_id is distinct from p.event_id
  order by 1`

/** A completed payment has an order. */
const COMPLETED_PAYMENTS = `
  select null as "sessionId", null as "poolId", p.id as "foundAt",
    format('payment %s: completed', p.id) as says,
    'no order' as found
  from payments p
  left join orders o on o.tenant_id = p.tenant_id and o.payment_id = p.id
  where p.state = 'completed' and o.id is null and ${within('p.id')}`

/**
 * The rules, one statement each. They name no tenant: row security limits every table to the tenant
 * of the transaction, and without row security ids are still unique across tenants.
 */
export const CHECKS: readonly Check[] = [
  { name: 'counters', scope: 'sessionIds', text: COUNTERS },
  { name: 'cart lines', scope: 'sessionIds', text: CART_LINES },
  { name: 'order items', scope: 'orderIds', text: ORDER_ITEMS },
  { name: 'sales', scope: 'orderIds', text: SALES },
  { name: 'add-ons', scope: 'orderIds', text: ADD_ONS },
  { name: 'orphans', scope: 'orderIds', text: ORPHANS },
  { name: 'paid orders', scope: 'orderIds', text: PAID_ORDERS },
  { name: 'events', scope: 'orderIds', text: EVENTS },
  { name: 'completed payments', scope: 'paymentIds', text: COMPLETED_PAYMENTS },
  ...COUPON_CHECKS,
  ...MONEY_CHECKS,
]
