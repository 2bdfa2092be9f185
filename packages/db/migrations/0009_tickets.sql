-- What happened to each ticket, in order. Written by triggers, so that no way of changing a ticket,
-- in the lanes, in a back office or by hand, can forget it; once a statement, not once a row, since a
-- batch of lanes writes hundreds of tickets at once.
create table ticket_events (
  tenant_id integer not null,
  -- No foreign key: the only writer is the ticket's own row, which is never deleted.
  ticket_id uuid not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('issued', 'moved', 'upgraded', 'cancelled', 'redeemed')),
  at timestamptz not null default now(),
  -- What it was before; `revokedCode`: a code that no longer opens the door.
  detail jsonb not null default '{}',
  primary key (tenant_id, ticket_id, id)
);
alter table ticket_events enable row level security;
alter table ticket_events force row level security;
create policy tenant_only on ticket_events using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));

-- Tickets from before this table.
alter table ticket_events no force row level security;
alter table tickets no force row level security;
insert into ticket_events (tenant_id, ticket_id, kind, at)
  select tenant_id, id, 'issued', created_at from tickets;
insert into ticket_events (tenant_id, ticket_id, kind)
  select tenant_id, id, 'cancelled' from tickets where status = 'CANCELLED';
alter table tickets force row level security;
alter table ticket_events force row level security;

create function note_issued_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_events (tenant_id, ticket_id, kind) select tenant_id, id, 'issued' from issued;
  return null;
end $$;

-- One change may be several events. A new code alone is a ticket issued anew.
create function note_changed_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_events (tenant_id, ticket_id, kind, detail)
  select a.tenant_id, a.id, e.kind, jsonb_strip_nulls(e.detail || jsonb_build_object(
    'revokedCode', case when a.validation_code <> b.validation_code then b.validation_code end))
  from after_change a
  join before_change b on b.tenant_id = a.tenant_id and b.id = a.id
  cross join lateral (values
    ('moved', a.session_id <> b.session_id, jsonb_build_object('fromSessionId', b.session_id)),
    ('upgraded', a.ticket_type_id <> b.ticket_type_id,
      jsonb_build_object('fromTicketTypeId', b.ticket_type_id)),
    ('cancelled', a.status = 'CANCELLED' and b.status <> 'CANCELLED', '{}'),
    ('redeemed', a.redeemed_at is not null and b.redeemed_at is null, '{}'),
    ('issued', a.validation_code <> b.validation_code and a.session_id = b.session_id
      and a.ticket_type_id = b.ticket_type_id, '{}')
  ) as e(kind, has_happened, detail)
  where e.has_happened;
  return null;
end $$;

create trigger tickets_issued after insert on tickets
  referencing new table as issued
  for each statement execute function note_issued_tickets();
create trigger tickets_changed after update on tickets
  referencing old table as before_change new table as after_change
  for each statement execute function note_changed_tickets();
