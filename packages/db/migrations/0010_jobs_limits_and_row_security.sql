-- What belongs to the processes and not to a capability, and row security over all tables above.

-- When each job takes its next turn for each tenant, and how far it has come: walks through a tenant's
-- history (retention, audit, comparison of the ledger) go on where they were, also after a restart and
-- in another process, and a tenant where nothing happens is visited rarely.
--
-- No row security: all processes look over all tenants at once, and the rows hold ids and times alone.
-- Work that is a row of its own (mails, refunds, payments, holds) needs no turn: it is found by its own
-- partial index, by the role foyer_due (packages/db/src/due-role.ts).
create table job_turns (
  tenant_id integer not null references tenants on delete cascade,
  job text not null,
  due_at timestamptz not null,
  -- What the job stored: ids and times of the last rows that it looked at.
  position jsonb not null default '{}',
  primary key (tenant_id, job)
);
create index job_turns_due on job_turns (due_at);

-- Limits by caller that hold over several processes: what each process has counted, exchanged once a
-- second. Without a tenant, because one caller may try many; `key` is a keyed hash, so no address is
-- stored. Unlogged: after a crash of the database all counts begin again, and within minutes they are
-- where they were.
create unlogged table limit_counts (
  process text not null,
  limit_name text not null,
  key text not null,
  count integer not null,
  ends_at timestamptz not null,
  primary key (process, limit_name, key)
);
create index limit_counts_to_delete on limit_counts (ends_at);

-- The database is the second line of tenant isolation, and it fails closed: unless a tenant is set for
-- the transaction, no row is seen and none can be written. 'force' binds the owner too. The tables that
-- are read for all tenants at once say so where they are made: the registry (tenants, tenant_domains) and
-- job_turns. A later migration enables row security for its own tables; a test finds one that forgets.
do $$
declare
  name text;
begin
  for name in
    select c.table_name
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and c.column_name = 'tenant_id'
      and t.table_type = 'BASE TABLE'
      and c.table_name not in ('tenants', 'tenant_domains', 'job_turns')
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant_only on %I using (tenant_id = (select current_tenant()))
       with check (tenant_id = (select current_tenant()))', name);
  end loop;
end $$;
