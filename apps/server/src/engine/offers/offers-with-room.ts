import type { TenantTx } from '@foyer/db'
import { CompiledQuery, sql } from 'kysely'
import { StockBook } from '../stock/stock-book.ts'
import type { StockLine, StockPool } from '../stock/stock-types.ts'
import type { Offers } from './offer-rules.ts'
import { readOffers } from './read-offers.ts'

/** Sessions and what they sell now, read without a lock. */
export interface OffersWithRoom extends Offers {
  /**
   * Whether lines fit, by the rule that a hold is decided with, in exchange for `freed`: if they take more
   * places, they must fit beside it.
   */
  fits(lines: readonly StockLine[], freed?: readonly StockLine[]): boolean
  /** How many whole tickets of some types fit together, at most; null means without limit. */
  roomForAll(sessionId: string, typeIds: readonly string[]): number | null
  /** How many tickets of one type can be exchanged for another; null means without limit. */
  roomToExchange(sessionId: string, types: readonly [from: string, to: string]): number | null
}

/** Reads sessions and their stock; `held` is what the one who asks holds already. */
export async function selectOffers(
  tx: TenantTx,
  tenantId: number,
  sessionIds: readonly string[],
  held: readonly StockLine[] = [],
): Promise<OffersWithRoom> {
  const { now, offers } = await readOffers(
    { query: ({ text, values = [] }) => tx.executeQuery(CompiledQuery.raw(text, [...values])) },
    tenantId,
    sessionIds,
  )
  const { rows: pools } = await sql<StockPool>`
    select session_id as "sessionId", pool_id as "poolId", capacity, held, sold, places,
      group_id as "groupId"
    from live_stock where session_id = any(${sessionIds}::uuid[])`.execute(tx)
  const stock = new StockBook({ sessionIds, pools })
  return {
    now,
    offerOf: (sessionId) => offers.get(sessionId),
    sells: (sessionId, typeId) => stock.has(sessionId, typeId),
    fits: (lines, freed = []) =>
      stock.shortage(lines, stock.takesMore(lines, freed) ? held : [...freed, ...held]) === null,
    roomForAll: (sessionId, typeIds) => stock.roomForAll(sessionId, typeIds, held),
    roomToExchange: (sessionId, types) => stock.roomToExchange(sessionId, types, held),
  }
}
