import { type Kysely, sql } from 'kysely'
import {
  hasReached,
  type Place,
  type PlaceRow,
  placeOf,
  type ReplicaWatch,
  SELECT_PLACE,
} from './replica-watch.ts'
import type { DB } from './schema.ts'

/**
 * Why a read was made where it was. On a replica: `recent`. On the primary: the caller needs a newer
 * state than the watch can vouch for (`newer`), no replica answers (`away`), the one that answered lags
 * (`behind`) or follows another primary (`other_history`), or it broke off the read (`failed`).
 */
export type ReadReason = 'recent' | 'newer' | 'away' | 'behind' | 'other_history' | 'failed'

export type OnRead = (why: ReadReason) => void

/** Rejects if the server of the connection does not show what is needed. */
export type Check = (connection: Kysely<DB>) => Promise<void>

class NotRecent extends Error {
  readonly why: ReadReason

  constructor(why: ReadReason) {
    super(`A replica cannot be read: ${why}`)
    this.why = why
  }
}

const checkFor =
  (needed: Place): Check =>
  async (connection) => {
    // The address may lead to another replica on each connection, so each read asks its own.
    const { rows } = await sql.raw<PlaceRow>(SELECT_PLACE).execute(connection)
    const [row] = rows
    const place = row && placeOf(row)
    if (place?.history !== needed.history) throw new NotRecent('other_history')
    if (!hasReached(place, needed)) throw new NotRecent('behind')
  }

/**
 * Reads on a replica that shows `since` or a later moment, at most REPLICA_AGE_MS ago; on the primary if
 * there is none. A read that a replica breaks off is repeated on the primary.
 */
export async function readWhereRecent<T>(
  watch: ReplicaWatch,
  since: number,
  onRead: OnRead,
  reads: { onReplica(check: Check): Promise<T>; onPrimary(): Promise<T> },
): Promise<T> {
  const needed = watch.needed(since)
  let why: ReadReason = watch.isUp() ? 'newer' : 'away'
  if (needed && watch.isUp()) {
    try {
      const result = await reads.onReplica(checkFor(needed))
      onRead('recent')
      return result
    } catch (error) {
      // An error of the work itself is thrown again below.
      why = error instanceof NotRecent ? error.why : 'failed'
    }
  }
  onRead(why)
  return reads.onPrimary()
}
