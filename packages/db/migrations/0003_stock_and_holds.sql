-- What is held and sold, and the ledger of it. The rules of locking are in docs/locking.md.

-- One row per pool. A session has a pool for its total (pool_id = session_id; capacity null means
-- without limit) and one for each ticket type that it sells (capacity is set if the type has a limit of
-- its own). A hold must fit into the total and into the type.
--
-- An add-on may have a stock of its own, for its whole event. It is a stock item as a session is, with
-- one pool: session_id = pool_id = add_on_id, and holds and the ledger name it as session and as type.
-- So everything that holds for sessions holds for it (locks, expiry, sale, refund, audit), and a cart
-- with one locks it like a second session. An add-on without such a row has no limit.
create table stock (
  tenant_id integer not null,
  session_id uuid not null,
  pool_id uuid not null,
  capacity integer check (capacity >= 0),
  held integer not null default 0 check (held >= 0),
  sold integer not null default 0 check (sold >= 0),
  add_on_id uuid,
  -- For the foreign key: a session or an add-on that has stock can't be deleted.
  of_session_id uuid generated always as (case when add_on_id is null then session_id end) stored,
  primary key (tenant_id, session_id, pool_id),
  foreign key (tenant_id, of_session_id) references sessions,
  foreign key (tenant_id, add_on_id) references add_ons,
  -- The last line of defence: no program error, and no second program, can sell a ticket twice.
  constraint stock_never_oversold check (capacity is null or held + sold <= capacity),
  constraint stock_of_add_on
    check (add_on_id is null
      or (session_id = add_on_id and pool_id = add_on_id and capacity is not null))
) with (fillfactor = 50);

-- A cart is the holds that share its id. The id is derived from the browser and the number that the
-- browser shows, so two requests of one cart agree on it without asking first; the number is free again
-- after a purchase. Prices and fees are frozen into the hold; a quote is a pure function of these rows.
--
-- What a hold writes is what an on-sale waits for. A hold is one row with two indexes (three under an
-- Idempotency-Key), and a batch writes its movements into the ledger together. Measured on one hot
-- session (docs/performance.md): of the 82 us of database time that a hold took before, 21 went to six
-- foreign keys, 20 to four indexes that are gone, 10 to a row for the cart and 6 to a ledger row of its
-- own. So a hold has no foreign keys.
create table holds (
  tenant_id integer not null,
  id uuid not null,
  cart_id uuid not null,
  session_id uuid not null,
  ticket_type_id uuid not null,
  quantity integer not null check (quantity > 0),
  unit_price_minor integer not null check (unit_price_minor >= 0),
  fee_set jsonb,
  state text not null default 'held',
  -- The statement that ends a hold clears it (engine/lanes/write-batch.ts), because it is personal data.
  customer_identifier text,
  -- The digest of the request's Idempotency-Key, and of its content: 16 bytes each instead of a hundred
  -- characters.
  request_key uuid,
  request_hash uuid,
  created_at timestamptz not null,
  -- What the buyer is shown.
  expires_at timestamptz not null,
  -- When the hold really ends: later than expires_at while a payment is under way.
  reclaim_at timestamptz not null,
  browser_id uuid not null,
  cart_number text not null,
  order_id uuid,
  -- The position in its request: one key can't be used twice, whatever sessions the requests are for.
  line smallint not null default 0,
  -- The keys of the calls that extended the hold, so that a repeated call extends it once. How much time
  -- it got is the distance from created_at to its end.
  more_time_keys uuid[],
  -- The cart leads: every caller that looks for a hold knows its cart, so no other index is needed.
  primary key (tenant_id, cart_id, id),
  constraint holds_state_check
    check (state in ('held', 'released', 'expired', 'sold', 'refunded', 'moved'))
);
create unique index holds_by_request on holds (tenant_id, request_key, line)
  where request_key is not null;
