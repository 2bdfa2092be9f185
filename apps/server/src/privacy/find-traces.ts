import type { Database } from '@foyer/db'
import { type RawBuilder, sql } from 'kysely'
import { COLUMNS, isOfStaff } from './columns.ts'
import { type TextColumn, textColumns } from './text-columns.ts'

/** The texts to search for; letter case does not matter. */
export interface Needles {
  email: string
  names?: readonly string[]
  phones?: readonly string[]
}

export interface Trace {
  table: string
  column: string
  what: 'e-mail' | 'name' | 'telephone'
  rows: number
  /**
   * Whether the trace must be erased. A name in an event's description belongs to the organizer,
   * and another buyer may have the same name: only the e-mail address identifies a buyer.
   */
  isLeft: boolean
}

/** A row of these tables belongs to the e-mail address in it, regardless of its name. */
const BY_EMAIL: ReadonlySet<string> = new Set(['orders', 'cart_contacts'])

/**
 * Searches for a buyer in every column that can contain text, in the tenant's rows and in rows that
 * belong to no tenant. It does not depend on how the buyer was erased. Reads whole tables.
 */
export async function findTraces(
  db: Database,
  tenantId: number,
  { email, names = [], phones = [] }: Needles,
): Promise<Trace[]> {
  const columns = await textColumns(db.registry)
  const given: [Trace['what'], readonly string[]][] = [
    ['e-mail', [email]],
    ['name', names],
    ['telephone', phones],
  ]
  const wanted = given.flatMap(([what, texts]) =>
    // An empty text would be found everywhere.
    texts.filter((text) => text.trim() !== '').map((text) => ({ what, text })),
  )
  const traces: Trace[] = []
  await db.longWork.withSnapshot(tenantId, async (tx) => {
    for (const [table, ofTable] of Map.groupBy(columns, ({ table: name }) => name)) {
      const cells = ofTable.flatMap(({ column }) => wanted.map((each) => ({ column, ...each })))
      const { rows } = await sql<{ counts: number[] }>`
        select array[${sql.join(cells.map(countOf))}] as counts from ${sql.table(table)}`.execute(
        tx,
      )
      for (const [index, { column, what }] of cells.entries()) {
        const found = rows[0]?.counts[index] ?? 0
        if (found > 0)
          traces.push({ table, column, what, rows: found, isLeft: isLeft(table, column, what) })
      }
    }
  })
  return traces
}

// Searches text, JSON and lists alike. JSON escapes quotes and backslashes, which no address, name
// or telephone number contains.
const countOf = ({
  column,
  text,
}: Pick<TextColumn, 'column'> & { text: string }): RawBuilder<number> =>
  sql`(count(*) filter (where position(${text.toLowerCase()} in lower(${sql.ref(column)}::text)) > 0))::integer`

// A buyer may also work for the organizer: that account is not erased with their orders.
const isLeft = (table: string, column: string, what: Trace['what']): boolean =>
  COLUMNS[table]?.[column] !== 'house' &&
  !isOfStaff(table, column) &&
  (what === 'e-mail' || !BY_EMAIL.has(table))
