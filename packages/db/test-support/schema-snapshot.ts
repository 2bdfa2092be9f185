import type pg from 'pg'

interface Column {
  table: string
  name: string
  type: string
  isRequired: boolean
  hasDefault: boolean
}

/** Constraints and indexes of tables. */
interface Rule {
  table: string
  name: string
  definition: string
}

interface Constraint extends Rule {
  /** False with 'not valid': rows that are there already were not checked. */
  isValidated: boolean
}

interface Index extends Rule {
  isUnique: boolean
}

export interface Snapshot {
  /** Tables by name, with the file that has their rows: another file means that all were written anew. */
  tables: ReadonlyMap<string, string>
  /** Columns of tables and views. */
  columns: readonly Column[]
  constraints: readonly Constraint[]
  indexes: readonly Index[]
  /** Functions with the types of their parameters. */
  functions: readonly string[]
  /** How many rows this connection has updated or deleted lately, by table; counts of a transaction add up. */
  changedRows: ReadonlyMap<string, number>
}

/** The schema as the processes of a release see it. */
export async function takeSnapshot(client: pg.ClientBase): Promise<Snapshot> {
  const read = async <Row extends pg.QueryResultRow>(text: string) =>
    (await client.query<Row>(text)).rows
  const tables = await read<{ name: string; file: string }>(
    `select relname as name, relfilenode::text as file from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const changed = await read<{ name: string; rows: number }>(
    `select relname as name, (n_tup_upd + n_tup_del)::integer as rows from pg_stat_xact_user_tables
     where schemaname = 'public' and n_tup_upd + n_tup_del > 0`,
  )
  return {
    tables: new Map(tables.map(({ name, file }) => [name, file])),
    columns: await read<Column>(
      `select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
         a.attnotnull as "isRequired",
         a.atthasdef or a.attidentity <> '' or a.attgenerated <> '' as "hasDefault"
       from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relkind in ('r', 'v') and c.relnamespace = 'public'::regnamespace
         and a.attnum > 0 and not a.attisdropped`,
    ),
    constraints: await read<Constraint>(
      `select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition,
         convalidated as "isValidated"
       from pg_constraint where contype in ('c', 'f') and connamespace = 'public'::regnamespace`,
    ),
    indexes: await read<Index>(
      `select indrelid::regclass::text as "table", indexrelid::regclass::text as name,
         pg_get_indexdef(indexrelid) as definition, indisunique as "isUnique"
       from pg_index i join pg_class c on c.oid = i.indrelid
       where c.relnamespace = 'public'::regnamespace`,
    ),
    functions: (
      await read<{ name: string }>(
        `select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace`,
      )
    ).map(({ name }) => name),
    changedRows: new Map(changed.map(({ name, rows }) => [name, rows])),
  }
}
