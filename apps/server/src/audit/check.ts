/** What an audit checks; null for all rows of a kind. */
export interface Scope {
  /** Also the ids of add-ons with a stock, which counters and ledger store as session ids. */
  sessionIds: readonly string[] | null
  orderIds: readonly string[] | null
  paymentIds: readonly string[] | null
}

/** A contradiction between two tables. */
export interface Difference {
  check: string
  /**
   * The id of the session, order or payment (by the check's scope) where it was found; null if it
   * belongs to none.
   */
  foundAt: string | null
  sessionId: string | null
  /** A ticket type, or the session's id for its total; null if no pool is concerned. */
  poolId: string | null
  /** What the row or counter that is checked claims, as text for an operator. */
  says: string
  /** What the rows that should explain it add up to, as text. */
  found: string
  /** Only of counters: whether more is held, sold or ticketed than the capacity. */
  isOversold?: boolean
}

export interface Check {
  name: string
  /** Which ids of the scope `text` takes as $1. */
  scope: keyof Scope
  /** Each of its rows names the id of the scope where it was found as "foundAt". */
  text: string
}

/** Limits a statement to the ids in scope; null means all rows. */
export const within = (column: string) => `($1::uuid[] is null or ${column} = any($1))`
