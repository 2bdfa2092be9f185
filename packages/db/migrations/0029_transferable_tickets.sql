-- Whether somebody else may use the tickets of an event. It was read from the wording of the event's lines
-- of important information.
alter table event_facts
  -- Null: not stated. Then only the default lines forbid it: isTransferable in packages/domain/src/orders.ts.
  add column is_transferable boolean;

-- Events whose own lines forbid it, tenant by tenant: row security applies to the owner too.
do $$
declare
  tenant integer;
begin
  for tenant in select tenant_id from tenants order by tenant_id loop
    perform set_config('app.tenant_id', tenant::text, true);
    insert into event_facts (tenant_id, event_id, is_transferable)
      select e.tenant_id, e.id, false from events e
      where exists (select from unnest(e.important_information) as line
        where line ~* '\y(non|not)[ -]?transferable\y')
      on conflict (tenant_id, event_id) do update set is_transferable = false;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
