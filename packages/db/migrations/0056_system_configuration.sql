-- What the platform's operators set for the whole installation while it runs: a row for each value that
-- somebody has set. The keys with their defaults are packages/domain/src/system-configuration.ts.
create table system_configuration (
  config_key text primary key check (config_key ~ '^[a-zA-Z]{1,60}$'),
  config_value text not null check (char_length(config_value) between 1 and 200),
  -- What it decides, as it was said when it was set.
  description text not null check (char_length(description) between 1 and 500),
  changed_at timestamptz not null default clock_timestamp()
);
alter table system_configuration enable row level security;
alter table system_configuration force row level security;
create policy platform_only on system_configuration using ((select current_tenant()) is null)
  with check ((select current_tenant()) is null);

-- A trial ends also for an organizer with an account of its own: then live sales need the operator's yes,
-- which is a trial without end. Until now an account was that yes, so who has one goes on selling.
update tenants set trial_until = null where takes_charges and trial_until is not null;
