import type { LaneClient } from '@foyer/db'
import { readCoupons } from '../coupons/read-coupons.ts'
import { readAddOns, readHolds } from '../holds/read-holds.ts'
import { readOffers } from '../offers/read-offers.ts'
import { readOrders, readPayments } from '../orders/read-sales.ts'
import { BatchNeeds } from './batch-needs.ts'
import type { BatchState, LaneNeeds, StockPool } from './lane-types.ts'

/**
 * What a batch is decided from. All statements are sent in one go, in the order of locks of
 * docs/locking.md; each sees what was committed before it began, and so, behind the lock, the truth. Of
 * lapsed holds about `lapsedChunk` are read, over all sessions.
 */
export async function readState(
  client: LaneClient,
  tenantId: number,
  needs: readonly LaneNeeds[],
  lapsedChunk: number,
): Promise<BatchState> {
  const wanted = new BatchNeeds(needs)
  const sessionIds = wanted.of('sessionIds').sort()
  const paymentIds = wanted.of('paymentIds')
  const payableCartIds = wanted.of('payableCartIds')
  const orderIds = wanted.of('orderIds')
  // Shared fairly, so that one session's many lapsed holds do not keep another's from being ended.
  const lapsedOfEach = Math.ceil(lapsedChunk / Math.max(1, sessionIds.length))
  const [pools, , offers, payments, addOns, orders, coupons, holds] = await Promise.all([
    lockStock(client, tenantId, sessionIds),
    lockCarts(client, wanted.of('ownCartIds')),
    readOffers(client, tenantId, sessionIds),
    readPayments(client, tenantId, paymentIds, payableCartIds),
    readAddOns(client, tenantId, payableCartIds),
    readOrders(client, tenantId, orderIds),
    readCoupons(client, tenantId, wanted),
    readHolds(client, tenantId, {
      cartIds: wanted.of('cartIds'),
      requestKeys: wanted.of('requestKeys'),
      orderIds,
      sessionIds,
      paymentIds,
      lapsedOfEach,
    }),
  ])
  return {
    ...offers,
    sessionIds,
    lapsedOfEach,
    pools,
    payments,
    addOns,
    orders,
    coupons,
    holds,
  }
}

const POOL = `session_id as "sessionId", pool_id as "poolId", capacity, held, sold`

const LOCK_STOCK = `
  select ${POOL} from stock where tenant_id = $1 and session_id = any($2::uuid[])
  order by session_id, pool_id for update`

/** Takes the lock that serialises these sessions; none for a session that does not exist. */
export async function lockStock(
  client: LaneClient,
  tenantId: number,
  sessionIds: readonly string[],
): Promise<StockPool[]> {
  const { rows } = await client.query<StockPool>({
    name: 'lane_lock_stock',
    text: LOCK_STOCK,
    values: [tenantId, sessionIds],
  })
  return rows
}

// An empty cart is in no session, so no stock lock keeps two calls for two sessions apart: each would
// find it empty and fill it. Always in the order of the keys, so that no two batches wait in a circle.
// The lock is a condition and no column: a row for each cart of a batch cost more than the locks.
const LOCK_CARTS = `
  select from (
    select distinct hashtextextended(id, 0) as key from unnest($1::text[]) as asked(id) order by 1
  ) as keys where pg_advisory_xact_lock(key) is null`

/** Makes two batches that fill the same cart, in whatever sessions, wait for one another. */
async function lockCarts(client: LaneClient, cartIds: readonly string[]): Promise<void> {
  if (cartIds.length === 0) return
  // Awaited as the lock of the stock is: passed on as it is, its failure would be heard before that
  // one's, which was there first and tells the cause.
  await client.query({ name: 'lane_lock_carts', text: LOCK_CARTS, values: [cartIds] })
}
