import { granted } from '@foyer/contract'
import type { LaneOp } from '../lanes/operation.ts'

/**
 * Ends expired holds of a session, oldest first. It needs no rule: every batch ends the expired
 * holds of the sessions that it locks.
 */
export const sweepSessionOp = (sessionId: string): LaneOp<null> => ({
  needs: { sessionIds: [sessionId] },
  decide: () => granted(null),
})
