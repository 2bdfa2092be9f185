/** What the jsonb columns of carts and orders hold; the generated schema refers to these. */

export interface Contact {
  firstName: string
  lastName: string
  email: string
  phone: string
}

export interface Address {
  address: string
  city: string
  state: string
  zipCode: string
  country: string
}

/** Tickets left by id of the ticket type; null means without limit. */
export type RoomByType = Record<string, number | null>

/** How far a job has walked through each table of a tenant, by the name of the walk. */
export type TurnPosition = Record<string, WalkState>

export interface WalkState {
  /** The key of the last row that was read. */
  after: string
  /**
   * When a walk that has reached its end may begin again, in milliseconds since 1970; 0 during a
   * pass.
   */
  restsUntil: number
  /** While the walk goes through its table over several turns. */
  pass?: WalkPass
}

interface WalkPass {
  /** Milliseconds since 1970. */
  beganAt: number
  /** The last key of its first slice. */
  from: string
  /** About which share of the table is behind it, from 0 to 1. */
  share: number
}

/** What a bulk change does to each of its sessions; of new ones, each names its pattern by position. */
export type BulkParams =
  | { kind: 'create'; patterns: SessionPattern[] }
  | {
      kind: 'edit'
      name?: string | undefined
      capacity?: number | null | undefined
      /** Null: they leave their rooms. */
      roomId?: string | null | undefined
      types: {
        ticketTypeId: string
        capacity?: number | null | undefined
        priceMinor?: number | null | undefined
      }[]
    }
  | { kind: 'close' | 'reopen' }
  | { kind: 'call_off'; message: string | null; answerBy: string | null }

/** What new sessions have in common. */
export interface SessionPattern {
  name: string
  durationMinutes: number
  capacity: number | null
  /** A room of the event's venue; plans of earlier releases have none. */
  roomId?: string | null | undefined
  types: {
    ticketTypeId: string
    capacity: number | null
    priceMinor?: number | null | undefined
  }[]
}

/** A session that a bulk change could not change. */
export interface BulkProblem {
  startsAt: string
  /** The code of the refusal, or why it stays as it is. */
  problem: string
}
