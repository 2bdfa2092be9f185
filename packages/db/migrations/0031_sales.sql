-- When one may buy: windows of events, sessions and ticket types, pauses, hidden types, access codes,
-- and how many one order and one customer may have. The rules are packages/domain/src/offer.ts and
-- packages/domain/src/order-limits.ts; apps/server/test/offers.test.ts compares them with the views.

-- What holds for a whole event. Most events have no row, and are on sale until each session begins. A
-- table of its own: wider rows of events change the plans of an on-sale.
create table event_sales (
  tenant_id integer not null,
  event_id uuid not null,
  -- Null: since ever, and until each session begins.
  opens_at timestamptz,
  closes_at timestamptz,
  -- How long before a session begins its sales end.
  cutoff_minutes integer not null default 0
    constraint event_sales_cutoff_bounded check (cutoff_minutes between 0 and 525600),
  -- Null: not paused. What is held stays held and can be paid.
  paused_at timestamptz,
  -- What buyers read meanwhile.
  pause_note text check (char_length(pause_note) between 1 and 300),
  -- Tickets of all types in one order. Null: no bound of its own.
  min_per_order integer check (min_per_order > 0),
  max_per_order integer check (max_per_order > 0),
  -- Tickets of all types that one e-mail address may have, over all its orders.
  max_per_customer integer check (max_per_customer > 0),
  primary key (tenant_id, event_id),
  foreign key (tenant_id, event_id) references events on delete cascade,
  constraint event_sales_window check (closes_at > opens_at),
  constraint event_sales_order check (max_per_order >= min_per_order)
);

-- Those of a session replace the event's. Null: the event's.
alter table sessions
  add column sales_open_at timestamptz,
  add column sales_close_at timestamptz,
  add column cutoff_minutes integer
    constraint sessions_cutoff_bounded check (cutoff_minutes between 0 and 525600),
  add constraint sessions_sales_window check (sales_close_at > sales_open_at);

-- Those of a type apply in addition: the later start and the earlier end count.
alter table ticket_types
  add column sales_open_at timestamptz,
  add column sales_close_at timestamptz,
  -- Shown and sold to buyers with an access code that unlocks it, and to nobody else.
  add column is_hidden boolean not null default false,
  -- A line has a multiple of the step, and at least the minimum.
  add column min_quantity integer not null default 1
    constraint ticket_types_min_positive check (min_quantity > 0),
  add column quantity_step integer not null default 1
    constraint ticket_types_step_positive check (quantity_step > 0),
  add column max_per_customer integer
    constraint ticket_types_per_customer_positive check (max_per_customer > 0),
  add constraint ticket_types_sales_window check (sales_close_at > sales_open_at);

-- Codes that unlock hidden types of an event, or let their bearer buy before sales start.
create table access_codes (
  tenant_id integer not null,
  id uuid not null,
  event_id uuid not null,
  -- As buyers type it, in capitals.
  code text not null constraint access_codes_spelling check (code ~ '^[A-Z0-9][A-Z0-9-]{2,31}$'),
  -- The organizer's own words: 'Fan club'.
  label text not null default '' check (char_length(label) <= 80),
  -- When it works. Null: since ever, for ever.
  starts_at timestamptz,
  ends_at timestamptz,
  -- Whether it lifts the start of sales. It never lifts an end or a pause.
  opens_early boolean not null default false,
  -- The types it is for: hidden ones are unlocked. Empty: all types that are not hidden.
  type_ids uuid[] not null default '{}',
  -- How many carts and orders may have it. Null: without limit.
  max_uses integer check (max_uses > 0),
  revoked_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, event_id) references events on delete cascade,
  constraint access_codes_window check (ends_at > starts_at),
  constraint access_codes_do_something check (opens_early or cardinality(type_ids) > 0)
);
create unique index access_codes_by_code on access_codes (tenant_id, event_id, code);
create index access_codes_by_time on access_codes (tenant_id, event_id, created_at desc, id desc);

-- The carts and orders that used a code. A claim counts while its cart holds something; the order spends
-- it.
create table access_code_uses (
  tenant_id integer not null,
  id uuid not null default gen_random_uuid(),
  code_id uuid not null,
  cart_id uuid not null,
  -- Longer than a hold can last; a later purchase of the same cart number spends nothing.
  claimed_until timestamptz not null,
  order_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, code_id) references access_codes on delete cascade
);
create index access_code_uses_by_code on access_code_uses (tenant_id, code_id);
create unique index access_code_claims_by_cart on access_code_uses (cart_id, code_id, tenant_id)
  where order_id is null;

