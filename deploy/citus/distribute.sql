-- Prints the calls that spread a migrated database over the nodes of Citus, in an order in which every
-- table comes after those that its foreign keys lead to. Changes nothing itself:
--   psql -At -f deploy/citus/distribute.sql "$DATABASE_URL" > calls.sql
-- docs/operations.md, 'When one organizer outgrows a cluster', says what must be changed before.
with recursive tables as (
  select c.oid, c.relname as name,
    -- These name an organizer, but are read before one is known: they stay on the coordinator.
    c.relname not in ('tenants', 'tenant_domains', 'tenant_cells', 'tenant_moves', 'job_turns',
      'provider_events') and exists (select from pg_attribute a where a.attrelid = c.oid
        and a.attname = 'tenant_id' and not a.attisdropped) as is_distributed
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
), links as (
  select distinct conrelid as child, confrelid as parent from pg_constraint
  where contype = 'f' and conrelid <> confrelid
), needed as (
  -- Every node needs a whole copy of what foreign keys of distributed tables lead to.
  select t.oid from tables t where t.is_distributed
  union
  select l.parent from needed n join links l on l.child = n.oid
), depths as (
  select oid, 0 as depth from needed
  union
  select l.child, d.depth + 1 from depths d join links l on l.parent = d.oid
  where d.depth < 50
)
select case when t.is_distributed
    then format('select create_distributed_table(%L, %L%s);', t.name, 'tenant_id',
      -- All are placed as the first one is: an organizer has its rows of all tables on one node.
      case when t.name = t.first then '' else format(', colocate_with => %L', t.first) end)
    else format('select create_reference_table(%L);', t.name) end
from (
  select t.name, t.is_distributed, max(d.depth) as depth,
    first_value(t.name) over (order by not t.is_distributed, max(d.depth), t.name) as first
  from tables t join depths d on d.oid = t.oid
  where t.oid in (select oid from needed)
  group by t.name, t.is_distributed
) t
order by t.is_distributed, t.depth, t.name;
