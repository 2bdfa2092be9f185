-- The rules of 0031_sales.sql for ticket types, in a table of their own. As columns they made ticket_types
-- wider: before its first ANALYZE the planner then took it for so few rows that it began with all types of
-- the tenant, and looked up a session for each (apps/server/test/offers-plan.test.ts). Nothing may be added
-- to ticket_types, as to events.

-- A type without rules of its own has no row.
create table ticket_type_sales (
  tenant_id integer not null,
  ticket_type_id uuid not null,
  event_id uuid not null,
  sales_open_at timestamptz,
  sales_close_at timestamptz,
  -- Shown and sold to buyers with an access code that unlocks it, and to nobody else.
  is_hidden boolean not null default false,
  -- A line has a multiple of the step, and at least the minimum.
  min_quantity integer not null default 1
    constraint ticket_type_sales_min_positive check (min_quantity > 0),
  quantity_step integer not null default 1
    constraint ticket_type_sales_step_positive check (quantity_step > 0),
  max_per_customer integer
    constraint ticket_type_sales_per_customer_positive check (max_per_customer > 0),
  primary key (tenant_id, ticket_type_id),
  foreign key (tenant_id, ticket_type_id) references ticket_types on delete cascade,
  constraint ticket_type_sales_window check (sales_close_at > sales_open_at)
);
alter table ticket_type_sales enable row level security;
alter table ticket_type_sales force row level security;
create policy tenant_only on ticket_type_sales using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));

-- Tenant by tenant: row security applies to the owner too.
do $$
declare
  tenant integer;
begin
  for tenant in select tenant_id from tenants order by tenant_id loop
    perform set_config('app.tenant_id', tenant::text, true);
    insert into ticket_type_sales (tenant_id, ticket_type_id, event_id, sales_open_at,
      sales_close_at, is_hidden, min_quantity, quantity_step, max_per_customer)
    select tenant_id, id, event_id, sales_open_at, sales_close_at, is_hidden, min_quantity,
      quantity_step, max_per_customer
    from ticket_types t
    where t.tenant_id = tenant and (sales_open_at is not null or sales_close_at is not null
      or is_hidden or min_quantity > 1 or quantity_step > 1 or max_per_customer is not null);
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

-- As in 0031_sales.sql.
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
    (s.is_on_sale and k.pool_id is not null and not t.is_archived and x.is_hidden is not true
      and coalesce(x.sales_open_at, '-infinity') <= now()
      and coalesce(x.sales_close_at, 'infinity') > now()
      and (t.pricing_mode = 'fixed' or o.price_minor is not null)) as is_on_sale,
    s.sales_start_at, s.is_paused,
    coalesce(x.is_hidden, false) as is_hidden, coalesce(x.min_quantity, 1) as min_quantity,
    coalesce(x.quantity_step, 1) as quantity_step, x.max_per_customer,
    x.sales_open_at as type_open_at, x.sales_close_at as type_close_at,
    -- The type itself is open to everybody, whatever its session is.
    (x.is_hidden is not true and coalesce(x.sales_open_at, '-infinity') <= now()
      and coalesce(x.sales_close_at, 'infinity') > now()) as is_type_open
  from offered_sessions s
  join ticket_types t on t.tenant_id = s.tenant_id and t.event_id = s.event_id
  left join ticket_type_sales x on x.tenant_id = t.tenant_id and x.ticket_type_id = t.id
  left join session_prices o on o.tenant_id = s.tenant_id and o.session_id = s.session_id
    and o.ticket_type_id = t.id
  left join fee_sets f on f.tenant_id = s.tenant_id
    and f.id = charged_fee_set_id(t.fee_set_id, s.event_fee_set_id)
  left join stock k on k.tenant_id = s.tenant_id and k.session_id = s.session_id and k.pool_id = t.id;

-- As in 0031_sales.sql.
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
      select t.fee_set_id, x.sales_close_at, lowest_price_minor(t, null) as price
      from ticket_types t
      left join ticket_type_sales x on x.tenant_id = t.tenant_id and x.ticket_type_id = t.id
      where t.tenant_id = tenant and t.event_id = e.id and not t.is_archived and x.is_hidden is not true
        and coalesce(x.sales_close_at, 'infinity') > now()
      offset 0) a
    left join fee_sets f on f.tenant_id = tenant
      and f.id = charged_fee_set_id(a.fee_set_id, e.fee_set_id)) p
  where l.tenant_id = tenant and l.event_id = e.id;
end $$;

alter table ticket_types
  drop column sales_open_at, drop column sales_close_at, drop column is_hidden,
  drop column min_quantity, drop column quantity_step, drop column max_per_customer;

-- A hidden type, or one that is no longer sold, sets no lowest price.
do $$
declare
  change text;
begin
  foreach change in array array['insert', 'update', 'delete'] loop
    execute format(
      'create trigger follow_catalogue_on_%s after %s on ticket_type_sales
       referencing %s table as changed
       for each statement execute function follow_catalogue()',
      change, change, case change when 'delete' then 'old' else 'new' end);
  end loop;
end $$;
