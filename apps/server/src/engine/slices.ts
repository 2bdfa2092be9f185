import { setTimeout as delay } from 'node:timers/promises'
import type { TenantTx } from '@foyer/db'
import { type Expression, sql } from 'kysely'

/**
 * Long tables, made in slices. Turning an organizer's rows into a file takes the thread that answers buyers
 * for as long as there are rows; so it is left after some milliseconds, for as long as it was taken.
 */

/** How long a slice may take. */
const SLICE_MS = 3
/** How many rows are fetched at a time: parsing these takes about as long as a slice. */
const FETCHED = 250
/** How many elements of a list are written at a time. */
const WRITTEN = 100

/** After a slice that waited for something it does not rest longer than this. */
const LONGEST_REST_MS = 50

/** Takes turns with everything else: half of the time it rests. */
function takeTurns(): () => Promise<void> | undefined {
  let begunAt = performance.now()
  return () => {
    const tookMs = performance.now() - begunAt
    if (tookMs < SLICE_MS) return undefined
    return delay(Math.min(tookMs, LONGEST_REST_MS)).then(() => {
      begunAt = performance.now()
    })
  }
}

/** Maps rows as `map` of an array does, in slices. */
export async function mapInSlices<Row, To>(
  rows: readonly Row[],
  map: (row: Row) => To,
): Promise<To[]> {
  const made: To[] = []
  const turn = takeTurns()
  for (const row of rows) {
    made.push(map(row))
    await turn()
  }
  return made
}

/**
 * Reads and maps the rows of a query, some at a time with a cursor; the database rests as well. One query at a
 * time in a transaction.
 */
export async function readInSlices<Row, To>(
  tx: TenantTx,
  query: Expression<Row>,
  map: (row: Row) => To,
): Promise<To[]> {
  await sql`declare sliced no scroll cursor for ${query}`.execute(tx)
  const all: To[] = []
  const turn = takeTurns()
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(FETCHED)} from sliced`.execute(tx)
    for (const each of await mapInSlices(rows, map)) all.push(each)
    if (rows.length < FETCHED) break
    await turn()
  }
  await sql`close sliced`.execute(tx)
  return all
}

/** The JSON of a value as bytes, its long lists in slices. */
export async function writeJsonInSlices(value: unknown): Promise<Buffer> {
  const pieces: Buffer[] = []
  const turn = takeTurns()
  for (const text of jsonPieces(value)) {
    pieces.push(Buffer.from(text))
    await turn()
  }
  return Buffer.concat(pieces)
}

function* jsonPieces(value: unknown): Generator<string> {
  if (Array.isArray(value) && value.length > WRITTEN) {
    for (let from = 0; from < value.length; from += WRITTEN) {
      const text = JSON.stringify(value.slice(from, from + WRITTEN))
      yield (from === 0 ? '[' : ',') + text.slice(1, -1)
    }
    yield ']'
  } else if (isPlain(value)) {
    let before = '{'
    for (const [key, each] of Object.entries(value)) {
      if (each === undefined) continue
      yield `${before}${JSON.stringify(key)}:`
      yield* jsonPieces(each)
      before = ','
    }
    yield before === '{' ? '{}' : '}'
  } else yield JSON.stringify(value) ?? 'null'
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
