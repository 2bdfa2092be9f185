import { granted, refused } from '@foyer/contract'
import type { LaneOp } from '../lanes/operation.ts'

/**
 * One counter: a session's or an add-on's total (its id twice), or the counter of a ticket type in
 * a session.
 */
export interface PoolRef {
  sessionId: string
  poolId: string
}

/** The codes of a capacity that is not set. */
export type CapacityCode = 'session_not_found' | 'capacity_below_taken' | 'validation_failed'

/** Changes how many of a pool can be sold; see {@link setCapacitiesOp}. */
export const setCapacityOp = (
  { sessionId, poolId }: PoolRef,
  capacity: number | null,
): LaneOp<null, CapacityCode> => setCapacitiesOp(sessionId, [{ poolId, capacity }])

/**
 * Changes how many of some pools of a session can be sold, all or none; null is without limit. Refuses
 * less than what is held and sold. It is decided under the stock lock, so that no hold is granted
 * meanwhile. Expired holds do not count.
 */
export const setCapacitiesOp = (
  sessionId: string,
  pools: readonly { poolId: string; capacity: number | null }[],
): LaneOp<null, CapacityCode> => ({
  needs: { sessionIds: [sessionId] },
  decide(book) {
    for (const { poolId, capacity } of pools) {
      const taken = book.stock.takenOf(sessionId, poolId)
      if (taken === null) {
        return refused('session_not_found', 'Nothing with this stock is sold. Nothing was changed.')
      }
      if (capacity === null && !book.offers.offerOf(sessionId)) {
        return refused('validation_failed', 'capacity: An add-on with a stock needs a number.')
      }
      if (capacity !== null && capacity < taken) {
        // The counters still include expired holds, which the next batch ends.
        if (book.holds.isBehind(sessionId)) return { widenTo: [] }
        return refused(
          'capacity_below_taken',
          `${taken} are held or sold already, so the capacity cannot be ${capacity}. It stays as it was.`,
          { taken, poolId },
        )
      }
    }
    for (const { poolId, capacity } of pools) book.stock.setCapacity(sessionId, poolId, capacity)
    return granted(null)
  },
})