-- Which carts are paid for under one e-mail address, where an event limits its customers. The address is
-- not stored here: `customer_id` is a digest of event and address. It ends with the cart's contact.
create table customer_carts (
  tenant_id integer not null,
  cart_id uuid not null,
  customer_id uuid not null,
  primary key (tenant_id, cart_id),
  foreign key (tenant_id, cart_id) references cart_contacts on delete cascade
);
create index customer_carts_by_customer on customer_carts (tenant_id, customer_id);

do $$
declare
  name text;
begin
  foreach name in array array['event_sales', 'access_codes', 'access_code_uses', 'customer_carts'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant_only on %I using (tenant_id = (select current_tenant()))
       with check (tenant_id = (select current_tenant()))', name);
  end loop;
end $$;

-- An order spends the claim of its cart. Once a statement: a batch of a lane writes many orders.
create function spend_access_codes() returns trigger language plpgsql as $$
begin
  update access_code_uses u set order_id = o.id from placed o
  where u.cart_id = o.cart_id and u.tenant_id = o.tenant_id and u.order_id is null
    and u.claimed_until > clock_timestamp();
  return null;
end $$;
create trigger orders_spend_access_codes after insert on orders
  referencing new table as placed
  for each statement execute function spend_access_codes();

-- As in 0004_offers.sql, with the windows. `sales_start_at` null: on sale since ever.
create or replace view offered_sessions with (security_invoker = true) as
  select s.tenant_id, s.id as session_id, s.event_id, s.starts_at, s.ends_at, s.local_date,
    s.display_name, s.status as state, e.is_published as is_event_published, e.currency,
    e.fee_set_id as event_fee_set_id,
    w.sales_end_at,
    (state_is_listed(s.status) and s.starts_at > now()) as is_listed,
    (state_is_sold(s.status) and s.starts_at > now() and w.is_selling) as is_open,
    (e.is_published and state_is_sold(s.status) and s.starts_at > now() and w.is_selling)
      as is_on_sale,
    w.sales_start_at,
    r.paused_at is not null as is_paused,
    coalesce(s.sales_close_at, r.closes_at) as sales_close_at,
    coalesce(s.cutoff_minutes, r.cutoff_minutes, 0) as cutoff_minutes,
    r.min_per_order, r.max_per_order, r.max_per_customer
  from sessions s
  join events e on e.tenant_id = s.tenant_id and e.id = s.event_id
  left join event_sales r on r.tenant_id = s.tenant_id and r.event_id = s.event_id
  cross join lateral (
    select coalesce(s.sales_open_at, r.opens_at) as sales_start_at,
      least(coalesce(s.sales_close_at, r.closes_at),
        s.starts_at - make_interval(mins => coalesce(s.cutoff_minutes, r.cutoff_minutes, 0)))
        as sales_end_at,
      (r.paused_at is null
        and coalesce(s.sales_open_at, r.opens_at, '-infinity') <= now()
        and least(coalesce(s.sales_close_at, r.closes_at),
          s.starts_at - make_interval(mins => coalesce(s.cutoff_minutes, r.cutoff_minutes, 0)))
          > now()) as is_selling) w;

-- As in 0012_charged_fee_set.sql, with the window of the type. What an access code opens is not in it.
create or replace view session_offers with (security_invoker = true) as
  select s.tenant_id, s.session_id, s.event_id, t.id as ticket_type_id, t.name, t.position,
    t.max_quantity, t.is_archived, s.local_date, s.starts_at, s.ends_at, s.display_name, s.state,
    s.is_event_published,
    s.sales_end_at, s.currency,
    case t.pricing_mode when 'fixed' then t.price_minor else o.price_minor end as price_minor,
    fee_set_json(f) as fee_set,
    all_in_minor(case t.pricing_mode when 'fixed' then t.price_minor else o.price_minor end, f)
      as all_in_minor,
    k.pool_id is not null as is_stocked,
    s.is_listed, s.is_open,
    (s.is_on_sale and k.pool_id is not null and not t.is_archived and not t.is_hidden
      and coalesce(t.sales_open_at, '-infinity') <= now()
      and coalesce(t.sales_close_at, 'infinity') > now()
      and (t.pricing_mode = 'fixed' or o.price_minor is not null)) as is_on_sale,
    s.sales_start_at, s.is_paused,
    t.is_hidden, t.min_quantity, t.quantity_step, t.max_per_customer,
    t.sales_open_at as type_open_at, t.sales_close_at as type_close_at,
    -- The type itself is open to everybody, whatever its session is.
    (not t.is_hidden and coalesce(t.sales_open_at, '-infinity') <= now()
      and coalesce(t.sales_close_at, 'infinity') > now()) as is_type_open
  from offered_sessions s
  join ticket_types t on t.tenant_id = s.tenant_id and t.event_id = s.event_id
  left join session_prices o on o.tenant_id = s.tenant_id and o.session_id = s.session_id
    and o.ticket_type_id = t.id
  left join fee_sets f on f.tenant_id = s.tenant_id
    and f.id = charged_fee_set_id(t.fee_set_id, s.event_fee_set_id)
  left join stock k on k.tenant_id = s.tenant_id and k.session_id = s.session_id and k.pool_id = t.id;

-- The lowest price of a type, on one day or (day null) on any, also before its sales start: what it is
-- going to cost is shown then.
create or replace function lowest_price_minor(type ticket_types, day date) returns integer
  language sql stable parallel safe
  return case type.pricing_mode when 'fixed' then type.price_minor else (
    select min(o.price_minor) from session_offers o
    where o.tenant_id = type.tenant_id and o.event_id = type.event_id
      and o.ticket_type_id = type.id and o.is_listed and o.is_stocked
      and (day is null or o.local_date = day)) end;

-- When the lowest price changes by time alone, because the sales of a type end.
alter table event_listings add column price_ends_at timestamptz;
create index event_listings_by_price_end on event_listings (price_ends_at)
  where price_ends_at is not null;

-- As in 0028_search_in_texts.sql, without the prices of types that are hidden or no longer sold.
create or replace function refresh_event_listings(tenant integer, ids uuid[]) returns void
  language plpgsql as $$
begin
  insert into event_listings
    (tenant_id, event_id, venue_id, category, city, sort_name, is_published, currency)
    select tenant, e.id, e.venue_id, e.category, '', '', e.is_published, e.currency
    from events e where e.tenant_id = tenant and e.id = any(ids)
    on conflict do nothing;
  -- If two transactions write one event, the second waits here. Its next statement then reads what the
  -- first one has committed.
  perform from event_listings where tenant_id = tenant and event_id = any(ids)
    order by event_id for update;
  -- One event after the other by its keys: between two ANALYZEs the planner takes thousands of events
  -- for one, and would compare each with all (measured: minutes for 10,000).
  update event_listings l set
    category = e.category, city = v.city, venue_id = v.id, timezone = v.timezone,
    sort_name = array_to_string(search_words(e.name), ' '),
    is_published = e.is_published, currency = e.currency, next_start = c.next_start,
    session_count = c.session_count, days = coalesce(c.days, '{}'),
    lowest_minor = p.lowest[2], lowest_all_in_minor = p.lowest[1],
    price_ends_at = p.ends_at,
    last_start = c.last_start
  from unnest(ids) as wanted(id)
  join events e on e.tenant_id = tenant and e.id = wanted.id
  join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
  cross join lateral (
    select min(s.starts_at) filter (where s.is_listed) as next_start,
      count(*) filter (where s.is_listed) as session_count,
      range_agg(daterange(s.local_date, s.local_date, '[]')) filter (where s.is_listed) as days,
      max(s.starts_at) as last_start
    from offered_sessions s
    where s.tenant_id = tenant and s.event_id = e.id and state_is_listed(s.state)) c
  cross join lateral (
    select min(array[all_in_minor(a.price, f), a.price]) filter (where a.price is not null)
        as lowest,
      min(a.sales_close_at) as ends_at
    from (
      select t.fee_set_id, t.sales_close_at, lowest_price_minor(t, null) as price
      from ticket_types t
      where t.tenant_id = tenant and t.event_id = e.id and not t.is_archived and not t.is_hidden
        and coalesce(t.sales_close_at, 'infinity') > now()
      offset 0) a
    left join fee_sets f on f.tenant_id = tenant
      and f.id = charged_fee_set_id(a.fee_set_id, e.fee_set_id)) p
  where l.tenant_id = tenant and l.event_id = e.id;
end $$;

-- What buyers see of a day's sales. A rollup counts a session that is not on sale as without room; these
-- say why.
alter table day_rollups
  -- Something of the day can be bought by everybody, whatever is left of it.
  add column is_on_sale boolean not null default true,
  -- The next time at which something of the day starts to be sold. Null: nothing more will.
  add column opens_at timestamptz,
  -- When the row changes by time alone: a session starts, a window opens or closes.
  add column turns_at timestamptz;
-- Tenant by tenant: row security applies to the owner too.
do $$
declare
  tenant integer;
begin
  for tenant in select tenant_id from tenants order by tenant_id loop
    perform set_config('app.tenant_id', tenant::text, true);
    update day_rollups set turns_at = next_change_at where tenant_id = tenant;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
drop index day_rollups_by_change;
create index day_rollups_by_turn on day_rollups (turns_at);
