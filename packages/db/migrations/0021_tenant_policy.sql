-- Sets the change policy of the current tenant. Runs as the owner of the tables: the application's role
-- does not write the registry.
create function set_change_policy(new_policy jsonb) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update tenants set change_policy = new_policy where tenant_id = current_tenant();
$$;
