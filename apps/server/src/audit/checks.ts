import { type Check, within } from './check.ts'
import { COUPON_CHECKS } from './coupon-checks.ts'
import { MONEY_CHECKS } from './money-checks.ts'

/**
 * Every counter equals its ledger (with the sums of the ledger's deleted rows) and its holds in the
 * same state; sold holds have as many valid tickets; nothing exceeds its capacity. Sums are made by
 * ticket type first: a session's total is the sum of its types, and what a group shares is the sum of
 * the types in it, each in places. An add-on has only itself as type, and no tickets (see ADD_ONS). Held and sold are read separately, since each has an index.
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
    select session_id, p.pool_id, sum(l.held * p.units) as ledger_held,
      sum(l.sold * p.units) as ledger_sold, sum(l.imported * p.units) as imported,
      sum(h.held * p.units) as held, sum(h.sold * p.units) as sold, sum(v.tickets * p.units) as tickets
    from ledger l
    full join live h using (session_id, ticket_type_id)
    full join valid v using (session_id, ticket_type_id)
    left join (
      select session_id, pool_id as ticket_type_id, places, group_id
      from stock where ${within('session_id')}) k using (session_id, ticket_type_id)
    cross join lateral (values (session_id, coalesce(k.places, 1), true),
      (ticket_type_id, 1, ticket_type_id <> session_id), (k.group_id, k.places, k.group_id is not null))
      as p(pool_id, units, is_another)
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
      ledger_held, ledger_sold, imported, hold_held, hold_sold, tickets) as found,
    coalesce(greatest(held + sold, ledger_sold, hold_sold + imported, tickets) > capacity, false)
      as "isOversold"
  from compared
  where held <> ledger_held or held <> hold_held or sold <> ledger_sold
    or sold <> hold_sold + imported or held + sold > capacity
    or (add_on_id is null and hold_sold <> tickets)
  order by 1, 2`

/** An order was bought with as many tickets of each type as its items say. */
const ORDER_ITEMS = `
  with items as (
    select order_id, ticket_type_id, sum(quantity) as quantity
    from order_items where ${within('order_id')} group by 1, 2),
  bought as (
    select order_id, ticket_type_id, count(*) as tickets
    from tickets where revision = 0 and ${within('order_id')} group by 1, 2)
  select o.session_id as "sessionId", ticket_type_id as "poolId", order_id as "foundAt",
    format('order %s: items %s', order_id, coalesce(quantity, 0)) as says,
    format('tickets %s', coalesce(tickets, 0)) as found
  from items full join bought using (order_id, ticket_type_id)
  left join orders o on o.id = order_id
  where quantity is distinct from tickets
  order by 1, 2`

/** A paid order has a valid ticket, and no other order has one. */
const ORDER_STATES = `
  select o.session_id as "sessionId", null as "poolId", o.id as "foundAt",
    format('order %s: %s', o.id, o.status) as says, format('valid tickets %s', t.valid) as found
  from orders o
  cross join lateral (
    select count(*) as valid from tickets t
    where t.tenant_id = o.tenant_id and t.order_id = o.id and t.status = 'VALID' offset 0) t
  where ${within('o.id')} and (o.status = 'PAID') <> (t.valid > 0)
  order by 1, 3`

/**
 * What was charged for an order, less its refunds, is what its valid tickets and add-ons were bought at,
 * with its credit, what was kept of cancelled tickets, and its change fees. A refund that was given up
 * counts, since it is still owed.
 */
const ORDER_VALUES = `
  with asked as (select id, session_id from orders where ${within('id')}),
  charged as (
    select p.order_id, sum(coalesce(p.captured_minor, 0)) as charged,
      sum(coalesce(r.refunded, 0)) as refunded
    from payments p
    cross join lateral (
      select sum(amount_minor) as refunded from refunds r
      where r.tenant_id = p.tenant_id and r.payment_id = p.id offset 0) r
    where p.order_id is not null and ${within('p.order_id')} group by 1),
  bought as (
    select order_id, sum(price_minor - discount_minor + fee_minor
        + added_tax_minor(charges)) as worth
    from tickets where status = 'VALID' and ${within('order_id')} group by 1),
  extras as (
    select order_id, sum(price_minor * quantity + fee_minor
        + added_tax_minor(charges)) as worth
    from order_add_ons where status = 'VALID' and ${within('order_id')} group by 1),
  changed as (
    select order_id, sum(credit_minor) as credit, sum(kept_minor) as kept,
      sum(change_fee_minor) as fees
    from order_changes where state = 'done' and ${within('order_id')} group by 1),
  compared as (
    select a.id, a.session_id, coalesce(charged, 0) as charged, coalesce(refunded, 0) as refunded,
      coalesce(b.worth, 0) as tickets, coalesce(x.worth, 0) as add_ons,
      coalesce(credit, 0) as credit, coalesce(kept, 0) as kept, coalesce(fees, 0) as fees
    from asked a
    left join charged on charged.order_id = a.id
    left join bought b on b.order_id = a.id
    left join extras x on x.order_id = a.id
    left join changed on changed.order_id = a.id)
  select session_id as "sessionId", null as "poolId", id as "foundAt",
    format('order %s: charged %s, refunded %s', id, charged, refunded) as says,
    format('tickets %s, add-ons %s, credit %s, kept %s, change fees %s', tickets, add_ons, credit,
      kept, fees) as found
  from compared
  where charged - refunded <> tickets + add_ons + credit + kept + fees
  order by 1, 3`

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

/** For an add-on with a stock: the sold holds of an order have as many of it as the order. */
const ADD_ONS = `
  with bought as (
    select order_id, add_on_id, sum(quantity) as quantity
    from order_add_ons
    where status = 'VALID' and ${within('order_id')}
      and add_on_id in (select add_on_id from stock where add_on_id is not null)
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
    select 'add-on', id, tenant_id, order_id from order_add_ons
    union all
    select 'change', id, tenant_id, order_id from order_changes
    union all
    select 'mail', id, tenant_id, order_id from mails where order_id is not null)
  select null as "sessionId", null as "poolId", null as "foundAt",
    format('%s %s: order %s', p.kind, p.id, p.order_id) as says, 'no order' as found
  from parts p left join orders o on o.tenant_id = p.tenant_id and o.id = p.order_id
  where $1::uuid[] is null and o.id is null
  order by 4`

/** A charge of an order was captured, and its order exists. */
const PAID_ORDERS = `
  select o.session_id as "sessionId", null as "poolId", p.order_id as "foundAt",
    format('order %s: paid', p.order_id) as says,
    format('payment %s: %s%s', p.id, p.state, case when o.id is null then ', no order' end) as found
  from payments p
  left join orders o on o.tenant_id = p.tenant_id and o.id = p.order_id
  where p.order_id is not null and ${within('p.order_id')}
    and (o.id is null or p.state <> 'completed')
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
  where p.state = 'completed' and p.order_id is null and ${within('p.id')}`

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
  { name: 'order states', scope: 'orderIds', text: ORDER_STATES },
  { name: 'order values', scope: 'orderIds', text: ORDER_VALUES },
  { name: 'paid orders', scope: 'orderIds', text: PAID_ORDERS },
  { name: 'events', scope: 'orderIds', text: EVENTS },
  { name: 'completed payments', scope: 'paymentIds', text: COMPLETED_PAYMENTS },
  ...COUPON_CHECKS,
  ...MONEY_CHECKS,
]
