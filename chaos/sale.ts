import { setTimeout as delay } from 'node:timers/promises'
import { isTransient } from '@foyer/db'
import type { BuiltEvent } from '@foyer/testkit/builder'
import type { Cluster } from './cluster.ts'
import type { Visit } from './journal.ts'

/** The sale. Tickets are free, so that a cart becomes an order without a card. */
export interface Sale extends Pick<BuiltEvent, 'eventId' | 'sessionIds' | 'typeIds'> {
  /** Ends a cart's hold and the further time for which its tickets are kept. */
  endHolds(cart: Pick<Visit, 'browserId' | 'cartNumber'>): Promise<void>
}

const SCARCE_PLACES = 60
const SCARCE_TYPE_PLACES = 90

/**
 * Opens a sale of free tickets: a session that sells out, one with a scarce type, and two without
 * limit. All begin within the hour, so that a server which believed its own clock would close the
 * sale when that jumps ahead.
 */
export async function openSale(cluster: Cluster): Promise<Sale> {
  const types = [1, 2, 3].map(() => ({ priceMinor: 0 }))
  const { eventId, sessionIds, typeIds } = await cluster.build.event({
    capacity: null,
    sessions: 4,
    types,
  })
  const [soldOut, scarceType] = sessionIds
  await cluster.sql(
    `update sessions s set starts_at = now() + (30 + n) * interval '1 minute',
       ends_at = now() + interval '2 hours', local_date = current_date
     from unnest($1::uuid[]) with ordinality as asked(id, n) where s.id = asked.id`,
    [sessionIds],
  )
  await cluster.sql('update stock set capacity = $2 where session_id = $1 and pool_id = $1', [
    soldOut,
    SCARCE_PLACES,
  ])
  await cluster.sql('update stock set capacity = $3 where session_id = $1 and pool_id = $2', [
    scarceType,
    typeIds[0],
    SCARCE_TYPE_PLACES,
  ])
  return {
    eventId,
    sessionIds,
    typeIds,
    endHolds: ({ browserId, cartNumber }) =>
      insist(() => cluster.sql(END_HOLDS, [browserId, cartNumber])),
  }
}

const END_HOLDS = `
  update holds set expires_at = clock_timestamp() - interval '6 minutes',
    reclaim_at = clock_timestamp() - interval '1 second'
  where browser_id = $1 and cart_number = $2 and state = 'held'`

/** Retries until PostgreSQL is up. */
async function insist(act: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await act()
      return
    } catch (error) {
      if (!isTransient(error)) throw error
      await delay(100)
    }
  }
}
