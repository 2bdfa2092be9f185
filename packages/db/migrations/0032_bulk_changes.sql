-- Many sessions of an event created or changed in one go, by a job, slice by slice.

create table bulk_changes (
  tenant_id integer not null,
  id uuid not null,
  event_id uuid not null,
  kind text not null check (kind in ('create', 'edit', 'close', 'reopen', 'call_off')),
  -- stopping: somebody has stopped it, and the slice in progress ends. failed: the rest cannot be done.
  state text not null default 'working'
    check (state in ('working', 'stopping', 'stopped', 'done', 'failed')),
  -- What is done to each session: BulkParams in packages/db/src/json.ts.
  params jsonb not null,
  -- The sessions in the order in which they are worked on. As arrays and not as rows: ten thousand rows
  -- took longer to write than the sessions. PostgreSQL stores them apart, and an update of the columns
  -- below does not write them again.
  session_ids uuid[] not null,
  -- Of new sessions: their starts, and which pattern of the params each has.
  starts_at timestamptz[] not null,
  patterns integer[] not null,
  total integer not null check (total = cardinality(session_ids)),
  -- How many were worked on. It is written with what was done, so a crash repeats at most a slice that
  -- is harmless to repeat.
  position integer not null default 0 check (position between 0 and total),
  -- How many of these could not be changed, and why: the first of them.
  refused integer not null default 0,
  problems jsonb not null default '[]',
  person_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  next_attempt_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, event_id) references events on delete cascade
);
-- One at a time in each event: two would change the same sessions in an unknown order.
create unique index bulk_changes_one_open on bulk_changes (tenant_id, event_id)
  where state in ('working', 'stopping');
create index bulk_changes_due on bulk_changes (tenant_id, next_attempt_at)
  where state in ('working', 'stopping');
create index bulk_changes_by_event on bulk_changes (tenant_id, event_id, id);

alter table bulk_changes enable row level security;
alter table bulk_changes force row level security;
create policy tenant_only on bulk_changes using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));
