import type { LaneValue } from '@foyer/db'
import type { BatchWrites } from './batch-writes.ts'

/** One statement for each list of {@link BatchWrites}, however many rows there are. */
export interface WriteStatement {
  /** It is planned once a connection, under this name. */
  name: string
  /** $1 is the tenant. */
  text: string
  /** From $2 on; null when there is nothing to write. */
  values(writes: BatchWrites, batchId: string): readonly LaneValue[] | null
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
