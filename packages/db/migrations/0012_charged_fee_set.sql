-- Which fee set a ticket type is charged with, once for all statements: its own, also if that one is
-- inactive, else the event's. PostgreSQL inlines it, so that the join by the key stays.
create function charged_fee_set_id(own uuid, of_event uuid) returns uuid
  language sql immutable parallel safe
  return coalesce(own, of_event);

-- One row for each session and each ticket type of its event, whether it is sold there or not. Every
-- join is by a primary key or by an index that begins with the key that is asked for; the planner leaves
-- out a left join if a reader asks for no column of it (apps/server/test/offers-plan.test.ts).
create or replace view session_offers with (security_invoker = true) as
  select s.tenant_id, s.session_id, s.event_id, t.id as ticket_type_id, t.name, t.position,
    t.max_quantity, t.is_archived, s.local_date, s.starts_at, s.ends_at, s.display_name, s.state,
    s.is_event_published,
    s.sales_end_at, s.currency,
    -- A fixed type has a price of its own; a dynamic one has that of the session. Null: not priced.
    case t.pricing_mode when 'fixed' then t.price_minor else o.price_minor end as price_minor,
    fee_set_json(f) as fee_set,
    all_in_minor(case t.pricing_mode when 'fixed' then t.price_minor else o.price_minor end, f)
      as all_in_minor,
    -- A type is sold in the sessions in which it has a pool.
    k.pool_id is not null as is_stocked,
    s.is_listed, s.is_open,
    (s.is_on_sale and k.pool_id is not null and not t.is_archived
      and (t.pricing_mode = 'fixed' or o.price_minor is not null)) as is_on_sale
  from offered_sessions s
  join ticket_types t on t.tenant_id = s.tenant_id and t.event_id = s.event_id
  left join session_prices o on o.tenant_id = s.tenant_id and o.session_id = s.session_id
    and o.ticket_type_id = t.id
  left join fee_sets f on f.tenant_id = s.tenant_id
    and f.id = charged_fee_set_id(t.fee_set_id, s.event_fee_set_id)
  left join stock k on k.tenant_id = s.tenant_id and k.session_id = s.session_id and k.pool_id = t.id;

-- Computes the listings of the given events again.
create or replace function refresh_event_listings(tenant integer, ids uuid[]) returns void
  language plpgsql as $$
begin
  insert into event_listings
    (tenant_id, event_id, category, city, sort_name, is_published, currency)
    select tenant, e.id, e.category, '', '', e.is_published, e.currency
    from events e where e.tenant_id = tenant and e.id = any(ids)
    on conflict do nothing;
  -- If two transactions write one event, the second waits here. Its next statement then reads what the
  -- first one has committed.
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
    left join fee_sets f on f.tenant_id = tenant
      and f.id = charged_fee_set_id(a.fee_set_id, e.fee_set_id)
    where a.price is not null) p
  where l.tenant_id = tenant and l.event_id = e.id;
end $$;
