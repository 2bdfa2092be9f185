-- People who work for organizers: their accounts, how they sign in, for whom they work, and the log of
-- what they changed. One person may work for several organizers, so accounts belong to no tenant.
-- Tokens, codes and challenges are stored as keyed digests, and secrets encrypted (apps/server/src/
-- adapters/secrets.ts): what is stored here signs nobody in.

create table staff_people (
  id uuid primary key,
  email text not null unique check (email = lower(email) and length(email) <= 254),
  name text not null check (name <> '' and length(name) <= 200),
  -- Argon2id, in the PHC string format.
  password_hash text not null,
  password_changed_at timestamptz not null default now(),
  made_at timestamptz not null default now()
);

create table staff_sessions (
  -- Of the token in the cookie, which is replaced with each sign-in.
  digest text primary key,
  -- Names the session to its person.
  id uuid not null unique,
  person_id uuid not null references staff_people on delete cascade,
  -- 'second_factor': the password was right, the second factor is asked for.
  state text not null check (state in ('second_factor', 'open')),
  factor text not null check (factor in ('password', 'totp', 'recovery_code', 'passkey', 'link')),
  signed_in_at timestamptz not null,
  -- Written at most once a minute.
  seen_at timestamptz not null,
  ends_at timestamptz not null,
  -- How often a second factor was tried.
  tries integer not null default 0,
  device text not null check (length(device) <= 100),
  -- Without its last part.
  network text not null
);
create index staff_sessions_person on staff_sessions (person_id);

-- Browsers in which a person has signed in before: guesses of strangers do not slow them down, and no
-- mail reports them as new.
create table staff_browsers (
  person_id uuid not null references staff_people on delete cascade,
  digest text not null,
  seen_at timestamptz not null default now(),
  primary key (person_id, digest)
);

create table staff_totp (
  person_id uuid primary key references staff_people on delete cascade,
  -- Encrypted; null until a code of it was entered.
  secret text,
  -- Encrypted: the one that is being set up.
  pending_secret text,
  -- The time step of the last accepted code, so that none is accepted twice.
  last_step bigint not null default 0
);

-- A used code is deleted.
create table staff_recovery_codes (
  person_id uuid not null references staff_people on delete cascade,
  digest text not null,
  primary key (person_id, digest)
);

create table staff_passkeys (
  id uuid primary key,
  person_id uuid not null references staff_people on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null check (name <> '' and length(name) <= 60),
  made_at timestamptz not null default now(),
  used_at timestamptz
);
create index staff_passkeys_person on staff_passkeys (person_id);

-- Challenges of passkeys, each for one answer.
create table staff_challenges (
  digest text primary key,
  -- Of the person who adds a passkey; null for a sign-in.
  person_id uuid references staff_people on delete cascade,
  ends_at timestamptz not null
);

-- Links of mails. A used link is deleted.
create table staff_links (
  digest text primary key,
  kind text not null check (kind in ('sign_up', 'reset', 'invitation')),
  email text not null,
  name text not null default '',
  -- Of an invitation: the row that it is for. Links belong to no tenant, because a link is read before
  -- its tenant is known.
  invitation_tenant integer,
  invitation_id uuid,
  made_at timestamptz not null default now(),
  ends_at timestamptz not null,
  check ((kind = 'invitation') = (invitation_tenant is not null and invitation_id is not null))
);
create index staff_links_email on staff_links (email);

-- How often something was tried in vain, by a keyed hash of what is limited, such as an address. Waits
-- grow and end: nobody is locked out (packages/domain/src/staff/sign-in.ts).
create table staff_attempts (
  key text primary key,
  failures integer not null,
  wait_until timestamptz not null,
  last_at timestamptz not null default now()
);

-- The outbox of mails to staff, sent at least once like those to buyers. `data` has no token: the token
-- of a link is encrypted in `sealed_token`, which is removed once the mail was sent.
create table staff_mails (
  id uuid primary key,
  kind text not null check (kind in ('sign_up', 'reset', 'invitation', 'account_exists', 'new_device',
    'account_changed')),
  recipient text not null,
  data jsonb not null,
  sealed_token text,
  state text not null default 'queued' check (state in ('queued', 'sent', 'bounced', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_error text
);
create index staff_mails_due on staff_mails (next_attempt_at) where state = 'queued';

create table staff_members (
  tenant_id integer not null references tenants,
  -- Of staff_people. No foreign key: keys of a tenant's tables begin with the tenant on both ends.
  person_id uuid not null,
  role text not null check (role in ('owner', 'manager', 'box_office', 'gate', 'analyst')),
  joined_at timestamptz not null default now(),
  primary key (tenant_id, person_id)
);
create index staff_members_person on staff_members (person_id);

create table staff_invitations (
  tenant_id integer not null references tenants,
  id uuid not null,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'manager', 'box_office', 'gate', 'analyst')),
  -- Null: the platform's operator.
  invited_by uuid,
  sent_at timestamptz not null default now(),
  ends_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, email)
);

-- Who changed what, before and after. The application adds rows and never changes one: its role may not
-- (packages/db/src/migrate.ts).
create table audit_log (
  tenant_id integer not null references tenants,
  -- Ids begin with their time, so the key is the order of the log.
  id uuid not null,
  at timestamptz not null default clock_timestamp(),
  -- Null: the platform's operator.
  person_id uuid,
  action_type text not null check (action_type <> ''),
  entity_type text not null check (entity_type <> ''),
  entity_id text not null,
  -- How people called it at the time.
  entity_name text not null,
  before jsonb,
  after jsonb,
  primary key (tenant_id, id)
);
create index audit_log_entity on audit_log (tenant_id, entity_type, entity_id, id);
create index audit_log_person on audit_log (tenant_id, person_id, id);

-- The person that the transaction is about; null without one.
create function current_person() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.person_id', true), '')::uuid;

do $$
declare
  name text;
begin
  foreach name in array array['staff_members', 'staff_invitations', 'audit_log'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant_only on %I using (tenant_id = (select current_tenant()))
       with check (tenant_id = (select current_tenant()))', name);
  end loop;
  -- A transaction of a tenant neither sees nor writes accounts.
  foreach name in array array['staff_people', 'staff_sessions', 'staff_browsers', 'staff_totp',
    'staff_recovery_codes', 'staff_passkeys', 'staff_challenges', 'staff_links', 'staff_attempts',
    'staff_mails'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy platform_only on %I using ((select current_tenant()) is null)
       with check ((select current_tenant()) is null)', name);
  end loop;
end $$;

-- For whom a person works is asked before any tenant is chosen. A function with the rights of the owner
-- would not do: row security is forced on the owner as well.
create policy own_memberships on staff_members for select
  using ((select current_tenant()) is null and person_id = (select current_person()));

-- Registers an organizer. Runs as the owner of the tables: the application's role does not write the
-- registry. The first organizer of an installation becomes the one of the main host.
create function register_organizer(
  new_slug text, new_name text, new_hue real, new_currency text, new_locale text, new_email text
) returns integer
  language sql security definer set search_path = public, pg_temp as $$
  insert into tenants (slug, is_default, name, hue, currency, locale, support_email)
  values (new_slug, not exists (select from tenants where is_default), new_name, new_hue, new_currency,
    new_locale, new_email)
  returning tenant_id;
$$;
