-- The database is the second line of tenant isolation, and it fails closed: without a tenant set
-- for the transaction, no row is seen and none can be written. 'force' binds the owner too.

create function current_tenant() returns integer
  language sql stable parallel safe
  return nullif(current_setting('app.tenant_id', true), '')::integer;

do $$
declare
  name text;
begin
  for name in
    select c.table_name
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and c.column_name = 'tenant_id'
      and t.table_type = 'BASE TABLE' and c.table_name <> 'tenants'
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant_only on %I using (tenant_id = (select current_tenant()))
       with check (tenant_id = (select current_tenant()))', name);
  end loop;
end $$;

-- The registry of tenants holds what every visitor sees (name, colours) and must be read before a
-- tenant is known; the application's role may not write it.
