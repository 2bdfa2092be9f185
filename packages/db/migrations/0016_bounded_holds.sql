-- What one cart or one session leaves behind must not slow the lanes of all others. A cart that is held
-- again and again has a long past, which no read of what it holds may walk through; a session without a
-- limit may have hundreds of thousands of lapsed holds, which no other session's batch may walk through;
-- and what ended long ago is deleted.

-- The live holds of a cart. The tenant second: before its first ANALYZE the planner takes any index that
-- begins with the tenant for a probe by tenant and session as well.
create index holds_live_by_cart on holds (cart_id, tenant_id) where state = 'held';
-- The lapsed holds of a session, oldest first. Only a statement that says `reclaim_at > '-infinity'` can
-- use it: before the first ANALYZE the planner would take it for the probes by cart, because it begins
-- with the tenant, and walk every live hold (0002: 36 ms a batch instead of 1).
create index holds_live_by_session on holds (tenant_id, session_id, reclaim_at)
  where state = 'held' and reclaim_at > '-infinity';
drop index holds_by_reclaim;
-- The holds of an order. Only a sale pays for it.
create index holds_by_order on holds (order_id, tenant_id) where order_id is not null;
-- Whether a payment refers to a hold, for the job that deletes ended holds.
create index payments_by_cart on payments (cart_id, tenant_id);

-- As before, but the lapsed holds of each pool are found by its session, and only where anything is held:
-- a lapsed hold is in the counter until a batch ends it.
create or replace view live_stock with (security_invoker = true) as
  select s.tenant_id, s.session_id, s.pool_id, s.capacity, s.sold,
    s.held - l.quantity as held,
    case when s.capacity is not null
      then greatest(0, s.capacity - s.sold - s.held + l.quantity)::integer end as room
  from stock s
  cross join lateral (select case when s.held > 0 then coalesce((
    select sum(h.quantity) from holds h
    where h.tenant_id = s.tenant_id and h.session_id = s.session_id and h.state = 'held'
      and h.reclaim_at > '-infinity' and h.reclaim_at <= now()
      and (s.pool_id = s.session_id or h.ticket_type_id = s.pool_id)), 0)::integer
    else 0 end) as l(quantity);

-- What deleted rows of the stock ledger came to. Every counter equals the sum of its rows here and of its
-- rows in stock_ledger.
create table stock_ledger_sums (
  tenant_id integer not null references tenants,
  session_id uuid not null,
  ticket_type_id uuid not null,
  kind text not null,
  held_delta bigint not null,
  sold_delta bigint not null,
  -- Of the newest row that was added.
  until timestamptz not null,
  primary key (tenant_id, session_id, ticket_type_id, kind)
);
alter table stock_ledger_sums enable row level security;
alter table stock_ledger_sums force row level security;
create policy tenant_only on stock_ledger_sums using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));

-- Adds up to `most` of the current tenant's oldest ledger rows from before `before`, deletes them, and
-- returns how many they were. The application's role may not delete from the ledger; this function may,
-- and it never touches the last week. Two callers at once take different rows.
create function fold_stock_ledger(before timestamptz, most integer) returns integer
  language sql security definer set search_path = public, pg_temp as $$
  with oldest as materialized (
    select id, at from stock_ledger where tenant_id = current_tenant()
    order by id limit most for update skip locked),
  old as materialized (
    select id from oldest where at < least(before, clock_timestamp() - interval '7 days')),
  gone as (
    delete from stock_ledger l
    where l.tenant_id = current_tenant() and l.id = any(array(select id from old))
    returning l.*),
  summed as (
    insert into stock_ledger_sums as s
      (tenant_id, session_id, ticket_type_id, kind, held_delta, sold_delta, until)
    select tenant_id, session_id, ticket_type_id, kind, sum(held_delta), sum(sold_delta), max(at)
    from gone group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (tenant_id, session_id, ticket_type_id, kind) do update set
      held_delta = s.held_delta + excluded.held_delta,
      sold_delta = s.sold_delta + excluded.sold_delta,
      until = greatest(s.until, excluded.until))
  select count(*)::integer from gone $$;
