-- An order is a history: what was charged for it, what was refunded, and each change of it. What a
-- ticket or an add-on was bought at is stored with it and never computed again, so that for every order:
--
--   charged - refunded = amounts of its valid tickets and add-ons + credit + kept + change fees
--
-- The audit checks it ('order values').

-- Row security binds the owner of the tables as well, and no tenant is set here.
alter table payments no force row level security;
alter table orders no force row level security;
alter table tickets no force row level security;
alter table refunds no force row level security;
alter table holds no force row level security;
alter table stock_ledger no force row level security;
alter table stock_ledger_sums no force row level security;
alter table ticket_events no force row level security;

-- A charge is a payment that became part of an order: the one that it was bought with, and one for each
-- change that cost more. Set when the payment is settled.
alter table payments
  add column order_id uuid,
  -- The order that the payment is to change; null for a purchase.
  add column change_of_order_id uuid;
update payments p set order_id = o.id from orders o
  where o.tenant_id = p.tenant_id and o.payment_id = p.id;
-- Only charges pay for this index.
create index payments_by_order on payments (tenant_id, order_id) where order_id is not null;
alter table orders
  drop column payment_id,
  -- The history says when an order was changed.
  drop column rescheduled_at;

-- What buyers may change of their orders, by kind; null: the default of packages/domain/src/change-policy.ts.
alter table tenants add column change_policy jsonb;
alter table events add column change_policy jsonb;

-- A reschedule or an upgrade exchanges tickets; both are one kind of movement of the stock.
alter table holds drop constraint holds_state_check;
update holds set state = 'exchanged' where state = 'rescheduled';
alter table holds add constraint holds_state_check
  check (state in ('held', 'released', 'expired', 'sold', 'refunded', 'exchanged'));
alter table stock_ledger drop constraint stock_ledger_kind_check;
update stock_ledger set kind = 'exchange' where kind = 'reschedule';
update stock_ledger_sums set kind = 'exchange' where kind = 'reschedule';
alter table stock_ledger add constraint stock_ledger_kind_check check (kind in
  ('hold', 'release', 'expire', 'sell', 'reallocate', 'refund', 'exchange', 'import'));
alter table ticket_events drop constraint ticket_events_kind_check;
update ticket_events set kind = 'exchanged' where kind in ('rescheduled', 'upgraded');
alter table ticket_events add constraint ticket_events_kind_check
  check (kind in ('issued', 'exchanged', 'cancelled', 'redeemed'));
alter table refunds drop constraint refunds_kind_check;
-- difference: an order costs less since it was changed.
alter table refunds add constraint refunds_kind_check
  check (kind in ('whole', 'tickets', 'amount', 'difference', 'unplaced'));

-- amount = price_minor - discount_minor + fee_minor
alter table tickets
  add column discount_minor integer not null default 0 check (discount_minor >= 0),
  add column fee_minor integer not null default 0 check (fee_minor >= 0),
  -- A ticket that is exchanged ends, and the one that takes its place has its number and the next
  -- revision: a buyer's ticket 2 stays ticket 2.
  add column revision smallint not null default 0,
  add column replaced_by uuid,
  drop constraint tickets_tenant_id_order_id_number_key,
  add constraint tickets_numbered_once unique (tenant_id, order_id, number, revision),
  add constraint tickets_replaced_are_cancelled
    check (replaced_by is null or status = 'CANCELLED'),
  add constraint tickets_cost_something
    check (discount_minor <= price_minor);

-- An exchanged ticket is not a cancelled one: its event says what replaced it.
create or replace function note_changed_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_events (tenant_id, ticket_id, kind, detail)
  select a.tenant_id, a.id, e.kind, jsonb_strip_nulls(e.detail || jsonb_build_object(
    'revokedCode', case when a.validation_code <> b.validation_code then b.validation_code end))
  from after_change a
  join before_change b on b.tenant_id = a.tenant_id and b.id = a.id
  cross join lateral (values
    ('exchanged', a.replaced_by is not null and b.replaced_by is null,
      jsonb_build_object('replacedBy', a.replaced_by)),
    ('cancelled', a.status = 'CANCELLED' and b.status <> 'CANCELLED' and a.replaced_by is null, '{}'),
    ('redeemed', a.redeemed_at is not null and b.redeemed_at is null, '{}'),
    ('issued', a.validation_code <> b.validation_code, '{}')
  ) as e(kind, has_happened, detail)
  where e.has_happened;
  return null;
end $$;

-- What an order has of an add-on. Apart from stock: an add-on without a stock has no hold.
create table order_add_ons (
  tenant_id integer not null,
  id uuid not null,
  order_id uuid not null,
  add_on_id uuid not null,
  name text not null,
  quantity integer not null check (quantity > 0),
  -- Of one. Add-ons have neither discount nor fee (docs/pricing.md).
  price_minor integer not null check (price_minor >= 0),
  status text not null default 'VALID' check (status in ('VALID', 'CANCELLED')),
  primary key (tenant_id, id)
);
create index order_add_ons_by_order on order_add_ons (tenant_id, order_id);

