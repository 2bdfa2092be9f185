-- What is held, sold and paid. The rules of locking stand in docs/locking.md.

-- One row per pool of places: the session's total (pool_id = session_id; capacity null means
-- without limit) and one per ticket type (capacity set where the type has an override of its own).
-- A grant must fit the total and the type. The constraint is the last line of defence: no program
-- error, and no second program, can sell a place twice.
create table stock (
  tenant_id integer not null,
  session_id uuid not null,
  pool_id uuid not null,
  capacity integer check (capacity >= 0),
  held integer not null default 0 check (held >= 0),
  sold integer not null default 0 check (sold >= 0),
  primary key (tenant_id, session_id, pool_id),
  foreign key (tenant_id, session_id) references sessions,
  constraint stock_never_oversold check (capacity is null or held + sold <= capacity)
) with (fillfactor = 50);

-- A cart belongs to one browser. Its id is derived from browser and visible number, so that two
-- requests of one cart agree on it without asking first; the number is free again after a purchase.
create table carts (
  tenant_id integer not null references tenants,
  id uuid not null,
  browser_id uuid not null,
  number text not null,
  event_id uuid not null,
  session_id uuid not null,
  contact jsonb,
  billing_address jsonb,
  -- Grace for a payment under way is granted once per hold.
  grace_granted_at timestamptz,
  -- The order this cart last became; null again once it holds something new.
  order_id uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, event_id) references events,
  foreign key (tenant_id, session_id) references sessions
);
create index carts_by_browser on carts (tenant_id, browser_id);

-- Prices and fees are frozen into the hold; a quote is a pure function of these rows.
create table holds (
  tenant_id integer not null,
  id uuid not null,
  cart_id uuid not null,
  session_id uuid not null,
  ticket_type_id uuid not null,
  quantity integer not null check (quantity > 0),
  unit_price_minor integer not null check (unit_price_minor >= 0),
  fee_set jsonb,
  state text not null default 'held' check (state in ('held', 'released', 'expired', 'sold')),
  customer_identifier text,
  request_key text,
  request_hash text,
  created_at timestamptz not null,
  -- What the buyer is told, and what counts: later than told while a payment is under way.
  expires_at timestamptz not null,
  reclaim_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, cart_id) references carts,
  foreign key (tenant_id, session_id) references sessions,
  foreign key (tenant_id, ticket_type_id) references ticket_types
);
create unique index holds_one_per_line on holds (tenant_id, cart_id, session_id, ticket_type_id)
  where state = 'held';
-- Time first, unlike everywhere else, and none by session: before its first ANALYZE the planner
-- takes any partial index whose first column is known for the probes by cart, and walks every hold
-- there is for each of them (measured: 36 ms a batch for 1).
create index holds_by_reclaim on holds (reclaim_at, tenant_id) where state = 'held';
create unique index holds_by_request on holds (tenant_id, request_key, ticket_type_id)
  where request_key is not null;
create index holds_by_cart on holds (tenant_id, cart_id);

create table cart_add_ons (
  tenant_id integer not null,
  cart_id uuid not null,
  add_on_id uuid not null,
  quantity integer not null check (quantity > 0),
  unit_price_minor integer not null check (unit_price_minor >= 0),
  primary key (tenant_id, cart_id, add_on_id),
  foreign key (tenant_id, cart_id) references carts,
  foreign key (tenant_id, add_on_id) references add_ons
);

-- Append-only: every counter in stock can be recomputed from these rows.
create table stock_ledger (
  tenant_id integer not null,
  id bigint generated always as identity,
  session_id uuid not null,
  ticket_type_id uuid not null,
  hold_id uuid not null,
  kind text not null check (kind in ('hold', 'release', 'expire', 'sell', 'reallocate')),
  held_delta integer not null,
  sold_delta integer not null,
  at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id)
);
create index stock_ledger_by_session on stock_ledger (tenant_id, session_id);

-- A remembered selection; it holds nothing.
create table cart_items (
  tenant_id integer not null,
  id uuid not null,
  browser_id uuid not null,
  event_id uuid not null,
  ticket_type_id uuid not null,
  quantity integer not null check (quantity > 0),
  primary key (tenant_id, id),
  unique (tenant_id, browser_id, ticket_type_id),
  foreign key (tenant_id, event_id) references events,
  foreign key (tenant_id, ticket_type_id) references ticket_types
);

