import type { TestServer } from '@foyer/testkit'

/** A digest of every row of every table: what must not change when a call is refused. */
export async function everyRow(server: TestServer): Promise<Record<string, string>> {
  const tables = await server.sql<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const digests: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await server.sql<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as digest
       from ${name} t`,
    )
    digests[name] = row?.digest ?? ''
  }
  return digests
}
