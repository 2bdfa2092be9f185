-- Sales of a session may last beyond its start, until it ends at the latest. The cut-off counts minutes
-- before the start; a negative one counts minutes after it. `salesEndOf` of packages/domain/src/offer.ts is
-- the rule, and apps/server/test/sale-windows.test.ts compares the two.

alter table event_sales drop constraint event_sales_cutoff_bounded,
  -- 40,320 minutes are the longest session: with them, sales last until any session ends.
  add constraint event_sales_cutoff_bounded check (cutoff_minutes between -40320 and 525600) not valid;
alter table sessions drop constraint sessions_cutoff_bounded,
  add constraint sessions_cutoff_bounded check (cutoff_minutes between -40320 and 525600) not valid;

-- As in 0031_sales.sql, but a session is listed until it begins or, if that is later, until its sales end.
-- No session lasts longer than 28 days, so the bound of 29 changes nothing but lets readers use the index of
-- sessions by start.
create or replace view offered_sessions with (security_invoker = true) as
  select s.tenant_id, s.id as session_id, s.event_id, s.starts_at, s.ends_at, s.local_date,
    s.display_name, s.status as state, e.is_published as is_event_published, e.currency,
    e.fee_set_id as event_fee_set_id,
    w.sales_end_at,
    (state_is_listed(s.status) and s.starts_at > now() - interval '29 days'
      and greatest(s.starts_at, w.sales_end_at) > now()) as is_listed,
    (state_is_sold(s.status) and s.starts_at > now() - interval '29 days' and w.is_selling
      and w.sales_end_at > now()) as is_open,
    (e.is_published and state_is_sold(s.status) and s.starts_at > now() - interval '29 days'
      and w.is_selling and w.sales_end_at > now()) as is_on_sale,
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
      least(coalesce(s.sales_close_at, r.closes_at), s.ends_at,
        s.starts_at - make_interval(mins => coalesce(s.cutoff_minutes, r.cutoff_minutes, 0)))
        as sales_end_at,
      (r.paused_at is null
        and coalesce(s.sales_open_at, r.opens_at, '-infinity') <= now()) as is_selling) w;

-- When the listing or the day of a session changes by time alone: at its start, and once it has begun at
-- the end of its sales.
create function next_turn_of(starts_at timestamptz, sales_end_at timestamptz) returns timestamptz
  language sql stable parallel safe
  return case when starts_at > now() then starts_at else sales_end_at end;

alter table event_listings
  -- The start of the first session that is listed, which may have begun. Null in rows that an earlier
  -- release wrote last, where it is next_start.
  add column first_start timestamptz;
alter table day_rollups add column first_start timestamptz;

-- As in 0039_fees_and_taxes.sql. `next_start` is the next turn of a listed session: a start, or the end of
-- the sales of one that has begun. `days` has every day of a session that lasts a day or longer.
create or replace function refresh_event_listings(tenant integer, ids uuid[]) returns void
  language plpgsql as $$
declare
  default_rate_id uuid := (select id from tax_rates where tenant_id = tenant and is_default);
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
    first_start = c.first_start,
    session_count = c.session_count, days = coalesce(c.days, '{}'),
    lowest_minor = p.lowest[2], lowest_all_in_minor = p.lowest[1],
    price_ends_at = p.ends_at,
    last_start = c.last_start
  from unnest(ids) as wanted(id)
  join events e on e.tenant_id = tenant and e.id = wanted.id
  join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
  cross join lateral (
    select min(next_turn_of(s.starts_at, s.sales_end_at)) filter (where s.is_listed) as next_start,
      min(s.starts_at) filter (where s.is_listed) as first_start,
      count(*) filter (where s.is_listed) as session_count,
      range_agg(daterange(s.local_date, case
          when s.ends_at - s.starts_at < interval '24 hours' then s.local_date
          else ((s.ends_at - interval '1 minute') at time zone v.timezone)::date end, '[]'))
        filter (where s.is_listed) as days,
      max(s.starts_at) as last_start
    from offered_sessions s
    where s.tenant_id = tenant and s.event_id = e.id and state_is_listed(s.state)) c
  cross join lateral (
    select min(array[all_in_minor(a.price, f, rate, fee_rate), a.price]) filter (where a.price is not null)
        as lowest,
      min(a.sales_close_at) as ends_at
    from (
      select t.fee_set_id, i.tax_rate_id, x.sales_close_at, lowest_price_minor(t, null) as price
      from ticket_types t
      left join ticket_type_sales x on x.tenant_id = t.tenant_id and x.ticket_type_id = t.id
      left join ticket_type_taxes i on i.tenant_id = t.tenant_id and i.ticket_type_id = t.id
      where t.tenant_id = tenant and t.event_id = e.id and not t.is_archived and x.is_hidden is not true
        and coalesce(x.sales_close_at, 'infinity') > now()
      offset 0) a
    left join fee_sets f on f.tenant_id = tenant
      and f.id = charged_fee_set_id(a.fee_set_id, e.fee_set_id)
    left join tax_rates rate on rate.tenant_id = tenant
      and rate.id = coalesce(a.tax_rate_id, default_rate_id)
    left join tax_rates fee_rate on fee_rate.tenant_id = tenant
      and fee_rate.id = coalesce(f.tax_rate_id, default_rate_id)) p
  where l.tenant_id = tenant and l.event_id = e.id;
end $$;

-- What is listed depends on the end of sales, so listings follow the rules of a whole event as well.
do $$
declare
  op text;
begin
  foreach op in array array['insert', 'update', 'delete'] loop
    execute format(
      'create trigger follow_catalogue_on_%s after %s on event_sales referencing %s table as changed
       for each statement execute function follow_catalogue()',
      op, op, case op when 'delete' then 'old' else 'new' end);
  end loop;
end $$;
