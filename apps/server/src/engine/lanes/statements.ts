import type { LaneClient, LaneValue } from '@foyer/db'

/** Writes rows of an aggregate, however many there are. `Writes` are the rows that it uses, by aggregate. */
export interface WriteStatement<Writes> {
  /** The statement is planned once a connection, under this name. */
  name: string
  /** $1 is the tenant. */
  text: string
  /** From $2 on; null when there is nothing to write. */
  values(writes: Writes, batchId: string): readonly LaneValue[] | null
}

/** Rows as one JSON text; null when there are none. */
export const rowsOf = (rows: readonly unknown[]): readonly LaneValue[] | null =>
  rows.length > 0 ? [JSON.stringify(rows)] : null

/** For rows that are changed: one JSON text by id, and the ids. */
export const changesOf = (rows: readonly { id: string }[]): readonly LaneValue[] | null =>
  rows.length > 0 ? [byId(rows), rows.map((row) => row.id)] : null

/** As the text of one JSON object. */
export const byId = (rows: readonly { id: string }[]): string =>
  JSON.stringify(Object.fromEntries(rows.map((row) => [row.id, row])))

/** Rows that are locked first and read behind it: what a locking statement joins to a row may be old. */
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
