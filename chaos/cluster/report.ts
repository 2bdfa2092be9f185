import { Problems } from '../journal.ts'
import type { Played } from './play.ts'

const PROBLEMS_SHOWN = 10

/** Runs scenarios, prints each, and in the end a table with their figures. */
export class ClusterReport {
  readonly #rows: (Record<string, string | number> & { scenario: string })[] = []
  readonly #firstHolds: number[] = []
  #failed = 0

  get hasFailed(): boolean {
    return this.#failed > 0
  }

  /** Runs one scenario. An error counts as a problem of it. */
  async scenario(
    name: string,
    what: string,
    run: (problems: Problems) => Promise<Played | null>,
  ): Promise<void> {
    const problems = new Problems()
    const startedAt = performance.now()
    let played: Played | null = null
    try {
      played = await run(problems)
    } catch (error) {
      problems.add('broken', error instanceof Error ? (error.stack ?? error.message) : `${error}`)
    }
    if (problems.total > 0) this.#failed += 1
    const { firstHoldMs } = played?.figures ?? {}
    if (firstHoldMs !== undefined) this.#firstHolds.push(firstHoldMs)
    const { figures = {}, ...counts } = played ?? {}
    const row = { ...counts, ...Object.fromEntries(Object.entries(figures).map(readable)) }
    const outcome = problems.total === 0 ? 'passed' : 'FAILED'
    this.#rows.push({ scenario: name, outcome, ...row })
    const seconds = inSeconds(performance.now() - startedAt)
    console.log(`${outcome} ${name}: ${what} (${[seconds, ...texts(row)].join(', ')})`)
    for (const text of problems.takeNew().slice(0, PROBLEMS_SHOWN)) console.log(`         ${text}`)
    const more = problems.total - PROBLEMS_SHOWN
    if (more > 0) console.log(`         and ${more} more`)
  }

  /** Prints the table and, as the last line, how many scenarios passed. */
  close(): void {
    console.log('')
    console.table(this.#rows)
    const sorted = this.#firstHolds.toSorted((a, b) => a - b)
    const median = sorted[sorted.length >> 1]
    if (median !== undefined) {
      const all = sorted.map((ms) => (ms / 1000).toFixed(1)).join(' ')
      console.log(
        `First hold after the primary was killed: median ${inSeconds(median)} of ${sorted.length} (${all})`,
      )
    }
    console.log(`${this.#rows.length - this.#failed} passed, ${this.#failed} failed`)
  }
}

const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

/** Names that end with `Ms` are shown in seconds. */
const readable = ([name, value]: [string, number]): [string, string | number] =>
  name.endsWith('Ms') ? [name.slice(0, -2), inSeconds(value)] : [name, value]

const texts = (row: Record<string, string | number>) =>
  Object.entries(row).map(([name, value]) => `${name} ${value}`)
