-- What a ticket takes of its session: one place or several, and of a capacity that the types of its group
-- share. The rules are in docs/locking.md.

-- Rows that arrive in bulk have no statistics until autovacuum has looked, and the planner guesses their
-- number by the width of a row. So whoever brings many rows calls this: an import, a copy, a bulk change, a
-- migration. Reads the catalogue's tables that have outgrown what is known of them; a table that has not
-- costs nothing. The owner's rights, because ANALYZE needs them; it locks out no reader and no writer.
create function analyze_grown_tables() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  grown text;
begin
  for grown in
    select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relname = any(array['venues', 'events', 'ticket_groups', 'ticket_types', 'sessions',
        'session_prices', 'stock', 'add_ons', 'event_sales', 'event_listings', 'event_words',
        'event_text_words', 'session_rollups', 'day_rollups', 'ticket_type_sales', 'ticket_type_taxes',
        'access_codes', 'coupon_codes'])
      and pg_relation_size(c.oid) > current_setting('block_size')::integer * 2 * greatest(c.relpages, 1)
    order by c.relname
  loop
    -- Somebody else who analyses it is enough.
    begin
      execute format('lock table %I in share update exclusive mode nowait', grown);
      execute format('analyze %I', grown);
    exception when lock_not_available then null;
    end;
  end loop;
end $$;

alter table ticket_types
  -- How many people one ticket admits, and how much of its session's capacity it takes. It stays as it is
  -- once a ticket was held: holds, ledger and audit count tickets, and multiply.
  add column places smallint not null default 1,
  add constraint ticket_types_places_bounded check (places between 1 and 20) not valid;

alter table ticket_groups
  -- How many places the types of the group share in each session. Null: they share nothing but the
  -- session's capacity.
  add column capacity integer,
  add constraint ticket_groups_capacity_positive check (capacity >= 0) not valid;

-- A lane reads these with the counters that it locks, so a hold needs no further statement and no join.
alter table stock
  -- Of the counter of a ticket type: how many places one of its tickets takes in the counters above it.
  -- Types are counted in tickets; a session's total and what a group shares are counted in places.
  add column places smallint not null default 1,
  -- The counter that the type shares with its group, by its pool_id; that counter itself has its own id.
  -- Null: it shares none.
  add column group_id uuid;

-- What was bought with the ticket.
alter table tickets add column places smallint not null default 1;
-- Each person that a ticket admits signs: the first, the second and so on.
alter table waiver_signatures add column place smallint not null default 1;

-- A new counter takes after its type, whoever inserts it, and its session has the counter that the group
-- shares. Whoever changes places, shares or the group of a type holds the lock of the event's row, so that
-- a counter is either new enough to see the change or old enough to be changed with it.
create function stock_takes_after_types() returns trigger language plpgsql as $$
declare
  of_type record;
  sessions uuid[];
begin
  -- Types are few and counters many. Totals, add-ons, and what this function inserts, are no types.
  perform from events e
  where (e.tenant_id, e.id) in (
    select t.tenant_id, t.event_id
    from (select distinct tenant_id, pool_id from added where pool_id <> session_id) a
    join ticket_types t on t.tenant_id = a.tenant_id and t.id = a.pool_id)
  order by e.id for share;
  for of_type in
    select t.tenant_id, t.id, t.places, g.id as group_id, g.capacity
    from (select distinct tenant_id, pool_id from added where pool_id <> session_id) a
    join ticket_types t on t.tenant_id = a.tenant_id and t.id = a.pool_id
    join ticket_groups g on g.tenant_id = t.tenant_id and g.id = t.group_id
    where t.places > 1 or g.capacity is not null
  loop
    sessions := array(select session_id from added where pool_id = of_type.id);
    update stock k set places = of_type.places,
      group_id = case when of_type.capacity is not null then of_type.group_id end
    where k.tenant_id = of_type.tenant_id and k.session_id = any(sessions) and k.pool_id = of_type.id;
    if of_type.capacity is not null then
      insert into stock (tenant_id, session_id, pool_id, group_id, capacity)
      select of_type.tenant_id, s, of_type.group_id, of_type.group_id, of_type.capacity from unnest(sessions) s
      on conflict do nothing;
    end if;
  end loop;
  return null;
end $$;
create trigger stock_takes_after_types after insert on stock
  referencing new table as added for each statement execute function stock_takes_after_types();

-- Behind stock_never_oversold: a constraint holds for one counter, so a program that moves a counter
-- without the ones above it, such as a release that knows no places, would sell a place twice. It is
-- refused. A type of one place that shares nothing pays for a comparison of two columns.
create function stock_adds_up() returns trigger language plpgsql as $$
declare
  fault uuid;
