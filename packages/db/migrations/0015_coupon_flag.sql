-- Whether a tenant has a code that a buyer may enter: beside what else the registry tells of it, so
-- that one query reads the registry however many tenants there are.

alter table tenants add column has_coupons boolean not null default false;

-- Runs as the owner of the tables: the role of the application writes coupons and no registry.
create function follow_coupons() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tenant integer;
begin
  -- Nearly every write of codes counts their uses. Purchases must not queue at the row of their
  -- tenant for that.
  if tg_table_name = 'coupon_codes' and tg_op = 'UPDATE' then
    if not exists (
      select from changed c join former f using (tenant_id, id)
      where (c.is_active, c.group_id) is distinct from (f.is_active, f.group_id))
    then
      return null;
    end if;
  end if;
  for tenant in select distinct tenant_id from changed order by tenant_id loop
    -- Locked before it is looked: of two that switch off the last two codes one must see the other.
    perform from tenants where tenant_id = tenant for no key update;
    update tenants set has_coupons = not has_coupons
    where tenant_id = tenant and has_coupons <> exists (
      select from coupon_codes c
      join coupon_groups g on g.tenant_id = c.tenant_id and g.id = c.group_id
      where c.tenant_id = tenant and c.is_active and g.is_active);
  end loop;
  return null;
end $$;

create trigger follow_coupons_on_insert after insert on coupon_codes
  referencing new table as changed for each statement execute function follow_coupons();
create trigger follow_coupons_on_update after update on coupon_codes
  referencing old table as former new table as changed
  for each statement execute function follow_coupons();
create trigger follow_coupons_on_delete after delete on coupon_codes
  referencing old table as changed for each statement execute function follow_coupons();
-- A group without codes gives nothing, and one with codes cannot be deleted.
create trigger follow_coupons_on_update after update on coupon_groups
  referencing new table as changed for each statement execute function follow_coupons();

-- Codes there are already; row security shows them to their tenant alone.
do $$
declare
  tenant integer;
begin
  for tenant in select tenant_id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    update tenants set has_coupons = true
    where tenant_id = tenant and exists (
      select from coupon_codes c
      join coupon_groups g on g.tenant_id = c.tenant_id and g.id = c.group_id
      where c.tenant_id = tenant and c.is_active and g.is_active);
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
