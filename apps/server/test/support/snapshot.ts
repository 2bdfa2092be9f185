import type { TestServer } from '@foyer/testkit'

type Tables = Record<string, { rows: number; digest: string }>

/**
 * The rows of every table, counters of stock included, which a refusal must not change. Rollups are
 * excluded, because they repeat the stock and the first reader writes them; so are lookups, because
 * each one that finds nothing is counted.
 */
export async function snapshotOf(server: TestServer): Promise<Tables> {
  const tables = await server.sql<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
       and tablename not like '%\\_rollups' and tablename <> 'order_lookups' order by 1`,
  )
  const parts = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::integer as rows,
      coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from "${name}" t`,
  )
  const counted = await server.sql<{ name: string; rows: number; digest: string }>(
    parts.join(' union all '),
  )
  return Object.fromEntries(counted.map(({ name, ...counts }) => [name, counts]))
}
