import type { TenantTx } from '@foyer/db'
import { CompiledQuery, sql } from 'kysely'
import type { Offers } from './offer-rules.ts'
import { readOffers } from './read-offers.ts'

/** Sessions and what they sell now, read without a lock. */
export interface OffersWithRoom extends Offers {
  /** What a session, or one type in it, has left; null means without limit. */
  roomOf(sessionId: string, poolId?: string): number | null
}

export async function selectOffers(
  tx: TenantTx,
  tenantId: number,
  sessionIds: readonly string[],
): Promise<OffersWithRoom> {
  const { now, offers } = await readOffers(
    { query: ({ text, values = [] }) => tx.executeQuery(CompiledQuery.raw(text, [...values])) },
    tenantId,
    sessionIds,
  )
  const pools = await sql<{ session_id: string; pool_id: string; room: number | null }>`
    select session_id, pool_id, room from live_stock
    where session_id = any(${sessionIds}::uuid[])`.execute(tx)
  const rooms = new Map(
    pools.rows.map(({ session_id, pool_id, room }) => [`${session_id} ${pool_id}`, room]),
  )
  return {
    now,
    offerOf: (sessionId) => offers.get(sessionId),
    sells: (sessionId, typeId) => rooms.has(`${sessionId} ${typeId}`),
    roomOf: (sessionId, poolId = sessionId) => rooms.get(`${sessionId} ${poolId}`) ?? null,
  }
}
