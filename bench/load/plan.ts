/** A load process's task and its result, sent between processes as JSON. */

interface Line {
  sessionId: string
  typeId: string
}

export interface Purchase {
  kind: 'purchase'
  line: Line
  quantity: number
  /** Major units; with 0 nothing is to be paid, so no intent is created. */
  amount: number
  /** The body of the order call, without the intent. */
  order: object
}

export type Journey =
  | { kind: 'get'; path: string; headers: Record<string, string> }
  | { kind: 'hold'; path: string; lines: readonly Line[]; quantity: number; keepsCookie?: boolean }
  | Purchase

export interface LoadPlan {
  /** The clients are distributed over these servers in turn. */
  origins: readonly string[]
  journey: Journey
  clients: number
  seconds: number
  /**
   * Open loop: this many rounds a second begin at random moments (a Poisson process), whether or not
   * earlier ones are answered; each takes an idle client, or waits for one. If absent: closed loops, in
   * which each client begins its next round once its last one is answered.
   */
  arrivals?: number
}

export interface LoadReport {
  /** Rounds per second that ended with `status` within the measured time. */
  perSecond: Record<number, number>
  /** The last answers of all rounds, by status. */
  counts: Record<number, number>
  /** In an open loop a round's latency runs from the moment it was due, not from its first byte. */
  p50: number
  p99: number
  /** Rounds whose answer never arrived. */
  unanswered: number
  /** CPU seconds per second of the load process; 1 is a whole core. */
  cpuShare: number
  /** Open loop: p99 of the time from a round's due moment until it was sent. */
  lateMs: number
}
