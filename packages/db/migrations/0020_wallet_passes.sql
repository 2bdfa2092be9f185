-- Passes in Apple Wallet and Google Wallet, which follow their order when it changes.

-- Each pass that a phone registered for (Apple), or that a link to save it was made for (Google). A pass
-- belongs to an order and a ticket number: a ticket that is exchanged keeps its number, and its pass is
-- updated. Tickets whose pass is in no wallet have no row, so a change of them writes nothing here.
create table wallet_passes (
  tenant_id integer not null,
  order_id uuid not null,
  ticket_number integer not null,
  wallet text not null check (wallet in ('apple', 'google')),
  -- When its ticket last changed; when the row was made, if it has not changed since. In whole seconds,
  -- because HTTP dates have no fractions, and each later than the one before.
  changed_at timestamptz not null default date_trunc('second', clock_timestamp()),
  primary key (tenant_id, order_id, ticket_number, wallet)
);

-- Phones with Apple passes, as their web service knows them.
create table wallet_devices (
  tenant_id integer not null references tenants,
  -- A keyed hash of what the phone calls itself: whoever knows that may ask which passes it has.
  device_key text not null,
  push_token text not null,
  primary key (tenant_id, device_key)
);

-- Which phone follows which pass.
create table wallet_registrations (
  tenant_id integer not null,
  device_key text not null,
  order_id uuid not null,
  ticket_number integer not null,
  primary key (tenant_id, device_key, order_id, ticket_number),
  foreign key (tenant_id, device_key) references wallet_devices on delete cascade
);
create index wallet_registrations_by_pass
  on wallet_registrations (tenant_id, order_id, ticket_number);

-- What still has to be sent, one row for each phone and for each object at Google; a row that was sent is
-- deleted.
create table wallet_updates (
  tenant_id integer not null,
  id uuid not null default gen_random_uuid(),
  wallet text not null check (wallet in ('apple', 'google')),
  -- The device_key of a phone, which gets one push for all its passes; the serial number of a Google pass.
  target text not null,
  -- How many changes the row stands for. A row that changed while it was sent is sent again.
  changes integer not null default 1,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  last_error text,
  primary key (tenant_id, id),
  unique (tenant_id, wallet, target)
);
create index wallet_updates_due on wallet_updates (tenant_id, next_attempt_at);

-- Tickets are changed by the lanes, by commands and by hand; a trigger forgets none of them. It runs for
-- changes alone: a purchase inserts its tickets. What is updated first belongs to an order that is locked;
-- the rows of phones, which several orders may share, are written last and in one order, so that two
-- transactions never wait for each other.
create function note_changed_passes() returns trigger language plpgsql as $$
declare
  changed record;
  is_in_wallet boolean := false;
begin
  -- One probe by key for each ticket: a join would be planned anew while the tables are small.
  for changed in select distinct tenant_id, order_id, number from after_change order by 2, 3 loop
    update wallet_passes
    set changed_at = greatest(date_trunc('second', clock_timestamp()), changed_at + interval '1 second')
    where tenant_id = changed.tenant_id and order_id = changed.order_id
      and ticket_number = changed.number;
    is_in_wallet := is_in_wallet or found;
  end loop;
  if is_in_wallet then
    insert into wallet_updates (tenant_id, wallet, target)
    select distinct a.tenant_id, t.wallet, t.target
    from after_change a
    cross join lateral (
      select 'apple' as wallet, r.device_key as target from wallet_registrations r
      where r.tenant_id = a.tenant_id and r.order_id = a.order_id and r.ticket_number = a.number
      union all
      select p.wallet, p.order_id || '-' || p.ticket_number from wallet_passes p
      where p.tenant_id = a.tenant_id and p.order_id = a.order_id and p.ticket_number = a.number
        and p.wallet = 'google'
      offset 0) t
    order by t.wallet, t.target
    on conflict (tenant_id, wallet, target) do update set changes = wallet_updates.changes + 1,
      attempts = 0, next_attempt_at = clock_timestamp(), created_at = clock_timestamp();
  end if;
  return null;
end $$;

create trigger tickets_change_passes after update on tickets
  referencing new table as after_change for each statement execute function note_changed_passes();

do $$
declare
  name text;
begin
  foreach name in array
    array['wallet_passes', 'wallet_devices', 'wallet_registrations', 'wallet_updates'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant_only on %I using (tenant_id = (select current_tenant()))
       with check (tenant_id = (select current_tenant()))', name);
  end loop;
end $$;
