-- How this installation runs, as it measured itself: what /status shows.

-- What each process measured in a minute: whether its probes of itself, over HTTP and with the database,
-- succeeded, and how long its answers took (counts by bucket: apps/server/src/http/answer-counts.ts). A
-- process replaces its own row of the minute, so several never count twice. A minute without a row is one
-- in which no process ran. Deleted after two days at most.
create table status_samples (
  minute timestamptz not null,
  process text not null,
  probes integer not null,
  failed_probes integer not null,
  answers integer not null,
  errors integer not null,
  latencies integer[] not null,
  hold_latencies integer[] not null,
  primary key (minute, process),
  check (minute = date_trunc('minute', minute)),
  check (failed_probes between 0 and probes)
);

-- The samples of each day (UTC), added up again and again until the day is over. Kept for 90 days.
create table status_days (
  day date primary key,
  -- The first minute with a sample. Only on the first day of all does the measured time begin here; on
  -- other days it begins at midnight, and what is missing counts as down.
  first_minute timestamptz not null,
  -- Up to here the day is added up.
  measured_until timestamptz not null,
  -- Minutes in which at least one process answered all of its probes.
  up_minutes integer not null check (up_minutes >= 0),
  errors integer not null,
  latencies integer[] not null,
  hold_latencies integer[] not null
);

-- Outages, series of errors and disagreeing books are found by a job; notes are written by the operator.
-- Kept until 90 days after the end.
create table status_incidents (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('outage', 'errors', 'audit', 'note')),
  began_at timestamptz not null,
  -- Null while it lasts.
  ended_at timestamptz check (ended_at >= began_at),
  note text not null default '' check (length(note) <= 500),
  -- What is found twice is stored once.
  unique (kind, began_at)
);
create unique index status_incidents_open_audit on status_incidents (kind)
  where kind = 'audit' and ended_at is null;

-- The last turn of the audit for each tenant. foyer_due adds them up (packages/db/src/due-role.ts).
create table status_audits (
  tenant_id integer primary key references tenants on delete cascade,
  at timestamptz not null,
  differences integer not null check (differences >= 0),
  -- Those of the differences where more is held or sold than there is.
  oversold integer not null check (oversold between 0 and differences)
);

alter table status_audits enable row level security;
alter table status_audits force row level security;
create policy tenant_only on status_audits using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));

-- The others are the platform's: a transaction of a tenant neither sees nor writes them.
do $$
declare
  name text;
begin
  foreach name in array array['status_samples', 'status_days', 'status_incidents'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy platform_only on %I using ((select current_tenant()) is null)
       with check ((select current_tenant()) is null)', name);
  end loop;
end $$;