-- Recorded before the provider is asked, so that no charge can exist that we have not heard of.
create table payments (
  tenant_id integer not null,
  id uuid not null,
  cart_id uuid not null,
  event_id uuid not null,
  intent_id text unique,
  amount_minor integer not null check (amount_minor > 0),
  currency text not null,
  -- What the amount is for, as it stood when the intent was made: a payment that lands after its
  -- hold has lapsed still knows what to allocate again.
  hold_ids uuid[] not null,
  quote jsonb not null,
  state text not null default 'created' check (state in
    ('created', 'open', 'completed', 'refund_due', 'refunded', 'canceled')),
  refund_id text,
  last_error text,
  attempts integer not null default 0,
  next_check_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, cart_id) references carts
);
-- One payment under way per cart: a second tab gets the same one.
create unique index payments_one_open on payments (tenant_id, cart_id)
  where state in ('created', 'open');
create index payments_to_check on payments (tenant_id, next_check_at)
  where state in ('created', 'open', 'refund_due');

create table orders (
  tenant_id integer not null,
  id uuid not null,
  browser_id uuid not null,
  cart_id uuid not null,
  cart_number text not null,
  payment_id uuid,
  event_id uuid not null,
  session_id uuid not null,
  status text not null default 'PAID' check (status in ('PAID', 'REFUNDED', 'CANCELLED')),
  email text not null,
  contact jsonb not null,
  billing_address jsonb not null,
  quote jsonb not null,
  total_minor integer not null check (total_minor >= 0),
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, payment_id),
  foreign key (tenant_id, event_id) references events,
  foreign key (tenant_id, session_id) references sessions,
  foreign key (tenant_id, payment_id) references payments
);
create index orders_by_email on orders (tenant_id, email);
create index orders_by_cart on orders (tenant_id, cart_id);

create table order_items (
  tenant_id integer not null,
  id uuid not null,
  order_id uuid not null,
  ticket_type_id uuid not null,
  quantity integer not null check (quantity > 0),
  unit_price_minor integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references orders
);
create index order_items_by_order on order_items (tenant_id, order_id);

create table tickets (
  tenant_id integer not null,
  id uuid not null,
  order_id uuid not null,
  event_id uuid not null,
  session_id uuid not null,
  ticket_type_id uuid not null,
  number integer not null,
  type_name text not null,
  price_minor integer not null,
  status text not null default 'VALID' check (status in ('VALID', 'CANCELLED')),
  validation_code text not null,
  redeemed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, validation_code),
  unique (tenant_id, order_id, number),
  foreign key (tenant_id, order_id) references orders
);

-- Mail leaves from here: queued in the order's own transaction, sent by a job.
create table mails (
  tenant_id integer not null,
  id uuid not null,
  order_id uuid not null,
  recipient text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references orders
);
create index mails_to_send on mails (tenant_id, next_attempt_at) where state = 'queued';
create index mails_by_order on mails (tenant_id, order_id, created_at);

-- What reads may count on. Expiry is a predicate: places of lapsed holds are free at once, whether
-- or not the sweep has come by. security_invoker: row security applies to whoever asks.
create view live_stock with (security_invoker = true) as
  select s.tenant_id, s.session_id, s.pool_id, s.capacity, s.sold,
    s.held - coalesce(l.quantity, 0)::integer as held,
    case when s.capacity is not null
      then greatest(0, s.capacity - s.sold - s.held + coalesce(l.quantity, 0))::integer end as room
  from stock s
  left join (
    select h.tenant_id, h.session_id, p.pool_id, sum(h.quantity) as quantity
    from holds h
    cross join lateral (values (h.ticket_type_id), (h.session_id)) as p(pool_id)
    where h.state = 'held' and h.reclaim_at <= now()
    group by 1, 2, 3) l using (tenant_id, session_id, pool_id);

-- Room of a session over all types: its total, or the sum of its types' overrides where every type
-- has one and together they are narrower. Null means without limit (least() passes over nulls).
create view session_room with (security_invoker = true) as
  select tenant_id, session_id,
    least(max(capacity) filter (where pool_id = session_id),
      case when bool_and(capacity is not null) filter (where pool_id <> session_id)
        then sum(capacity) filter (where pool_id <> session_id) end)::integer as capacity,
    least(max(room) filter (where pool_id = session_id),
      case when bool_and(capacity is not null) filter (where pool_id <> session_id)
        then sum(room) filter (where pool_id <> session_id) end)::integer as room
  from live_stock group by 1, 2;
