-- An organizer in another cell keeps its row of the registry in the home cell, where ids, slugs and domains
-- are unique over all cells. The functions below write it there; they do nothing for an organizer at home.

-- A host of another organizer violates the unique constraint.
create function claim_domain(owner integer, new_host text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into tenant_domains (tenant_id, host)
    select tenant_id, new_host from tenant_cells where tenant_id = owner
    on conflict (tenant_id, host) do nothing;
$$;

create function release_domain(owner integer, old_host text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from tenant_domains
    where tenant_id = (select tenant_id from tenant_cells where tenant_id = owner) and host = old_host;
$$;

-- The id and the slug of an organizer's test shop, which it makes if there is none. The shop is in the cell
-- of its organizer. Null for an organizer at home.
create function register_test_shop(organizer integer, new_slug text, shown_name text,
  out shop integer, out shop_slug text)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from tenants where tenant_id = organizer and test_of is null for no key update;
  if not found or not exists (select from tenant_cells where tenant_id = organizer) then
    return;
  end if;
  select tenant_id, slug into shop, shop_slug from tenants where test_of = organizer;
  if shop is null then
    insert into tenants (slug, name, hue, currency, locale, support_email, test_of)
      select new_slug, shown_name, hue, currency, locale, support_email, tenant_id
      from tenants where tenant_id = organizer
      returning tenant_id, slug into shop, shop_slug;
  end if;
  insert into tenant_cells (tenant_id, cell)
    select shop, cell from tenant_cells where tenant_id = organizer
    on conflict (tenant_id) do update set cell = excluded.cell, changed_at = clock_timestamp()
      where tenant_cells.cell <> excluded.cell;
end $$;

-- In the cell of the current tenant: the row of the test shop that the home cell has registered.
-- open_test_shop then finds it.
create function adopt_test_shop(shop integer, shop_slug text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into tenants (tenant_id, slug, name, hue, currency, locale, support_email, test_of)
    select shop, shop_slug, name, hue, currency, locale, support_email, tenant_id
    from tenants where tenant_id = current_tenant() and test_of is null
    on conflict (tenant_id) do nothing;
$$;