-- A change of an order after its purchase. The purchase itself is the order's own row, so that it
-- writes nothing here. A change that has to be paid for is open first: its id is the id of a cart that
-- holds what the order is to get, and of which the payment is made.
create table order_changes (
  tenant_id integer not null,
  id uuid not null,
  order_id uuid not null,
  kind text not null check (kind in ('reschedule', 'upgrade', 'cancellation', 'correction')),
  -- done: the order is as `receipt` says. ended: it was open, and another one took its place, its hold
  -- expired, or it could not be made and what was paid for it was refunded.
  state text not null check (state in ('open', 'done', 'ended')),
  -- The position in the order's history, from 1.
  sequence integer check (sequence > 0),
  -- The frozen quote of the order as it is after the change.
  receipt jsonb not null,
  -- What changes: see LaneChange in apps/server/src/engine/order-changes/change-types.ts.
  details jsonb not null,
  due_minor integer not null default 0 check (due_minor >= 0),
  refund_minor integer not null default 0 check (refund_minor >= 0),
  -- What stays with the order for its next change; below 0: a difference that was waived.
  credit_minor integer not null default 0,
  -- What cancelled tickets were bought at, less what was refunded for them; below 0: a refund for which
  -- no ticket ended.
  kept_minor integer not null default 0,
  change_fee_minor integer not null default 0 check (change_fee_minor >= 0),
  -- As the buyer wrote it.
  reason text,
  made_by text not null check (made_by in ('buyer', 'organizer', 'provider')),
  created_at timestamptz not null default clock_timestamp(),
  done_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, order_id, sequence),
  check ((state = 'done') = (sequence is not null)),
  check ((state = 'done') = (done_at is not null))
);
-- An order has one change that waits for its payment.
create unique index order_changes_one_open on order_changes (tenant_id, order_id)
  where state = 'open';

-- The orders of a database that was in use: each line of a quote is spread over its units to the cent.
with lines as (
  select o.tenant_id, o.id as order_id, l.*
  from orders o
  cross join lateral rows from (jsonb_to_recordset(o.quote -> 'lines') as (kind text, id uuid,
    name text, quantity integer, "unitPriceMinor" integer, "discountMinor" integer,
    "feeMinor" integer)) with ordinality
    as l(kind, id, name, quantity, price_minor, discount_minor, fee_minor, line)),
units as (
  select l.tenant_id, l.order_id, l.id, l.price_minor,
    coalesce(l.discount_minor, 0) * n / l.quantity
      - coalesce(l.discount_minor, 0) * (n - 1) / l.quantity as discount_minor,
    l.fee_minor * n / l.quantity - l.fee_minor * (n - 1) / l.quantity as fee_minor,
    row_number() over (partition by l.tenant_id, l.order_id, l.id, l.price_minor
      order by l.line, n) as rank
  from lines l cross join generate_series(1, l.quantity) as n where l.kind = 'ticket'),
numbered as (
  select tenant_id, id, order_id, ticket_type_id, price_minor,
    row_number() over (partition by tenant_id, order_id, ticket_type_id, price_minor
      order by number) as rank
  from tickets)
update tickets t set discount_minor = u.discount_minor, fee_minor = u.fee_minor
from numbered n join units u on u.tenant_id = n.tenant_id and u.order_id = n.order_id
  and u.id = n.ticket_type_id and u.price_minor = n.price_minor and u.rank = n.rank
where t.tenant_id = n.tenant_id and t.id = n.id;

insert into order_add_ons (tenant_id, id, order_id, add_on_id, name, quantity, price_minor, status)
select o.tenant_id, gen_random_uuid(), o.id, l.id, l.name, l.quantity, l."unitPriceMinor",
  case when o.status = 'PAID' then 'VALID' else 'CANCELLED' end
from orders o
cross join lateral jsonb_to_recordset(o.quote -> 'lines')
  as l(kind text, id uuid, name text, quantity integer, "unitPriceMinor" integer)
where l.kind = 'addOn';

-- What was refunded before is one correction.
insert into order_changes (tenant_id, id, order_id, kind, state, sequence, receipt, details,
  refund_minor, kept_minor, made_by, created_at, done_at)
select o.tenant_id, gen_random_uuid(), o.id, 'correction', 'done', 1, o.quote, '{}',
  r.minor, o.total_minor - r.minor - v.minor, 'organizer', r.at, r.at
from orders o
cross join lateral (
  select coalesce(sum(amount_minor), 0) as minor, max(created_at) as at from refunds r
  where r.tenant_id = o.tenant_id and r.order_id = o.id) r
cross join lateral (
  select coalesce((
      select sum(price_minor - discount_minor + fee_minor) from tickets t
      where t.tenant_id = o.tenant_id and t.order_id = o.id and t.status = 'VALID'), 0)
    + coalesce((
      select sum(price_minor * quantity) from order_add_ons a
      where a.tenant_id = o.tenant_id and a.order_id = o.id and a.status = 'VALID'), 0) as minor) v
where r.minor > 0 or o.total_minor <> v.minor;

do $$
declare
  name text;
begin
  foreach name in array array['order_add_ons', 'order_changes'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant_only on %I using (tenant_id = (select current_tenant()))
       with check (tenant_id = (select current_tenant()))', name);
  end loop;
end $$;

alter table payments force row level security;
alter table orders force row level security;
alter table tickets force row level security;
alter table refunds force row level security;
alter table holds force row level security;
alter table stock_ledger force row level security;
alter table stock_ledger_sums force row level security;
alter table ticket_events force row level security;
