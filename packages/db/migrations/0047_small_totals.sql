-- A total above 0 that is less than a card can be charged: waived, or refused with ways out.

alter table tenants add column waives_small_totals boolean not null default false;

-- As in 0035_settings.sql, with the new column: one without a key in `changes` stays as it is.
create or replace function change_terms(changes jsonb) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update tenants as t set changed_at = clock_timestamp(),
    (order_lookup, important_information, waives_small_totals)
    = (select r.order_lookup, r.important_information, r.waives_small_totals
      from jsonb_populate_record(t, changes) as r)
  where tenant_id = current_tenant();
$$;

-- As in 0041_test_shops.sql, with the new column.
create or replace function open_test_shop(new_slug text, shown_name text) returns integer
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
        important_information, change_policy, order_lookup, waives_small_totals)
    = (select o.tagline, o.hue, o.currency, o.locale, o.support_email, o.footer_text, o.logo_file,
        o.reply_to, o.time_zone, o.important_information, o.change_policy, o.order_lookup,
        o.waives_small_totals
      from tenants o where o.tenant_id = t.test_of)
  where t.tenant_id = shop;
  return shop;
end $$;
