import type { TestServer } from '@foyer/testkit'

/**
 * Tables that name an organizer and are not spread by it, with the reason. They stay on the
 * coordinator, as do the tables without a `tenant_id`; `tenants` is copied to every node.
 */
const UNDISTRIBUTED: Readonly<Record<string, string>> = {
  tenants: 'the registry of organizers, which every process reads as a whole',
  tenant_domains: 'a host names its organizer before any organizer is known',
  tenant_cells: 'says where an organizer is, before anything of it is read',
  tenant_moves: 'the same, while an organizer moves',
  job_turns: 'the look for due work reads all organizers with one statement',
  provider_events: 'a report of the provider names no organizer until its object is fetched',
}

export interface Schema {
  /** Tables whose rows are spread over the nodes by `tenant_id`. */
  distributed: ReadonlySet<string>
  /** Views over them, with their definitions. */
  views: ReadonlyMap<string, string>
}

type Sql = TestServer['sql']

/** Reads which tables of a migrated database are distributed, and its views. */
export async function readSchema(sql: Sql): Promise<Schema> {
  const tables = await sql<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and a.attname = 'tenant_id' and not a.attisdropped`)
  const views = await sql<{ name: string; text: string }>(`
    select relname as name, pg_get_viewdef(oid) as text from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v'`)
  const distributed = tables.map(({ name }) => name).filter((name) => !(name in UNDISTRIBUTED))
  return {
    distributed: new Set(distributed),
    views: new Map(views.map(({ name, text }) => [name, text])),
  }
}

/**
 * What Citus refuses in the keys of a schema: a primary key, unique index or exclusion constraint of
 * a distributed table without its distribution column, which no node could check alone; and a
 * foreign key that does not stay within the organizer.
 */
export async function keyProblems(sql: Sql, { distributed }: Schema): Promise<string[]> {
  const tables = [...distributed]
  const indexes = await sql<{ name: string; table: string }>(
    `select i.indexrelid::regclass::text as name, c.relname as table from pg_index i
     join pg_class c on c.oid = i.indrelid
     where c.relname = any($1) and (i.indisunique or i.indisexclusion) and not exists (
       select from pg_attribute a where a.attrelid = i.indrelid and a.attname = 'tenant_id'
         and a.attnum = any(i.indkey))`,
    [tables],
  )
  const foreign = await sql<{ name: string; table: string; target: string }>(
    `select k.conname as name, c.relname as table, t.relname as target from pg_constraint k
     join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and (t.relname = any($1) or c.relname = any($1)) and not (
       -- From a distributed table to a reference table, or between the same organizer's rows.
       (c.relname = any($1) and not t.relname = any($1)) or
       (c.relname = any($1) and exists (
         select from unnest(k.conkey, k.confkey) as pair(here, there)
         join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.here
         join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.there
         where a.attname = 'tenant_id' and b.attname = 'tenant_id')))`,
    [tables],
  )
  const problems = [
    ...indexes.map(({ name, table }) => `${table}: ${name} is unique without tenant_id`),
    ...foreign.map(
      ({ name, table, target }) => `${table}: ${name} leads to ${target} without tenant_id`,
    ),
  ]
  return problems.sort()
}
