-- What the back office adds to the catalogue.

-- Events that are put away: unpublished, and out of the lists of the team. Apart from events, whose width
-- decides plans of an on-sale (0018_event_change_policies.sql).
create table archived_events (
  tenant_id integer not null,
  event_id uuid not null,
  archived_at timestamptz not null default now(),
  primary key (tenant_id, event_id),
  foreign key (tenant_id, event_id) references events on delete cascade
);
alter table archived_events enable row level security;
alter table archived_events force row level security;
create policy tenant_only on archived_events using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));

-- The organizer's order of the groups of an event. Groups of equal position are in the order of their
-- names, as all were before.
alter table ticket_groups add column position integer not null default 0;
