import type pg from 'pg'

type Row = Record<string, unknown>
export type Tables = ReadonlyMap<string, readonly Row[]>

/** Every row of every table, except the list of migrations. */
export async function readTables(pool: pg.Pool): Promise<Tables> {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables
     where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`,
  )
  const tables = new Map<string, Row[]>()
  for (const { name } of rows) {
    const { rows: found } = await pool.query<{ row: Row }>(
      `select to_jsonb(t) as row from ${name} t`,
    )
    tables.set(
      name,
      found.map(({ row }) => row),
    )
  }
  return tables
}

/**
 * The rows that have no equal afterwards; added columns are ignored, and so are those in `changed`
 * ('table.column').
 */
export function lostRows(before: Tables, after: Tables, changed: readonly string[] = []): string[] {
  return [...before].flatMap(([table, rows]) => {
    const isEqual = (row: Row, found: Row) =>
      Object.entries(row).every(
        ([column, value]) =>
          changed.includes(`${table}.${column}`) ||
          JSON.stringify(found[column]) === JSON.stringify(value),
      )
    return rows
      .filter((row) => !after.get(table)?.some((found) => isEqual(row, found)))
      .map((row) => `${table}: ${JSON.stringify(row)}`)
  })
}
