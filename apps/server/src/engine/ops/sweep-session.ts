import { granted } from '@foyer/contract'
import type { LaneOp } from '../lane-op.ts'

/** Ends the lapsed holds of a session: every batch does so for the sessions it locks. */
export const sweepSessionOp = (sessionId: string): LaneOp<null> => ({
  needs: { sessionIds: [sessionId] },
  decide: () => granted(null),
})
