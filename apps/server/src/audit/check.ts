/** What an audit looks at; null for everything of a kind. */
export interface Scope {
  /** Of add-ons with a stock, too: to their counters they are sessions. */
  sessionIds: readonly string[] | null
  orderIds: readonly string[] | null
  paymentIds: readonly string[] | null
}

/** One thing that two places of the database tell differently. */
export interface Difference {
  check: string
  /** The session, order or payment (by the check's scope) it was found at; null for none of them. */
  foundAt: string | null
  sessionId: string | null
  /** A ticket type, or the session itself for its total; null where no pool is concerned. */
  poolId: string | null
  says: string
  found: string
}

export interface Check {
  name: string
  /** The ids that `text` takes as $1. */
  scope: keyof Scope
  /** Its rows name the id of the scope that each is about as "foundAt". */
  text: string
}

/** Narrows a statement to the scope, or to nothing for everything. */
export const within = (column: string) => `($1::uuid[] is null or ${column} = any($1))`
