import type { LaneClient } from '@foyer/db'
import { CHANGE_HOLDS, WRITE_HOLDS } from '../holds/write-holds.ts'
import type { Aggregate } from '../lanes/aggregate.ts'
import type { BatchNeeds } from '../lanes/batch-needs.ts'
import { StockBook } from './stock-book.ts'
import type { StockPool, StockState } from './stock-types.ts'
import { LOWER_CAPACITIES, RAISE_CAPACITIES } from './write-capacities.ts'

export interface StockNeeds {
  /** Sessions, and add-ons with a stock, to lock. An operation may move stock only there. */
  sessionIds: readonly string[]
}

/**
 * The counters of sessions and of add-ons with a stock. They are written together with the holds
 * that move them.
 */
export const stock = {
  lockAndRead: (client: LaneClient, tenantId: number, { sessionIds }: BatchNeeds<StockNeeds>) =>
    lockStock(client, tenantId, sessionIds),
  book: (state: { stock: StockState }) => new StockBook(state.stock),
  statements: [RAISE_CAPACITIES, WRITE_HOLDS, LOWER_CAPACITIES, ...CHANGE_HOLDS],
} satisfies Aggregate

const POOL = `session_id as "sessionId", pool_id as "poolId", capacity, held, sold, places,
  group_id as "groupId"`

const LOCK_STOCK = `
  select ${POOL} from stock where tenant_id = $1 and session_id = any($2::uuid[])
  order by session_id, pool_id for update`

/** Takes the lock that serialises changes of these sessions. An unknown session has no lock. */
export async function lockStock(
  client: LaneClient,
  tenantId: number,
  sessionIds: readonly string[],
): Promise<StockState> {
  const { rows } = await client.query<StockPool>({
    name: 'lane_lock_stock',
    text: LOCK_STOCK,
    values: [tenantId, sessionIds],
  })
  return { sessionIds, pools: rows }
}