-- The audit asks for the sales of a session, and so will a door list. Only a sale pays for this index:
-- live holds are few, and have indexes of their own.
create index holds_sold_by_session on holds (tenant_id, session_id) where state = 'sold';
-- The live holds of a cart: a cart that is held again and again has a long past, which no read of what it
-- holds may walk through. The tenant is second: before its first ANALYZE the planner takes any index that
-- begins with the tenant for a probe by tenant and session as well.
create index holds_live_by_cart on holds (cart_id, tenant_id) where state = 'held';
-- The expired holds of a session, oldest first: a session without a limit may have hundreds of thousands
-- of them, which no other session's batch may walk through. Only a statement that says
-- `reclaim_at > '-infinity'` can use this index: before the first ANALYZE the planner would take it for the
-- probes by cart, because it begins with the tenant, and walk every live hold (measured: 36 ms a batch
-- instead of 1).
create index holds_live_by_session on holds (tenant_id, session_id, reclaim_at)
  where state = 'held' and reclaim_at > '-infinity';
-- The holds of an order. Only a sale pays for this index.
create index holds_by_order on holds (order_id, tenant_id) where order_id is not null;

-- Every counter in stock can be recomputed from these rows and those of stock_ledger_sums. Append-only:
-- the application's role may not update or delete here. One row per batch, kind and ticket type.
create table stock_ledger (
  tenant_id integer not null,
  id bigint generated always as identity,
  session_id uuid not null,
  ticket_type_id uuid not null,
  -- 'import' counts tickets that were sold elsewhere, by a box office or an earlier system. They are
  -- known as a number alone: no hold, order or ticket has them.
  kind text not null,
  held_delta integer not null,
  sold_delta integer not null,
  at timestamptz not null default clock_timestamp(),
  -- The holds that moved.
  hold_ids uuid[] not null,
  -- If the answer to a batch's commit was lost, this key tells whether the batch was committed.
  batch_id uuid,
  primary key (tenant_id, id),
  constraint stock_ledger_kind_check check (kind in
    ('hold', 'release', 'expire', 'sell', 'reallocate', 'refund', 'move', 'import'))
);
create index stock_ledger_by_session on stock_ledger (tenant_id, session_id);

-- The sums of ledger rows that were deleted. Every counter equals the sum of its rows here and of its
-- rows in stock_ledger.
create table stock_ledger_sums (
  tenant_id integer not null references tenants,
  session_id uuid not null,
  ticket_type_id uuid not null,
  kind text not null,
  held_delta bigint not null,
  sold_delta bigint not null,
  -- The time of the newest row that was added.
  until timestamptz not null,
  primary key (tenant_id, session_id, ticket_type_id, kind)
);

-- Adds up to `most` of the current tenant's oldest ledger rows from before `before`, deletes them, and
-- returns their number. The application's role may not delete from the ledger; this function may,
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

-- A write that meets fewer rows than it was meant for must not be committed: a counter without its row
-- would leave the stock and its ledger apart for good.
create function require_all(met bigint, meant bigint) returns void language plpgsql as $$
begin
  if met <> meant then
    raise exception 'Met % of % rows', met, meant using errcode = 'integrity_constraint_violation';
  end if;
end $$;

-- The stock that reads may count on. Expiry is a predicate: what an expired hold had is free at once,
-- also before a batch ends the hold. The expired holds of each pool are found by its session, and only
-- if anything is held, because an expired hold is in the counter until a batch ends it. All views have
-- security_invoker, so that row security applies to the role that asks.
create view live_stock with (security_invoker = true) as
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

-- The room of a session over all types: its total, or the sum of its types' limits if every type has one
-- and together they are narrower. Null means without limit (least() passes over nulls).
create view session_room with (security_invoker = true) as
  select tenant_id, session_id,
    least(max(capacity) filter (where pool_id = session_id),
      case when bool_and(capacity is not null) filter (where pool_id <> session_id)
        then sum(capacity) filter (where pool_id <> session_id) end)::integer as capacity,
    least(max(room) filter (where pool_id = session_id),
      case when bool_and(capacity is not null) filter (where pool_id <> session_id)
        then sum(room) filter (where pool_id <> session_id) end)::integer as room
  from live_stock group by 1, 2;
