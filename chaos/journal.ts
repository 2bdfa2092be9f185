/** The answers that clients got, and the problems that the checks found. */

export interface Line {
  sessionId: string
  ticketTypeId: string
  quantity: number
}

/** One cart over its whole life, as its client knows it from acknowledged answers. */
export interface Visit {
  browserId: string
  cartNumber: string
  /** Every line that was ever granted to it. */
  acknowledged: Line[]
  /** Ids of acknowledged holds. */
  holdIds: string[]
  held: readonly Line[]
  sold: readonly Line[]
  orderId: string | null
  /** False while an answer is missing, or if one never arrives: the expected state is then unknown. */
  isSettled: boolean
}

/** The lines as one text, which a query can build as well: equal texts mean equal carts. */
export const describeLines = (lines: readonly Line[]): string =>
  lines
    .map(({ sessionId, ticketTypeId, quantity }) => `${sessionId}/${ticketTypeId}:${quantity}`)
    .sort()
    .join(',')

export const PROBLEM_KINDS = [
  'lost',
  'doubled',
  'drift',
  'unanswered',
  'unsteady',
  'broken',
  'harmed',
] as const
/**
 * - `lost`: an acknowledged answer is not in the database, or a later answer contradicts it
 * - `doubled`: something exists twice, or there is more than was requested
 * - `drift`: a counter differs from its ledger or its holds, or a pool holds more than it has
 * - `unanswered`: a client got neither an answer nor an error that says to try again, in time
 * - `unsteady`: the soak's memory grows, or its latency does
 * - `broken`: a race or the model found a violation, or the control of a race or an attack found none
 * - `harmed`: one attacker slowed or stopped honest buyers, or got more than its share
 */
export type ProblemKind = (typeof PROBLEM_KINDS)[number]

export class Problems {
  readonly #found: { kind: ProblemKind; text: string }[] = []
  #takenCount = 0

  add(kind: ProblemKind, text: string): void {
    this.#found.push({ kind, text })
  }

  addAll(others: Problems): void {
    this.#found.push(...others.#found)
  }

  get total(): number {
    return this.#found.length
  }

  count(kind: ProblemKind): number {
    return this.#found.filter((problem) => problem.kind === kind).length
  }

  /** The problems found since the last call, the gravest first. */
  takeNew(): string[] {
    const fresh = this.#found.slice(this.#takenCount)
    this.#takenCount = this.#found.length
    return PROBLEM_KINDS.flatMap((kind) =>
      fresh.filter((problem) => problem.kind === kind).map(({ text }) => `${kind}: ${text}`),
    )
  }
}
