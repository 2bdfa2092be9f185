-- What browsers are shown of prices and places, computed once per change instead of once per look:
-- a calendar of a year is 365 rows and not 3,650 sessions with their types, pools and holds. Never
-- the truth: stock is, and a full comparison heals these rows from it (engine/rollups.ts).

-- Numbers of what was written together. Whoever takes one holds its tenant's advisory lock until
-- the commit, so no smaller number becomes visible after a larger one, and `version > seen` misses
-- nothing.
create sequence rollup_version;

create table day_rollups (
  tenant_id integer not null,
  event_id uuid not null,
  local_date date not null,
  -- Of the type that is cheapest with fees; null: nothing has a price yet.
  lowest_minor integer,
  lowest_all_in_minor integer,
  -- Over the sessions still to come; null: one of them has no limit.
  room integer,
  capacity integer,
  -- When it changes by time alone: its next session starts. Null: none is left, and the day is not
  -- shown any more.
  next_change_at timestamptz,
  version bigint not null,
  primary key (tenant_id, event_id, local_date),
  foreign key (tenant_id, event_id) references events on delete cascade
);
-- Without the tenant, as with holds_by_reclaim: before its first ANALYZE the planner would walk any
-- index that begins with it instead of probing the primary key.
create index day_rollups_by_version on day_rollups (version);
create index day_rollups_by_change on day_rollups (next_change_at);

create table session_rollups (
  tenant_id integer not null,
  session_id uuid not null,
  event_id uuid not null,
  local_date date not null,
  -- Null: without limit. 0 once it can't be bought any more.
  room integer,
  -- {"<ticket type>": room}, no roomier than the session.
  types jsonb not null,
  version bigint not null,
  primary key (tenant_id, session_id),
  foreign key (tenant_id, event_id) references events on delete cascade,
  foreign key (tenant_id, session_id) references sessions on delete cascade
);
create index session_rollups_by_version on session_rollups (event_id, version);

-- The price of one, fees included: allInMinor() of packages/domain/src/quote.ts for use in SQL.
-- round() of a numeric goes half away from zero, as applyRate() does.
create function all_in_minor(price_minor integer, fee fee_sets) returns integer
  language sql immutable parallel safe
  return case
    when price_minor = 0 or fee.is_active is not true then price_minor
    when fee.fee_type = 'flat' then price_minor + fee.flat_minor
    else price_minor + round(price_minor::numeric * fee.rate_ppm / 1000000)::integer
  end;

do $$
declare name text;
begin
  foreach name in array array['day_rollups', 'session_rollups'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant_only on %I using (tenant_id = (select current_tenant()))
       with check (tenant_id = (select current_tenant()))', name);
  end loop;
end $$;
