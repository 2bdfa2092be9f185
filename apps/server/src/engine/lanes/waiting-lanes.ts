import type { Bounds } from '../../bounds.ts'
import type { BatchItem } from './commit-batch.ts'
import { LaneQueue, type Queued } from './lane-queue.ts'

/** A larger batch makes a transaction so long that its first operations notice it. */
const BATCH_LIMIT = 128

/** Operations that need the same sessions. */
interface Lane<T extends Queued> {
  tenantId: number
  sessionIds: readonly string[]
  queue: LaneQueue<T>
}

export interface Batch<T> {
  tenantId: number
  sessionIds: string[]
  waiting: T[]
}

/**
 * The operations of a process that wait for a batch, in lanes, and the rule of who may add to them.
 */
export class WaitingLanes<T extends Queued & Pick<BatchItem, 'needs'>> {
  // Ordered by the time since their last batch, longest first.
  readonly #lanes = new Map<string, Lane<T>>()
  /** How many operations of each client are waiting. */
  readonly #ofClient = new Map<string, number>()
  readonly #bounds: Pick<Bounds, 'laneQueue' | 'laneReserve' | 'laneShare' | 'laneStockItems'>
  #size = 0
  #finishing = 0

  constructor(bounds: Pick<Bounds, 'laneQueue' | 'laneReserve' | 'laneShare' | 'laneStockItems'>) {
    this.#bounds = bounds
  }

  get size(): number {
    return this.#size
  }

  /** An unknown client ('') has no share of its own. */
  hasRoomFor(client: string, finishes: boolean): boolean {
    const { laneQueue, laneReserve, laneShare } = this.#bounds
    if (finishes) return this.#size < laneQueue + laneReserve
    return this.#size < laneQueue && (this.#ofClient.get(client) ?? 0) < laneShare
  }

  /** Returns false if the operation needs more stock items than one operation may lock. */
  add(tenantId: number, waiting: T): boolean {
    const sessionIds = [...new Set(waiting.needs.sessionIds)].sort()
    if (sessionIds.length > this.#bounds.laneStockItems && !waiting.finishes) return false
    const key = `${tenantId}/${sessionIds.join()}`
    let lane = this.#lanes.get(key)
    if (!lane) {
      lane = { tenantId, sessionIds, queue: new LaneQueue() }
      this.#lanes.set(key, lane)
    }
    lane.queue.push(waiting)
    this.#count(waiting, 1)
    return true
  }

  /**
   * Forms the next batch: lanes of one tenant whose sessions are neither `busy` nor needed by an
   * earlier lane. Lanes where an operation waits to finish a payment come first.
   */
  take(busy: ReadonlySet<string>): Batch<T> {
    const blocked = new Set(busy)
    const batch: Batch<T> = { tenantId: 0, sessionIds: [], waiting: [] }
    if (this.#finishing > 0) {
      for (const [key, lane] of this.#lanes) {
        if (lane.queue.hasFinishing) this.#join(batch, key, lane, blocked)
      }
    }
    for (const [key, lane] of this.#lanes) {
      if (batch.waiting.length === BATCH_LIMIT) break
      this.#join(batch, key, lane, blocked)
    }
    for (const waiting of batch.waiting) this.#count(waiting, -1)
    return batch
  }

  /** How many lanes there are, and when the operation that has waited longest arrived. */
  stats(): { lanes: number; oldest: number } {
    const lanes = [...this.#lanes.values()]
    return { lanes: lanes.length, oldest: Math.min(...lanes.map(({ queue }) => queue.oldest())) }
  }

  /** Moves operations of a lane into a batch, if the lane may join it and there is room. */
  #join(batch: Batch<T>, key: string, lane: Lane<T>, blocked: Set<string>): void {
    const room = BATCH_LIMIT - batch.waiting.length
    const isFree = !lane.sessionIds.some((sessionId) => blocked.has(sessionId))
    const isOurs = batch.waiting.length === 0 || lane.tenantId === batch.tenantId
    for (const sessionId of lane.sessionIds) blocked.add(sessionId)
    if (!isFree || !isOurs || room === 0) return
    batch.tenantId = lane.tenantId
    batch.sessionIds.push(...lane.sessionIds)
    lane.queue.moveTo(batch.waiting, room)
    this.#lanes.delete(key)
    if (!lane.queue.isEmpty) this.#lanes.set(key, lane)
  }

  #count({ client, finishes }: T, change: 1 | -1): void {
    this.#size += change
    if (finishes) this.#finishing += change
    if (client === '') return
    const left = (this.#ofClient.get(client) ?? 0) + change
    if (left > 0) this.#ofClient.set(client, left)
    else this.#ofClient.delete(client)
  }
}
