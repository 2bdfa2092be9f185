-- The platform's operators: people who see what all organizers sell and owe, set the platform's fee and the
-- end of a trial, and suspend an organizer. They see no buyer.

-- Granted on the machine alone (`npm run staff -- operator grant`): the application's role may only read
-- it (packages/db/src/migrate.ts), so no call and no stolen session makes an operator.
create table platform_operators (
  person_id uuid primary key references staff_people on delete cascade,
  granted_at timestamptz not null default now()
);

-- What operators did. The application adds rows and never changes one: its role may not.
create table operator_log (
  -- Ids begin with their time, so the key is the order of the log.
  id uuid primary key,
  at timestamptz not null default clock_timestamp(),
  -- Null: a command on the machine.
  person_id uuid,
  action_type text not null check (action_type <> ''),
  -- The organizer that it is about, of tenants; null: none.
  organizer_id integer,
  -- How people called what it is about: the organizer's name, or the address of an operator.
  entity_name text not null,
  before jsonb,
  after jsonb
);
create index operator_log_organizer on operator_log (organizer_id, id);

do $$
declare
  name text;
begin
  foreach name in array array['platform_operators', 'operator_log'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy platform_only on %I using ((select current_tenant()) is null)
       with check ((select current_tenant()) is null)', name);
  end loop;
end $$;

-- The terms on which an organizer is on the platform. In the registry, which every process has in memory:
-- each hold asks whether the organizer may sell, without a statement more.
alter table tenants
  -- Until then it may sell without an account of its own. Null: no trial, without end.
  add column trial_until timestamptz,
  add column suspended_at timestamptz,
  add column suspension_reason text,
  -- What the platform takes of payments on accounts that it connects. Null: the installation's default.
  add column platform_fee_ppm integer
    constraint tenants_platform_fee_share check (platform_fee_ppm between 0 and 1000000),
  add column platform_fee_fixed_minor integer
    constraint tenants_platform_fee_fixed check (platform_fee_fixed_minor >= 0),
  add constraint tenants_suspension check (
    (suspended_at is null) = (suspension_reason is null)
      and char_length(suspension_reason) between 1 and 500),
  add constraint tenants_platform_fee check (
    (platform_fee_ppm is null) = (platform_fee_fixed_minor is null));

-- As the functions of 0035_settings.sql: of the current tenant alone, and of these columns alone. A column
-- without a key in `changes` stays as it is.
create function change_platform_terms(changes jsonb) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update tenants as t set changed_at = clock_timestamp(), (trial_until, suspended_at,
      suspension_reason, platform_fee_ppm, platform_fee_fixed_minor)
    = (select r.trial_until, r.suspended_at, r.suspension_reason, r.platform_fee_ppm,
        r.platform_fee_fixed_minor
      from jsonb_populate_record(t, changes) as r)
  where tenant_id = current_tenant();
$$;

-- What the account had when the provider was asked last: amounts by currency, below 0 if it owes. Null:
-- not known yet.
alter table connected_accounts add column balances jsonb
  check (octet_length(balances::text) <= 16384);

-- What an organizer has sold, by day (UTC), so that nobody reads its orders for a figure. A job adds what
-- is new (apps/server/src/features/operator/count-sales.ts).
create table sales_days (
  tenant_id integer not null references tenants,
  day date not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  -- Of orders, as they were bought.
  orders integer not null default 0 check (orders >= 0),
  tickets integer not null default 0 check (tickets >= 0),
  -- Of the money ledger: what was charged, what went back, and what the platform kept of it.
  charged_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  platform_fee_minor bigint not null default 0,
  primary key (tenant_id, day, currency)
);

-- The last order and the last entry of the ledger that are in sales_days. Written with it, so that nothing
-- is counted twice.
create table sales_counted (
  tenant_id integer primary key references tenants,
  last_order_id uuid not null,
  last_entry_id bigint not null,
  counted_at timestamptz not null default clock_timestamp()
);

do $$
declare
  name text;
begin
  foreach name in array array['sales_days', 'sales_counted'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant_only on %I using (tenant_id = (select current_tenant()))
       with check (tenant_id = (select current_tenant()))', name);
  end loop;
end $$;
