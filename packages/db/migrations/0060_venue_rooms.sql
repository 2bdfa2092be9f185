-- Rooms of a venue, and which of them a session is in. Both are tables of their own: a key and an index of
-- `sessions` itself would be built while nobody may sell, and the statements of an on-sale join its rows.

create table venue_rooms (
  tenant_id integer not null,
  id uuid not null,
  venue_id uuid not null,
  name text not null check (name <> ''),
  -- How many people fit. Sessions begin with it, and may have another capacity.
  capacity integer not null check (capacity between 1 and 1000000),
  position integer not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, venue_id) references venues on delete cascade
);
create index venue_rooms_by_venue on venue_rooms (tenant_id, venue_id);

-- A session that is in a room of its event's venue.
create table session_venue_rooms (
  tenant_id integer not null,
  session_id uuid not null,
  room_id uuid not null,
  primary key (tenant_id, session_id),
  foreign key (tenant_id, session_id) references sessions on delete cascade,
  foreign key (tenant_id, room_id) references venue_rooms on delete cascade
);
create index session_venue_rooms_by_room on session_venue_rooms (tenant_id, room_id);

do $$
declare
  name text;
begin
  foreach name in array array['venue_rooms', 'session_venue_rooms'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant_only on %I using (tenant_id = (select current_tenant()))
      with check (tenant_id = (select current_tenant()))', name);
  end loop;
end $$;

-- Passes follow the room of a session that is not over, as they follow its time (0024_moved_passes.sql).
create function note_passes_of_rooms(tenant integer, ids uuid[]) returns void language sql as $$
  with moved as (
    update wallet_passes p
    set changed_at = greatest(date_trunc('second', clock_timestamp()), p.changed_at + interval '1 second')
    from sessions s
    join tickets t on t.tenant_id = s.tenant_id and t.session_id = s.id and t.status = 'VALID'
    where s.tenant_id = tenant and s.id = any(ids) and s.ends_at > now()
      and p.tenant_id = t.tenant_id and p.order_id = t.order_id and p.ticket_number = t.number
    returning p.tenant_id, p.order_id, p.ticket_number, p.wallet)
  insert into wallet_updates (tenant_id, wallet, target)
  select tenant_id, wallet, target from (
    select r.tenant_id, 'apple' as wallet, r.device_key as target
    from moved m join wallet_registrations r on r.tenant_id = m.tenant_id
      and r.order_id = m.order_id and r.ticket_number = m.ticket_number
    where m.wallet = 'apple'
    union
    select tenant_id, wallet, order_id || '-' || ticket_number from moved where wallet = 'google') u
  order by wallet, target
  on conflict (tenant_id, wallet, target) do update set changes = wallet_updates.changes + 1,
    attempts = 0, next_attempt_at = clock_timestamp(), created_at = clock_timestamp();
$$;

create function note_session_rooms() returns trigger language plpgsql as $$
declare
  tenant integer;
begin
  for tenant in select distinct tenant_id from changed loop
    perform note_passes_of_rooms(tenant, array(
      select c.session_id from changed c where c.tenant_id = tenant));
  end loop;
  return null;
end $$;
create trigger session_venue_rooms_inserted after insert on session_venue_rooms
  referencing new table as changed for each statement execute function note_session_rooms();
create trigger session_venue_rooms_updated after update on session_venue_rooms
  referencing new table as changed for each statement execute function note_session_rooms();
create trigger session_venue_rooms_deleted after delete on session_venue_rooms
  referencing old table as changed for each statement execute function note_session_rooms();

create function note_renamed_room() returns trigger language plpgsql as $$
begin
  perform note_passes_of_rooms(new.tenant_id, array(
    select session_id from session_venue_rooms where tenant_id = new.tenant_id and room_id = new.id));
  return null;
end $$;
create trigger venue_rooms_renamed after update of name on venue_rooms
  for each row when (new.name is distinct from old.name) execute function note_renamed_room();

-- The limits of 0058_attackers_among_organizers.sql, and one more kind. A venue has at most 100 rooms.
create or replace function organizer_limit(kind text) returns integer
  language sql immutable parallel safe
  return case kind
    when 'events' then 20000
    when 'venues' then 1000
    when 'ticket_groups' then 20000
    when 'ticket_types' then 50000
    when 'add_ons' then 20000
    when 'sessions' then 200000
    when 'fee_sets' then 500
    when 'tax_rates' then 500
    when 'coupon_groups' then 2000
    when 'coupon_codes' then 200000
    when 'access_codes' then 200000
    when 'active checkout_rules' then 100
    when 'checkout_rules' then 2000
    when 'tenant_logos' then 200
    when 'staff_invitations' then 500
    when 'pictures' then 5000
    when 'waiver_texts' then 5000
    when 'test_copies' then 20
    when 'venue_rooms' then 10000
  end;

create or replace function refuse_beyond_limit(kind text, more integer) returns void
  language plpgsql as $$
declare
  most constant integer := organizer_limit(kind);
  present integer;
begin
  execute format('select count(*) from (select from %I where tenant_id = current_tenant() and %s limit %s) t',
    split_part(kind, ' ', -1), case when kind like 'active %' then 'is_active' else 'true' end, most + 1)
    into present;
  if present + more > most then
    raise exception using errcode = 'FY003', message = format('A shop has at most %s %s. Nothing was changed.',
      trim(to_char(most, '999,999,999')),
      case split_part(kind, ' ', -1) when 'sessions' then 'dates' when 'fee_sets' then 'fees'
        when 'tax_rates' then 'taxes' when 'tenant_logos' then 'logos'
        when 'staff_invitations' then 'open invitations' when 'test_copies' then 'tests of events at a time'
        when 'venue_rooms' then 'rooms'
        else replace(replace(kind, 'add_ons', 'add-ons'), '_', ' ') end);
  end if;
end $$;

create trigger venue_rooms_limit after insert on venue_rooms
  for each statement execute function check_limit('venue_rooms');

-- As in 0055_places.sql, with the rooms of sessions, which an import brings.
create or replace function analyze_grown_tables() returns void
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
        'access_codes', 'coupon_codes', 'session_venue_rooms'])
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
