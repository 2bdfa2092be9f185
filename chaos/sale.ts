import { setTimeout as delay } from 'node:timers/promises'
import { isTransient } from '@foyer/db'
import type { BuiltEvent } from '@foyer/testkit/builder'
import type { Cluster } from './cluster.ts'
import type { Visit } from './journal.ts'

/** The sale. Tickets are free, so that a cart becomes an order without a card. */
export interface Sale extends Pick<BuiltEvent, 'eventId' | 'sessionIds' | 'typeIds'> {
  habits: Habits
  /** Ends a cart's hold and the further time for which its tickets are kept. */
  endHolds(cart: Pick<Visit, 'browserId' | 'cartNumber'>): Promise<void>
}

/** How often a buyer who holds tickets orders them, and reschedules the order, again and again. */
interface Habits {
  orders: number
  reschedules: number
}

/**
 * - `usual`: a session that sells out, one with a scarce type, and two without limit
 * - `last seats`: two sessions that sell out at about the time of the crash, and two without limit, of
 *   which most buyers take their tickets elsewhere
 */
export type SaleKind = 'usual' | 'last seats'

interface SalePlan {
  habits: Habits
  /** Capacity of a session in total, or of its first type. */
  scarce: readonly { session: number; isType: boolean; capacity: number }[]
}

const PLANS: Record<SaleKind, SalePlan> = {
  usual: {
    habits: { orders: 0.4, reschedules: 0.25 },
    scarce: [
      { session: 0, isType: false, capacity: 60 },
      { session: 1, isType: true, capacity: 90 },
    ],
  },
  'last seats': {
    habits: { orders: 0.9, reschedules: 0.7 },
    scarce: [
      { session: 0, isType: false, capacity: 120 },
      { session: 1, isType: false, capacity: 160 },
    ],
  },
}

/**
 * Opens a sale of free tickets. All sessions begin within the hour, so that a server which believed its
 * own clock would close the sale when that jumps ahead.
 */
export async function openSale(
  cluster: Pick<Cluster, 'build' | 'sql'>,
  kind: SaleKind = 'usual',
): Promise<Sale> {
  const { habits, scarce } = PLANS[kind]
  const types = [1, 2, 3].map(() => ({ priceMinor: 0 }))
  const { eventId, sessionIds, typeIds } = await cluster.build.event({
    capacity: null,
    sessions: 4,
    types,
  })
  await cluster.sql(
    `update sessions s set starts_at = now() + (30 + n) * interval '1 minute',
       ends_at = now() + interval '2 hours', local_date = current_date
     from unnest($1::uuid[]) with ordinality as asked(id, n) where s.id = asked.id`,
    [sessionIds],
  )
  for (const { session, isType, capacity } of scarce) {
    const sessionId = sessionIds[session]
    await cluster.sql('update stock set capacity = $3 where session_id = $1 and pool_id = $2', [
      sessionId,
      isType ? typeIds[0] : sessionId,
      capacity,
    ])
  }
  return {
    eventId,
    sessionIds,
    typeIds,
    habits,
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
