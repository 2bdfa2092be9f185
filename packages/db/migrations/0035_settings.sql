-- The settings of an organizer, as its members change them. The application's role does not write the
-- registry: each function below is one change, runs as the owner of the tables, and writes the row of
-- the current tenant alone, and of it only the columns that a member may change.

alter table tenants
  -- The name that mails come from. Empty: the organizer's.
  add column sender_name text not null default '' check (length(sender_name) <= 200),
  -- The address that mails come from. Null: the platform's. Set by the operator, or by a member once
  -- the DNS of its domain allows the platform's mail server.
  add column sender_email text,
  -- Where answers to mails go. Null: the support address.
  add column reply_to text,
  -- Of new venues. Empty: none is suggested.
  add column time_zone text not null default '',
  -- What buyers have to know of events without lines of their own. Null: the product's lines.
  add column important_information text[] constraint tenants_important_information_bounded
    check (cardinality(important_information) <= 8
      and array_position(important_information, null) is null
      and char_length(array_to_string(important_information, '')) <= 1600),
  -- Written with each change that buyers see, also with one in another table: each process notices that
  -- the row has changed and drops the responses it has cached of this tenant.
  add column changed_at timestamptz not null default now();

-- So far mails have come from this address, for which the operator has set up the mail server.
update tenants set sender_email = support_email;

-- A logo is uploaded before it is chosen, so that it can be previewed.
alter table tenant_logos drop constraint tenant_logos_pkey, add primary key (tenant_id, file);
alter table tenant_logos add column made_at timestamptz not null default now();

-- Domains that an organizer wants to use, until their DNS proves that it may.
create table tenant_domain_claims (
  tenant_id integer not null references tenants,
  host text not null check (host ~ '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$' and host ~ '[.]'
    and length(host) <= 253),
  made_at timestamptz not null default now(),
  primary key (tenant_id, host)
);

-- What a person is typing into a form and sees in a preview of the shop: nobody but the session that
-- types it is shown it.
create table setting_previews (
  tenant_id integer not null references tenants,
  -- Of staff_sessions, which belong to no tenant.
  session_id uuid not null,
  -- 'look', or a page.
  subject text not null check (subject <> ''),
  data jsonb not null check (octet_length(data::text) <= 400000),
  ends_at timestamptz not null,
  primary key (tenant_id, session_id, subject)
);

do $$
declare
  name text;
begin
  foreach name in array array['tenant_domain_claims', 'setting_previews'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant_only on %I using (tenant_id = (select current_tenant()))
       with check (tenant_id = (select current_tenant()))', name);
  end loop;
end $$;

-- Locks the row of the current tenant until the transaction ends, so that two changes of its settings
-- are made one after the other. Weaker than `for update`, which would hold up every insert that refers
-- to the tenant.
create function lock_organizer() returns void
  language sql security definer set search_path = public, pg_temp as $$
  select from tenants where tenant_id = current_tenant() for no key update;
$$;

-- For a change in another table.
create function organizer_changed() returns void
  language sql security definer set search_path = public, pg_temp as $$
  update tenants set changed_at = clock_timestamp() where tenant_id = current_tenant();
$$;

-- In the three functions below a column without a key in `changes` stays as it is.
create function change_look(changes jsonb) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update tenants as t set changed_at = clock_timestamp(), (name, tagline, hue, footer_text,
      instagram_url, facebook_url, x_url, logo_file)
    = (select r.name, r.tagline, r.hue, r.footer_text, r.instagram_url, r.facebook_url, r.x_url,
        r.logo_file
      from jsonb_populate_record(t, changes) as r)
  where tenant_id = current_tenant();
$$;

create function change_contact(changes jsonb) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update tenants as t set changed_at = clock_timestamp(), (support_email, sender_name, sender_email,
      reply_to, locale, currency, time_zone)
    = (select r.support_email, r.sender_name, r.sender_email, r.reply_to, r.locale, r.currency,
        r.time_zone
      from jsonb_populate_record(t, changes) as r)
  where tenant_id = current_tenant();
$$;

create function change_terms(changes jsonb) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update tenants as t set changed_at = clock_timestamp(), (order_lookup, important_information)
    = (select r.order_lookup, r.important_information from jsonb_populate_record(t, changes) as r)
  where tenant_id = current_tenant();
$$;

-- A host that another tenant has violates the unique constraint. The first one becomes the main one.
create function add_domain(new_host text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into tenant_domains (tenant_id, host, is_main)
    values (current_tenant(), new_host, not exists (
      select from tenant_domains where tenant_id = current_tenant() and is_main))
    on conflict (tenant_id, host) do nothing;
  select organizer_changed();
$$;

-- Null: links use the path on the main host.
create function set_main_domain(main_host text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update tenant_domains set is_main = false
    where tenant_id = current_tenant() and is_main and host is distinct from main_host;
  update tenant_domains set is_main = true
    where tenant_id = current_tenant() and not is_main and host = main_host;
  select organizer_changed();
$$;

-- Whether the tenant had the domain.
create function remove_domain(old_host text) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  select organizer_changed();
  with gone as (
    delete from tenant_domains where tenant_id = current_tenant() and host = old_host returning 1)
  select exists (select from gone);
$$;
