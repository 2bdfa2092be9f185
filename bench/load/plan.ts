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
}

export interface LoadReport {
  /** Rounds a second that ended with `status`, within the time. */
  perSecond: Record<number, number>
  /** Last answers of all rounds begun, by status. */
  counts: Record<number, number>
  p50: number
  p99: number
  /** Rounds begun whose answer never came. */
  unanswered: number
  /** Of the load process, per round. */
  cpuMicros: number
}
