-- Passes show who the tickets are for, so they follow a name that is corrected, as they follow a ticket
-- that is changed (0020) and a session that is moved (0024). An erased order has no passes to follow.
create function note_renamed_passes() returns trigger language plpgsql as $$
begin
  with renamed as (
    update wallet_passes
    set changed_at = greatest(date_trunc('second', clock_timestamp()), changed_at + interval '1 second')
    where tenant_id = new.tenant_id and order_id = new.id
    returning ticket_number, wallet)
  insert into wallet_updates (tenant_id, wallet, target)
  select new.tenant_id, wallet, target from (
    select r.wallet, g.device_key as target
    from renamed r join wallet_registrations g on g.tenant_id = new.tenant_id
      and g.order_id = new.id and g.ticket_number = r.ticket_number
    where r.wallet = 'apple'
    union
    select wallet, new.id || '-' || ticket_number from renamed where wallet = 'google') u
  order by wallet, target
  on conflict (tenant_id, wallet, target) do update set changes = wallet_updates.changes + 1,
    attempts = 0, next_attempt_at = clock_timestamp(), created_at = clock_timestamp();
  return null;
end $$;

create trigger orders_rename_passes after update of contact on orders
  for each row when (new.erased_at is null
    and (new.contact ->> 'firstName', new.contact ->> 'lastName')
      is distinct from (old.contact ->> 'firstName', old.contact ->> 'lastName'))
  execute function note_renamed_passes();
