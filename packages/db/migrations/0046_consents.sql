-- What buyers accept at the checkout: the organizer's terms, in versions, and news by mail. And how long
-- an organizer stores the personal data of past orders.

alter table tenants
  -- The version of the terms that buyers have to accept. Null: none.
  add column terms_version integer,
  -- What the box about news says. It stays when the box is switched off: what was agreed to can still be
  -- taken back. Null: it was never asked.
  add column marketing_text text
    constraint tenants_marketing_text_bounded check (char_length(marketing_text) between 1 and 300),
  add column asks_marketing boolean not null default false,
  -- Years after the visit. Null: as the installation has it.
  add column keep_paid_years integer
    constraint tenants_keep_paid_years_bounded check (keep_paid_years between 1 and 99),
  add column keep_free_years integer
    constraint tenants_keep_free_years_bounded check (keep_free_years between 1 and 99),
  add constraint tenants_marketing_has_text check (marketing_text is not null or not asks_marketing);

-- The page 'terms' as it was each time when buyers had to accept it. Rows are never changed.
create table terms_versions (
  tenant_id integer not null references tenants,
  version integer not null check (version > 0),
  title text not null,
  body text not null,
  made_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, version)
);

-- What a buyer accepted with the press of the button that pays. The order copies it: a cart number is used
-- again.
create table cart_consents (
  tenant_id integer not null references tenants,
  cart_id uuid not null,
  terms_version integer,
  -- The text that the buyer agreed to; null: not ticked.
  marketing_text text,
  accepted_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, cart_id),
  foreign key (tenant_id, terms_version) references terms_versions
);

create table order_consents (
  tenant_id integer not null references tenants,
  order_id uuid not null,
  terms_version integer,
  marketing_text text,
  accepted_at timestamptz not null,
  marketing_revoked_at timestamptz,
  primary key (tenant_id, order_id),
  foreign key (tenant_id, terms_version) references terms_versions
);

do $$
declare
  name text;
begin
  foreach name in array array['terms_versions', 'cart_consents', 'order_consents'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant_only on %I using (tenant_id = (select current_tenant()))
       with check (tenant_id = (select current_tenant()))', name);
  end loop;
end $$;

-- Orders are made by the buyer's browser, a webhook and the reconciler; each copies what was accepted.
-- What is older than a day belongs to an earlier purchase under the same number.
create function copy_consents() returns trigger
  language plpgsql as $$
begin
  insert into order_consents (tenant_id, order_id, terms_version, marketing_text, accepted_at)
    select o.tenant_id, o.id, c.terms_version, c.marketing_text, c.accepted_at
    from made o
    join cart_consents c on c.tenant_id = o.tenant_id and c.cart_id = o.cart_id
      and c.accepted_at > clock_timestamp() - interval '1 day';
  return null;
end $$;
create trigger copy_consents after insert on orders
  referencing new table as made for each statement execute function copy_consents();

-- As change_terms of 0035_settings.sql: a column without a key in `changes` stays as it is.
create function change_privacy(changes jsonb) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update tenants as t set changed_at = clock_timestamp(), (terms_version, marketing_text,
      asks_marketing, keep_paid_years, keep_free_years)
    = (select r.terms_version, r.marketing_text, r.asks_marketing, r.keep_paid_years,
        r.keep_free_years
      from jsonb_populate_record(t, changes) as r)
  where tenant_id = current_tenant();
$$;
