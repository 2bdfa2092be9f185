import { setTimeout as delay } from 'node:timers/promises'
import { hasReached, type PlaceRow, placeOf, REPLICA_AGE_MS, SELECT_PLACE } from '@foyer/db'
import type pg from 'pg'
import { connect } from './database.ts'
import { type Finding, failed, ok, warning } from './finding.ts'
import { reasonOf } from './send-request.ts'

const NAME = 'database.replica'
const POLL_MS = 50

/**
 * Checks that an address leads to a replica of the primary, and how far that one is behind. `variable`
 * has the address.
 */
export async function checkReplica(
  primary: pg.Client,
  replicaUrl: string,
  variable = 'DATABASE_REPLICA_URL',
): Promise<Finding> {
  let replica: pg.Client
  try {
    replica = await connect(replicaUrl)
  } catch (error) {
    return failed(
      NAME,
      `No replica answers: ${reasonOf(error)}.`,
      `Check ${variable}; everything is read from the primary meanwhile.`,
    )
  }
  try {
    return await compare(primary, replica, variable)
  } finally {
    await replica.end()
  }
}

async function compare(primary: pg.Client, replica: pg.Client, variable: string): Promise<Finding> {
  const begunAt = performance.now()
  const needed = placeOf(await readPlace(primary))
  for (;;) {
    const shown = await readPlace(replica)
    if (!shown.isReplica) {
      return warning(
        NAME,
        `${variable} leads to a server that is no replica.`,
        'Let it lead to replicas, or unset it.',
      )
    }
    const place = placeOf(shown)
    if (place.history !== needed.history) {
      return failed(
        NAME,
        `${variable} leads to a replica of another database, or of a former primary.`,
        'After a failover a replica follows within a few minutes; otherwise check the address.',
      )
    }
    const waitedMs = performance.now() - begunAt
    if (hasReached(place, needed)) {
      return ok(NAME, `A replica answers, and is at most ${Math.ceil(waitedMs)} ms behind.`)
    }
    if (waitedMs > REPLICA_AGE_MS) {
      return warning(
        NAME,
        `A replica is more than ${REPLICA_AGE_MS / 1000} s behind, so it is not read.`,
        'Look at its load, its disk and the network to it.',
      )
    }
    await delay(POLL_MS)
  }
}

async function readPlace(client: pg.Client): Promise<PlaceRow> {
  const { rows } = await client.query<PlaceRow>(SELECT_PLACE)
  if (!rows[0]) throw new Error('The server did not say where it is')
  return rows[0]
}
