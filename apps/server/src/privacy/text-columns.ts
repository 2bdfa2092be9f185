import type { Kysely } from 'kysely'
import { sql } from 'kysely'

export interface TextColumn {
  table: string
  column: string
  /**
   * True if each row belongs to one tenant; rows of other tables belong to the whole deployment.
   */
  hasTenant: boolean
}

/** Lists every column that can contain text or that identifies a browser. */
export async function textColumns<DB>(db: Kysely<DB>): Promise<TextColumn[]> {
  const { rows } = await sql<TextColumn>`
    select c.table_name as "table", c.column_name as "column",
      exists (select from information_schema.columns t where t.table_schema = c.table_schema
        and t.table_name = c.table_name and t.column_name = 'tenant_id') as "hasTenant"
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
      and (c.column_name = 'browser_id' or c.udt_name not in ('int2', 'int4', 'int8', '_int4', '_int8',
        'float4', 'float8', 'numeric', 'bool', 'uuid', '_uuid', 'date', 'timestamptz', '_timestamptz', 'datemultirange'))
    order by 1, 2`.execute(db)
  return rows
}
