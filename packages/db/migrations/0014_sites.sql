-- What a tenant's site is its own by: domains, logo, words.

alter table tenants
  -- Stands under the name in the footer, such as the company and its address; empty: the tagline.
  add column footer_text text not null default '',
  add column instagram_url text check (instagram_url ~ '^https://'),
  add column facebook_url text check (facebook_url ~ '^https://'),
  add column x_url text check (x_url ~ '^https://'),
  -- Name of the file in tenant_logos, which changes with what is in it; null: the house's own mark.
  add column logo_file text;

-- Hosts that are a tenant's alone. Part of the registry, like tenants: it is asked before a tenant is
-- known, and the application's role may not write it.
create table tenant_domains (
  tenant_id integer not null references tenants,
  host text not null unique check (host ~ '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$' and host ~ '[.]'),
  -- The one that links in mails and search engines are given.
  is_main boolean not null default false,
  primary key (tenant_id, host)
);
create unique index tenant_domains_one_main on tenant_domains (tenant_id) where is_main;

create table tenant_logos (
  tenant_id integer not null references tenants,
  file text not null,
  media_type text not null check (media_type in ('image/svg+xml', 'image/png')),
  bytes bytea not null check (octet_length(bytes) <= 262144),
  primary key (tenant_id)
);

-- A tenant's own words where it has some; else the product's.
create table tenant_pages (
  tenant_id integer not null references tenants,
  slug text not null check (slug in ('about', 'careers', 'press', 'help', 'contact', 'refunds',
    'terms', 'privacy', 'cookies')),
  title text not null check (title <> ''),
  -- Markdown: headings, paragraphs, lists, strong, emphasis, links.
  body text not null check (octet_length(body) <= 200000),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, slug)
);

do $$
declare
  name text;
begin
  foreach name in array array['tenant_logos', 'tenant_pages'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant_only on %I using (tenant_id = (select current_tenant()))
       with check (tenant_id = (select current_tenant()))', name);
  end loop;
end $$;
