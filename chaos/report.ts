import { PROBLEM_KINDS, type ProblemKind, type Problems } from './journal.ts'

export interface Totals {
  crashes: number
  /** Rows of attackers that were played, and how many of them also without the bound. */
  attacks: number
  controls: number
  /** Number of answers that clients got. */
  operations: number
  /** Number of answers that acknowledge something. */
  acknowledged: number
}

/** The result of a scenario, with its further figures. */
export interface Outcome extends Partial<Totals> {
  figures?: Record<string, number | string>
}

const TOTALS = ['crashes', 'attacks', 'controls', 'operations', 'acknowledged'] as const
const PROBLEMS_SHOWN = 10

/** Runs scenarios, prints the result of each, and counts. */
export class Report {
  readonly #problems: Problems
  readonly #beginBefore: number
  readonly #totals: Totals = {
    crashes: 0,
    attacks: 0,
    controls: 0,
    operations: 0,
    acknowledged: 0,
  }
  readonly #leftOut: string[] = []

  /** Seconds after which no further scenario is begun; may be infinite. */
  constructor(problems: Problems, beginWithinSeconds: number) {
    this.#problems = problems
    this.#beginBefore = performance.now() + beginWithinSeconds * 1000
  }

  /** Runs the scenario and prints a line with its problems; leaves it out if it is too late. */
  async scenario(name: string, run: () => Promise<Outcome>): Promise<void> {
    const startedAt = performance.now()
    if (startedAt > this.#beginBefore) {
      this.#leftOut.push(name)
      return
    }
    const { figures, ...counts } = await run()
    for (const what of TOTALS) this.#totals[what] += counts[what] ?? 0
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const values = Object.entries({ ...counts, ...figures }).map(
      ([key, value]) => `${key} ${value}`,
    )
    printProblems(`${name} (${[`${seconds} s`, ...values].join(', ')})`, this.#problems.takeNew())
  }

  /** Prints what was left out and, as the last line, all counts as JSON. */
  close(): void {
    for (const name of this.#leftOut) console.log(`left out for lack of time: ${name}`)
    const found = PROBLEM_KINDS.map((kind): [ProblemKind, number] => [
      kind,
      this.#problems.count(kind),
    ])
    console.log(JSON.stringify({ ...this.#totals, ...Object.fromEntries(found) }))
  }
}

function printProblems(what: string, problems: readonly string[]): void {
  console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${what}`)
  for (const problem of problems.slice(0, PROBLEMS_SHOWN)) console.log(`         ${problem}`)
  const more = problems.length - PROBLEMS_SHOWN
  if (more > 0) console.log(`         and ${more} more`)
}
