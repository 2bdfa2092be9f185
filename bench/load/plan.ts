/** What a load process is asked to do, and what it tells; sent between processes as JSON. */

export interface Line {
  sessionId: string
  typeId: string
}

export interface Purchase {
  kind: 'purchase'
  line: Line
  quantity: number
  /** Major units; 0: nothing to pay, so no intent is asked for. */
  amount: number
  /** The body of the order call, but for the intent. */
  order: object
}

export type Journey =
  | { kind: 'get'; path: string; headers: Record<string, string> }
  | { kind: 'hold'; path: string; lines: readonly Line[]; quantity: number; keepsCookie?: boolean }
  | Purchase

export interface LoadPlan {
  /** Clients are dealt to these in turn. */
  origins: readonly string[]
  journey: Journey
  clients: number
  seconds: number
  /**
   * Open loop: this many rounds a second begin at random moments (a Poisson process), whether or not
   * earlier ones are answered; each takes an idle client, or waits for one. Left out: closed loops,
   * each client begins its next round once its last one is answered.
   */
  arrivals?: number
}

export interface LoadReport {
  /** Rounds a second that ended with `status`, within the time. */
  perSecond: Record<number, number>
  /** Last answers of all rounds begun, by status. */
  counts: Record<number, number>
  /** In an open loop a round's latency runs from the moment it was due, not from its first byte. */
  p50: number
  p99: number
  /** Rounds begun whose answer never came. */
  unanswered: number
  /** CPU seconds a second of the load process: 1 is a whole core. */
  cpuShare: number
  /** Open loop: p99 from the moment a round was due until it was sent. */
  lateMs: number
}
