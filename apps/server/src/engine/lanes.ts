import type { Database } from '@foyer/db'
import { BUSY, Lane, type LaneHooks } from './lane.ts'
import type { LaneAnswer, LaneOp } from './lane-types.ts'

/** All lanes of this process, one per session that is being bought. */
export interface Lanes {
  submit(tenantId: number, sessionId: string, op: LaneOp): Promise<LaneAnswer>
  /** Refuses new work and resolves when all that was accepted is answered. */
  drain(): Promise<void>
  isAccepting(): boolean
}

/** Opens a lane for a session when it is first asked for, and forgets it when it falls idle. */
export function createLanes(db: Database, hooks: LaneHooks): Lanes {
  const lanes = new Map<string, Lane>()
  let accepting = true

  function laneOf(tenantId: number, sessionId: string): Lane {
    const key = `${tenantId}/${sessionId}`
    const present = lanes.get(key)
    if (present) return present
    const lane = new Lane(db, tenantId, sessionId, { ...hooks, onIdle: () => lanes.delete(key) })
    lanes.set(key, lane)
    return lane
  }

  return {
    submit: async (tenantId, sessionId, op) =>
      accepting ? laneOf(tenantId, sessionId).submit(op) : BUSY,
    async drain() {
      accepting = false
      await Promise.all([...lanes.values()].map((lane) => lane.idle()))
    },
    isAccepting: () => accepting,
  }
}
