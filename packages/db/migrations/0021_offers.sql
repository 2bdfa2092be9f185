-- What is on sale, at what price, with what fee. The rules are here once for SQL, and in
-- packages/domain/src/offer.ts once for TypeScript; apps/server/test/offers.test.ts compares the two.

-- An event is sold in one currency. A new event has its tenant's; a later change of the tenant's
-- currency leaves the prices that were set before as they are.
create function tenant_currency() returns text
  language sql stable parallel safe
  begin atomic
    select currency from tenants where tenant_id = current_tenant();
  end;
alter table events add column currency text;
do $$
declare
  tenant record;
begin
  -- Row security shows the events to their tenant alone.
  for tenant in select tenant_id, currency from tenants loop
    perform set_config('app.tenant_id', tenant.tenant_id::text, true);
    update events set currency = tenant.currency where tenant_id = tenant.tenant_id;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
alter table events
  alter column currency set default tenant_currency(),
  alter column currency set not null,
  add constraint events_currency_supported check (currency in ('aed', 'aud', 'brl', 'cad', 'chf', 'czk',
    'dkk', 'eur', 'gbp', 'hkd', 'huf', 'inr', 'jpy', 'mxn', 'myr', 'nok', 'nzd', 'pln', 'ron', 'sek',
    'sgd', 'thb', 'usd'));

-- A price of 0 meant 'not priced yet'. From now on a missing row says that, and 0 is free.
do $$
declare
  tenant integer;
begin
  for tenant in select tenant_id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    delete from session_prices where tenant_id = tenant and price_minor = 0;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

-- What a session of a state allows: SESSION_STATES in packages/domain/src/offer.ts. PostgreSQL inlines
-- these functions, so an index on what surrounds them is used.
create function state_is_listed(state text) returns boolean
  language sql immutable parallel safe
  return state = 'active';
create function state_is_sold(state text) returns boolean
  language sql immutable parallel safe
  return state = 'active';

-- A fee set as a hold freezes it: FeeSet in packages/domain/src/quote.ts. Null without a fee set.
create function fee_set_json(fee fee_sets) returns json
  language sql stable parallel safe
  return case when fee.id is not null then json_build_object('id', fee.id, 'name', fee.name,
    'isActive', fee.is_active, 'feeType', fee.fee_type, 'flatMinor', fee.flat_minor,
    'ratePpm', fee.rate_ppm) end;

-- The conditions below are joined by 'and' alone, and `sales_end_at` is a plain column: a reader that
-- asks for `is_listed` or `is_open` reads the index of sessions by start.
create view offered_sessions with (security_invoker = true) as
  select s.tenant_id, s.id as session_id, s.event_id, s.starts_at, s.ends_at, s.local_date,
    s.display_name, s.status as state, e.is_published as is_event_published, e.currency,
    e.fee_set_id as event_fee_set_id,
    s.starts_at as sales_end_at,
    -- Calendars and lists show the session, if its event is published.
    (state_is_listed(s.status) and s.starts_at > now()) as is_listed,
    -- The session alone keeps nobody from buying.
    (state_is_sold(s.status) and s.starts_at > now()) as is_open,
    -- Nor does its event.
    (e.is_published and state_is_sold(s.status) and s.starts_at > now()) as is_on_sale
  from sessions s
  join events e on e.tenant_id = s.tenant_id and e.id = s.event_id;

-- One row for each session and each ticket type of its event, whether it is sold there or not. Every
-- join is by a primary key or by an index that begins with the key that is asked for; a left join of
-- which a reader asks no column is left out by the planner (apps/server/test/offers-plan.test.ts).
create view session_offers with (security_invoker = true) as
  select s.tenant_id, s.session_id, s.event_id, t.id as ticket_type_id, t.name, t.position,
    t.max_quantity, t.is_archived, s.local_date, s.starts_at, s.ends_at, s.display_name, s.state,
    s.is_event_published,
    s.sales_end_at, s.currency,
    -- A fixed type has a price of its own; a dynamic one has that of the session. Null: not priced.
    case t.pricing_mode when 'fixed' then t.price_minor else o.price_minor end as price_minor,
    fee_set_json(f) as fee_set,
    all_in_minor(case t.pricing_mode when 'fixed' then t.price_minor else o.price_minor end, f)
      as all_in_minor,
    -- A type is sold in the sessions where it has a pool.
    k.pool_id is not null as is_stocked,
    s.is_listed, s.is_open,
    (s.is_on_sale and k.pool_id is not null and not t.is_archived
      and (t.pricing_mode = 'fixed' or o.price_minor is not null)) as is_on_sale
  from offered_sessions s
  join ticket_types t on t.tenant_id = s.tenant_id and t.event_id = s.event_id
  left join session_prices o on o.tenant_id = s.tenant_id and o.session_id = s.session_id
    and o.ticket_type_id = t.id
  -- A type's own fee set overrides the event's, also when it is inactive.
  left join fee_sets f on f.tenant_id = s.tenant_id
    and f.id = coalesce(t.fee_set_id, s.event_fee_set_id)
  left join stock k on k.tenant_id = s.tenant_id and k.session_id = s.session_id and k.pool_id = t.id;