begin
  select above.pool_id into fault
  from stock above
  cross join lateral (
    select coalesce(sum(t.held * t.places), 0) as held, coalesce(sum(t.sold * t.places), 0) as sold
    from stock t
    where t.tenant_id = above.tenant_id and t.session_id = above.session_id
      and t.pool_id <> t.session_id and t.group_id is distinct from t.pool_id
      and (above.pool_id = above.session_id or t.group_id = above.pool_id)) below
  where above.tenant_id = new.tenant_id and above.session_id = new.session_id
    and above.pool_id in (new.session_id, new.group_id)
    and (above.held, above.sold) is distinct from (below.held, below.sold)
  limit 1;
  if fault is not null then
    raise exception 'The counter % of session % is not what its ticket types add up to', fault,
      new.session_id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger stock_adds_up after update of held, sold on stock for each row
  when ((new.places > 1 or new.group_id is not null)
    and (old.held <> new.held or old.sold <> new.sold))
  execute function stock_adds_up();

-- What was held or sold was counted with these places.
create function stock_places_stay() returns trigger language plpgsql as $$
begin
  raise exception 'The places of a ticket type that is held or sold stay as they are'
    using errcode = 'integrity_constraint_violation';
end $$;
create trigger stock_places_stay after update of places on stock for each row
  when (old.places <> new.places and new.held + new.sold > 0)
  execute function stock_places_stay();

-- As in 0003_stock_and_holds.sql, with places. Expired holds are summed by type first: few rows are joined.
create or replace view live_stock with (security_invoker = true) as
  select s.tenant_id, s.session_id, s.pool_id, s.capacity, s.sold,
    s.held - l.quantity as held,
    case when s.capacity is not null
      then greatest(0, s.capacity - s.sold - s.held + l.quantity)::integer end as room,
    s.places, s.group_id
  from stock s
  cross join lateral (select case when s.held > 0 then coalesce((
    select sum(e.quantity * case when e.ticket_type_id = s.pool_id then 1 else coalesce(k.places, 1) end)
    from (
      select h.ticket_type_id, sum(h.quantity) as quantity from holds h
      where h.tenant_id = s.tenant_id and h.session_id = s.session_id and h.state = 'held'
        and h.reclaim_at > '-infinity' and h.reclaim_at <= now()
      group by 1) e
    left join stock k on k.tenant_id = s.tenant_id and k.session_id = s.session_id
      and k.pool_id = e.ticket_type_id
    where s.pool_id = s.session_id or e.ticket_type_id = s.pool_id or k.group_id = s.pool_id),
    0)::integer else 0 end) as l(quantity);

-- The places of a session over all types: its total, or the sum of what its types and groups allow, if
-- each has a limit and together they are narrower. A group that shares a capacity allows this, or what
-- its types allow, if that is less. None are left if no ticket takes so few. Null means without limit
-- (least() passes over nulls).
create or replace view session_room with (security_invoker = true) as
  select tenant_id, session_id, capacity,
    case when room < least_places then 0 else room end as room
  from (
    select tenant_id, session_id,
      least(max(capacity) filter (where branch = session_id),
        case when bool_and(capacity is not null) filter (where branch <> session_id)
          then sum(capacity) filter (where branch <> session_id) end)::integer as capacity,
      least(max(room) filter (where branch = session_id),
        case when bool_and(room is not null) filter (where branch <> session_id)
          then sum(room) filter (where branch <> session_id) end)::integer as room,
      min(least_places) as least_places
    from (
      select tenant_id, session_id, coalesce(group_id, pool_id) as branch,
        least(max(capacity * places) filter (where group_id is null or group_id = pool_id),
          case when bool_and(capacity is not null) filter (where group_id <> pool_id)
            then sum(capacity * places) filter (where group_id <> pool_id) end) as capacity,
        least(max(room * places) filter (where group_id is null or group_id = pool_id),
          case when bool_and(room is not null) filter (where group_id <> pool_id)
            then sum(room * places) filter (where group_id <> pool_id) end) as room,
        min(places) filter (where pool_id <> session_id and group_id is distinct from pool_id)
          as least_places
      from live_stock group by 1, 2, 3) branches
    group by 1, 2) sessions;

-- How many whole tickets of a type fit into a session: what the type has left in tickets, and its session and
-- its group in places. Null means without limit. ticketsThatFit() of packages/domain/src/places.ts.
create function tickets_that_fit(type_room integer, session_room integer, group_room integer, places smallint)
  returns integer
  language sql immutable parallel safe
  return least(type_room, session_room / places, group_room / places);
