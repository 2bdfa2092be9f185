import { granted } from '@foyer/contract'
import type { LaneOp } from '../lanes/operation.ts'

/** Ends expired holds of a session, the oldest first: every batch does so for the sessions it locks. */
export const sweepSessionOp = (sessionId: string): LaneOp<null> => ({
  needs: { sessionIds: [sessionId] },
  decide: () => granted(null),
})