-- The lowest price at which a type is still sold, on one day or on any. Null: no session that is still
-- to come has a price for it.
create function lowest_price_minor(type ticket_types, day date) returns integer
  language sql stable parallel safe
  return case type.pricing_mode when 'fixed' then type.price_minor else (
    select min(o.price_minor) from session_offers o
    where o.tenant_id = type.tenant_id and o.event_id = type.event_id
      and o.ticket_type_id = type.id and o.is_open and o.is_stocked
      and (day is null or o.local_date = day)) end;

-- A search by price compares the events that are sold in one currency.
alter table event_listings add column currency text not null default '';

create or replace function refresh_event_listings(tenant integer, ids uuid[]) returns void
  language plpgsql as $$
begin
  insert into event_listings
    (tenant_id, event_id, category, city, sort_name, is_published, currency)
    select tenant, e.id, e.category, '', '', e.is_published, e.currency
    from events e where e.tenant_id = tenant and e.id = any(ids)
    on conflict do nothing;
  -- Of two writers of one event, the second waits here. Its next statement then reads what the first
  -- one has committed.
  perform from event_listings where tenant_id = tenant and event_id = any(ids)
    order by event_id for update;
  -- One event after the other by its keys: between two ANALYZEs the planner takes thousands of events
  -- for one, and would compare each with all (measured: minutes for 10,000).
  update event_listings l set
    category = e.category, city = v.city,
    sort_name = array_to_string(search_words(e.name), ' '),
    is_published = e.is_published, currency = e.currency, next_start = c.next_start,
    session_count = c.session_count, days = coalesce(c.days, '{}'),
    lowest_minor = p.lowest[2], lowest_all_in_minor = p.lowest[1],
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
    select min(array[all_in_minor(a.price, f), a.price]) as lowest
    from (
      select t.fee_set_id, lowest_price_minor(t, null) as price
      from ticket_types t
      where t.tenant_id = tenant and t.event_id = e.id and not t.is_archived
      offset 0) a
    left join fee_sets f on f.tenant_id = tenant and f.id = coalesce(a.fee_set_id, e.fee_set_id)
    where a.price is not null) p
  where l.tenant_id = tenant and l.event_id = e.id;
end $$;

-- As in 0013, and also for pools: a dynamic type has no price in a session that does not sell it.
create or replace function follow_catalogue() returns trigger
  language plpgsql as $$
declare
  tenant integer;
  ids uuid[];
begin
  for tenant in select distinct tenant_id from changed loop
    case tg_table_name
      when 'events' then
        select array_agg(c.id) into ids from changed c where c.tenant_id = tenant;
      when 'venues' then
        select array_agg(e.id) into ids from events e
          where e.tenant_id = tenant and e.venue_id in (
            select c.id from changed c where c.tenant_id = tenant);
      when 'fee_sets' then
        select array_agg(e.id) into ids from events e
          where e.tenant_id = tenant and (
            e.fee_set_id in (select c.id from changed c where c.tenant_id = tenant)
            or exists (select from ticket_types t
              where t.tenant_id = tenant and t.event_id = e.id
                and t.fee_set_id in (select c.id from changed c where c.tenant_id = tenant)));
      when 'session_prices' then
        select array_agg(distinct s.event_id) into ids from changed c
          join sessions s on s.tenant_id = c.tenant_id and s.id = c.session_id
          where c.tenant_id = tenant;
      when 'stock' then
        select array_agg(distinct t.event_id) into ids from changed c
          join ticket_types t on t.tenant_id = c.tenant_id and t.id = c.pool_id
            and t.pricing_mode = 'dynamic'
          where c.tenant_id = tenant;
      else
        select array_agg(distinct c.event_id) into ids from changed c where c.tenant_id = tenant;
    end case;
    continue when ids is null;
    if tg_table_name in ('events', 'venues') then
      perform refresh_event_words(tenant, ids);
    end if;
    perform refresh_event_listings(tenant, ids);
  end loop;
  return null;
end $$;

-- Holds and sales update stock; only what opens or closes a pool inserts or deletes a row.
create trigger follow_catalogue_on_insert after insert on stock
  referencing new table as changed for each statement execute function follow_catalogue();
create trigger follow_catalogue_on_delete after delete on stock
  referencing old table as changed for each statement execute function follow_catalogue();

-- The lowest prices of the events that there are by this rule.
do $$
declare
  tenant integer;
  ids uuid[];
begin
  for tenant in select tenant_id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    select array_agg(id) into ids from events where tenant_id = tenant;
    continue when ids is null;
    perform refresh_event_listings(tenant, ids);
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
