import type { Database } from '@foyer/db'
import { type RawBuilder, sql } from 'kysely'
import { COLUMNS } from './columns.ts'
import { type TextColumn, textColumns } from './text-columns.ts'

/** What to look for, as it may be written; letter case does not matter. */
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
   * Whether it must go. A name in an event's description is the organizer's, and another person's
   * order may have the same name: the e-mail is what tells buyers apart.
   */
  isLeft: boolean
}

/** Their rows belong to the e-mail address in them, whatever name they have. */
const BY_EMAIL: ReadonlySet<string> = new Set(['orders', 'cart_contacts'])

/**
 * Looks for a buyer in every column of every table that can hold words: a tenant's rows, and those
 * that belong to no tenant. It knows nothing of how the buyer was erased. Reads whole tables.
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
    // An empty text stands everywhere.
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

// Text, JSON and lists alike; JSON writes a quote and a backslash in another way, which no address,
// name or telephone number has.
const countOf = ({
  column,
  text,
}: Pick<TextColumn, 'column'> & { text: string }): RawBuilder<number> =>
  sql`(count(*) filter (where position(${text.toLowerCase()} in lower(${sql.ref(column)}::text)) > 0))::integer`

const isLeft = (table: string, column: string, what: Trace['what']): boolean =>
  COLUMNS[table]?.[column] !== 'house' && (what === 'e-mail' || !BY_EMAIL.has(table))
