-- What the team does for orders besides refunds: tickets that it gives away, mails to the buyers of a
-- session, and a pause of the work after a session was moved or called off.

-- Set: the work is stopped. `next_attempt_at` is 'infinity' until somebody lets it go on, so that no
-- process looks at it. Buyers may answer meanwhile.
alter table session_disruptions add column stopped_at timestamptz;

-- An order of tickets that the team gave away. Written with the order, in its transaction.
create table complimentary_orders (
  tenant_id integer not null,
  order_id uuid not null,
  -- Of staff_people, who belong to no tenant.
  person_id uuid not null,
  reason text not null,
  note text not null,
  primary key (tenant_id, order_id)
);

-- A mail that the team wrote to all buyers of a session. Written with its mails, in one transaction.
create table session_messages (
  tenant_id integer not null,
  -- Made by the request, so that a repeated request writes nothing.
  id uuid not null,
  session_id uuid not null,
  person_id uuid not null,
  subject text not null,
  body text not null,
  mail_ids uuid[] not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, session_id) references sessions
);
create index session_messages_by_session on session_messages (tenant_id, session_id, created_at);

-- The kind is added to those that the check has, whichever they are.
do $$
declare
  kinds text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'mails'::regclass and conname = 'mails_kind_check');
  name text;
begin
  alter table mails drop constraint mails_kind_check;
  execute 'alter table mails add constraint mails_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''session_message''::text, ');
  foreach name in array array['complimentary_orders', 'session_messages'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant_only on %I using (tenant_id = (select current_tenant()))
       with check (tenant_id = (select current_tenant()))', name);
  end loop;
end $$;
