/** What clients were told, and what turned out not to be so. */

export interface Line {
  sessionId: string
  ticketTypeId: string
  quantity: number
}

/** One cart from its first request to its last, as its client knows it from acknowledged answers. */
export interface Visit {
  browserId: string
  cartNumber: string
  /** Every line that was ever granted to it. */
  acknowledged: Line[]
  /** Ids of holds that were acknowledged. */
  holdIds: string[]
  held: readonly Line[]
  sold: readonly Line[]
  orderId: string | null
  /** False while, or because, an answer is missing: then nobody can say what should be there. */
  isSettled: boolean
}

/** Lines as one text that a query can build as well: equal texts, equal carts. */
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
 * - `doubled`: something is there twice, or more than was asked for
 * - `drift`: a counter differs from its ledger or its holds, or a pool holds more than it has
 * - `unanswered`: a client got neither an answer nor an error that says to try again, in time
 * - `unsteady`: the soak's memory grows, or its latency does
 * - `broken`: a race, or the model, found what must not be; or the control of a race or of an attack
 *   did not
 * - `harmed`: one attacker slowed or stopped honest buyers, or got more than its share
 */
export type ProblemKind = (typeof PROBLEM_KINDS)[number]

export class Problems {
  readonly #found: { kind: ProblemKind; text: string }[] = []
  #told = 0

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

  /** Those found since this was last asked, the gravest first. */
  takeNew(): string[] {
    const fresh = this.#found.slice(this.#told)
    this.#told = this.#found.length
    return PROBLEM_KINDS.flatMap((kind) =>
      fresh.filter((problem) => problem.kind === kind).map(({ text }) => `${kind}: ${text}`),
    )
  }
}
