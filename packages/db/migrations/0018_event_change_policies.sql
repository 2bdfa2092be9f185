-- What buyers may change of orders of an event, apart from the events: the statements of an on-sale join
-- these, and before the first ANALYZE the planner guesses their number by the width of a row. One column
-- more, and it walked all sessions of the tenant (apps/server/test/offers-plan.test.ts).
create table event_change_policies (
  tenant_id integer not null,
  event_id uuid not null,
  -- The rules of the event by kind; a kind that is missing is the tenant's.
  policy jsonb not null,
  primary key (tenant_id, event_id),
  foreign key (tenant_id, event_id) references events
);
alter table event_change_policies enable row level security;
alter table event_change_policies force row level security;
create policy tenant_only on event_change_policies using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));

alter table events no force row level security;
alter table event_change_policies no force row level security;
insert into event_change_policies (tenant_id, event_id, policy)
  select tenant_id, id, change_policy from events where change_policy is not null;
alter table events force row level security;
alter table event_change_policies force row level security;

alter table events drop column change_policy;
