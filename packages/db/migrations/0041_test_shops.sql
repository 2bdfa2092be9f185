-- Test orders (docs/decisions/0023-test-orders-in-a-shop-of-their-own.md): a test shop is a tenant of its
-- own, so row security keeps what is sold in it out of everything that is counted of its organizer.

alter table tenants
  -- The organizer whose events are tested in this shop. Null: a shop that sells.
  add column test_of integer references tenants,
  add constraint tenants_test_shop_has_none check (test_of <> tenant_id and not (is_default and test_of is not null));
create unique index tenants_test_shop on tenants (test_of) where test_of is not null;

-- The copy of an event that is on sale in the test shop, until another one replaces it.
create table test_copies (
  tenant_id integer not null,
  event_id uuid not null,
  -- Of an event of the test shop. No foreign key: it belongs to another tenant.
  copy_id uuid not null,
  made_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, event_id),
  foreign key (tenant_id, event_id) references events on delete cascade
);
alter table test_copies enable row level security;
alter table test_copies force row level security;
create policy tenant_only on test_copies using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));

create function is_test_shop(tenant integer) returns boolean
  language sql stable parallel safe
  begin atomic
    select exists (select from tenants where tenant_id = tenant and test_of is not null);
  end;

-- Makes the test shop of the current tenant, or gives the one that it has the look and the settings of
-- today. `new_slug` is the address of a new one: it cannot be guessed, because the shop shows drafts.
-- Calls of one tenant wait for each other until the transaction ends.
create function open_test_shop(new_slug text, shown_name text) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  shop integer;
begin
  perform from tenants where tenant_id = current_tenant() and test_of is null for no key update;
  if not found then
    raise exception 'a test shop has no test shop' using errcode = 'check_violation';
  end if;
  select tenant_id into shop from tenants where test_of = current_tenant();
  if shop is null then
    insert into tenants (slug, name, hue, currency, locale, support_email, test_of)
      select new_slug, shown_name, hue, currency, locale, support_email, tenant_id
      from tenants where tenant_id = current_tenant()
      returning tenant_id into shop;
  end if;
  update tenants t set changed_at = clock_timestamp(), name = shown_name,
    (tagline, hue, currency, locale, support_email, footer_text, logo_file, reply_to, time_zone,
        important_information, change_policy, order_lookup)
    = (select o.tagline, o.hue, o.currency, o.locale, o.support_email, o.footer_text, o.logo_file,
        o.reply_to, o.time_zone, o.important_information, o.change_policy, o.order_lookup
      from tenants o where o.tenant_id = t.test_of)
  where t.tenant_id = shop;
  return shop;
end $$;

-- A test shop is paid on a test account, which only the keys of the provider's test mode reach
-- (TEST_ACCOUNT in packages/domain/src/test-shop.ts), and no other shop is. The foreign key of payments
-- then keeps each payment on an account of its own shop.
create function keep_test_accounts_apart() returns trigger language plpgsql as $$
begin
  if is_test_shop(new.tenant_id) <> (new.account_id like 'acct\_test\_%') then
    raise exception 'a test shop, and no other, has a test account'
      using errcode = 'check_violation', constraint = 'connected_accounts_test_apart',
        table = 'connected_accounts';
  end if;
  return new;
end $$;
create trigger connected_accounts_test_apart before insert or update of account_id, tenant_id
  on connected_accounts for each row execute function keep_test_accounts_apart();

-- Without an account a payment is made with the installation's keys, which may be live ones.
create function keep_test_payments_apart() returns trigger language plpgsql as $$
begin
  if is_test_shop(new.tenant_id) then
    raise exception 'a test shop takes payments on its test account alone'
      using errcode = 'check_violation', constraint = 'payments_test_apart', table = 'payments';
  end if;
  return new;
end $$;
create trigger payments_test_apart before insert on payments
  for each row when (new.account_id is null) execute function keep_test_payments_apart();
