-- Where the money of an organizer goes if an installation pays organizers on accounts of their own
-- (PAYMENTS=connect): accounts at the payment provider, connected to the platform's.

create table connected_accounts (
  tenant_id integer not null references tenants,
  -- The provider's. It belongs to one organizer for good.
  account_id text not null unique check (account_id ~ '^acct_[A-Za-z0-9_]{1,60}$'),
  connected_at timestamptz not null default clock_timestamp(),
  -- No new payment is made on it from here on; those that it has are refunded and disputed on it.
  disconnected_at timestamptz check (disconnected_at >= connected_at),
  -- What the provider says, when it was asked last.
  charges_enabled boolean not null default false,
  payouts_enabled boolean not null default false,
  details_submitted boolean not null default false,
  -- AccountRequirements in packages/domain/src/connected-account.ts.
  requirements jsonb not null check (octet_length(requirements::text) <= 65536),
  country text check (country ~ '^[A-Z]{2}$'),
  currency text check (currency ~ '^[a-z]{3}$'),
  is_live boolean not null,
  checked_at timestamptz not null default clock_timestamp(),
  -- What the platform takes of each payment: a share of its amount, and a fixed amount. A payment
  -- freezes both.
  platform_fee_ppm integer not null check (platform_fee_ppm between 0 and 1000000),
  platform_fee_fixed_minor integer not null check (platform_fee_fixed_minor >= 0),
  primary key (tenant_id, account_id)
);
-- An organizer has one account at a time.
create unique index connected_accounts_current on connected_accounts (tenant_id)
  where disconnected_at is null;

alter table connected_accounts enable row level security;
alter table connected_accounts force row level security;
create policy tenant_only on connected_accounts using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));

-- Whether buyers of an organizer can pay on an account of its own. It is here, and kept by a trigger, so
-- that one query reads the registry however many tenants there are.
alter table tenants add column takes_charges boolean not null default false;

-- Runs as the owner of the tables: the application's role does not write the registry.
create function follow_connected_accounts() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tenant integer;
begin
  for tenant in select distinct tenant_id from changed order by tenant_id loop
    perform from tenants where tenant_id = tenant for no key update;
    update tenants set takes_charges = not takes_charges
    where tenant_id = tenant and takes_charges <> exists (
      select from connected_accounts a
      where a.tenant_id = tenant and a.disconnected_at is null and a.charges_enabled);
  end loop;
  return null;
end $$;
create trigger follow_connected_accounts_on_insert after insert on connected_accounts
  referencing new table as changed for each statement execute function follow_connected_accounts();
create trigger follow_connected_accounts_on_update after update on connected_accounts
  referencing new table as changed for each statement execute function follow_connected_accounts();

-- The account that a payment is made on, for good; null: the platform's own. Refunds, disputes and
-- everything that is asked about the payment go to this account, whichever the organizer has by then.
alter table payments add column account_id text,
  -- The platform's fee as it was when the payment was recorded, and what it comes to.
  add column platform_fee_ppm integer,
  add column platform_fee_fixed_minor integer,
  add column platform_fee_minor integer,
  add constraint payments_account foreign key (tenant_id, account_id)
    references connected_accounts not valid,
  add constraint payments_fee_of_account check (
    case when account_id is null
      then platform_fee_ppm is null and platform_fee_fixed_minor is null and platform_fee_minor is null
      else platform_fee_ppm is not null and platform_fee_fixed_minor is not null
        and platform_fee_minor is not null and platform_fee_minor between 0 and amount_minor
    end) not valid;
create index payments_by_account on payments (tenant_id, account_id) where account_id is not null;

-- A payment never moves to another account.
create function keep_payment_account() returns trigger language plpgsql as $$
begin
  raise exception 'a payment stays on the account that it was made on'
    using errcode = 'check_violation', constraint = 'payments_account_stays', table = 'payments';
end $$;
create trigger payments_account_stays before update of account_id on payments
  for each row when (old.account_id is distinct from new.account_id)
  execute function keep_payment_account();

-- How much of the platform's fee went back with a refund that succeeded.
alter table refunds add column platform_fee_minor integer not null default 0
  check (platform_fee_minor >= 0);

-- The ledger has the platform's fee of a payment, and what went back of it.
do $$
declare
  kinds text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'money_ledger'::regclass and conname = 'money_ledger_kind_check');
  accounts text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'money_ledger'::regclass and conname = 'money_ledger_account_check');
begin
  alter table money_ledger drop constraint money_ledger_kind_check,
    drop constraint money_ledger_account_check;
  execute 'alter table money_ledger add constraint money_ledger_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''platform_fee''::text, ''platform_fee_returned''::text, ');
  execute 'alter table money_ledger add constraint money_ledger_account_check '
    || replace(accounts, 'ARRAY[', 'ARRAY[''platform_fees''::text, ');
end $$;

-- Reports and lists of the provider are those of one account; null and '': the platform's own.
alter table provider_events add column account_id text;
alter table provider_watermarks add column account_id text not null default '',
  drop constraint provider_watermarks_pkey,
  add primary key (kind, account_id);
alter table money_problems add column account_id text;
