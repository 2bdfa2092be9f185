import type pg from 'pg'
import type { Cell } from './cell.ts'

/** A move as its steps know it. */
export interface Move {
  id: string
  tenantId: number
  slug: string
  /** The organizer and its test shop, which belongs to it and has to be in one cell with it. */
  ids: readonly number[]
  /** Of publication, slot and subscription. */
  name: string
  tables: readonly string[]
  home: Cell
  from: Cell
  to: Cell
  report: Report
  limits: MoveLimits
  /** Ends the command at the next moment that is none of a pause. */
  signal: AbortSignal
  /**
   * The target as it was when it had replayed everything and nothing more: an open transaction, from the
   * pause to the comparison. Null if the command was interrupted between them.
   */
  atSwitch: pg.Client | null
}

/** Moments of a move, in order; a sentence for the operator each. The pause is from fenced to resumed. */
export const MOMENTS = {
  begun: 'Both cells fit, and the move is recorded.',
  reserved: 'The other cell refuses the organizer for now.',
  published: 'The changes of its rows are kept for the other cell.',
  subscribed: 'PostgreSQL copies its rows.',
  copied: 'All rows are copied, and changes follow.',
  fenced: 'The organizer pauses.',
  drained: 'What had begun before the pause has ended.',
  replayed: 'The last changes have arrived.',
  resumed: 'The organizer sells in the other cell.',
  directed: 'The directory names the other cell.',
  detached: 'Replication has ended.',
  compared: 'Both sides have the same rows, and the audit of the other cell agrees.',
  'handed-over': 'Reports of the payment provider have followed.',
  removed: 'The old rows are removed.',
} as const

type Moment = keyof typeof MOMENTS
/** `detail` is a sentence with figures. */
export type Report = (moment: Moment | 'waiting', detail?: string) => void

export interface MoveLimits {
  /** How long transactions that began before the pause may go on in it. */
  drainMs: number
  /** The pause is given up, and taken again later, after this time. */
  pauseMs: number
  /** No pause begins while a transaction is older, because it would be waited for. */
  quietMs: number
  /** How long a pause that is short enough is looked for. */
  patienceMs: number
  /** How long copying may take. */
  copyMs: number
}

export const MOVE_LIMITS: Readonly<MoveLimits> = {
  drainMs: 700,
  // With the half second after which every process has heard of it, buyers are refused for less than 2 s.
  pauseMs: 1300,
  quietMs: 500,
  patienceMs: 1_800_000,
  copyMs: 24 * 3_600_000,
}
