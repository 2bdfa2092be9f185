import type { LaneClient, LaneValue } from '@foyer/db'

/**
 * Writes rows of an aggregate, any number of them with one statement. `Writes` are the rows that it
 * uses, by aggregate.
 */
export interface WriteStatement<Writes> {
  /** Its name on the connection, which plans it once. */
  name: string
  /** $1 is the tenant. */
  text: string
  /** The values from $2 on; null when there is nothing to write. */
  values(writes: Writes, batchId: string): readonly LaneValue[] | null
}

/** Rows as one JSON text; null when there are none. */
export const rowsOf = (rows: readonly unknown[]): readonly LaneValue[] | null =>
  rows.length > 0 ? [JSON.stringify(rows)] : null

/** Rows to change: one JSON object by id, and the ids. */
export const changesOf = (rows: readonly { id: string }[]): readonly LaneValue[] | null =>
  rows.length > 0 ? [byId(rows), rows.map((row) => row.id)] : null

/** The rows as the text of one JSON object, by id. */
export const byId = (rows: readonly { id: string }[]): string =>
  JSON.stringify(Object.fromEntries(rows.map((row) => [row.id, row])))

/**
 * Rows that one statement locks and the next one reads. A single statement could join old data to a
 * row that it has just locked.
 */
export interface LockedRows {
  table: string
  lock: string
  read: string
}

export async function lockThenRead<Row>(
  client: LaneClient,
  { table, lock, read }: LockedRows,
  values: readonly LaneValue[],
): Promise<Row[]> {
  const [, { rows }] = await Promise.all([
    client.query({ name: `lane_lock_${table}`, text: lock, values }),
    client.query<Row>({ name: `lane_read_${table}`, text: read, values }),
  ])
  return rows
}
