import type { CutResult, Sequel } from './cut-point.ts'
import type { Purchased } from './purchases.ts'
import type { Ending, Finding, FindingKind } from './verdict.ts'

const FINDINGS_SHOWN = 10
const KINDS: readonly FindingKind[] = ['lost', 'doubled', 'misplaced', 'unbalanced', 'broken']

/** Prints the result of each cut point and purchase, and counts them. */
export class Report {
  readonly #cutPoints = new Set<string>()
  readonly #found = new Map<FindingKind, number>()
  readonly #ended = new Map<Ending, number>()
  #purchases = 0
  #settledWithinMs = 0

  get hasFailed(): boolean {
    return this.#found.size > 0
  }

  cutPoint(name: string, sequel: Sequel, { ending, findings, settledMs }: CutResult): void {
    this.#cutPoints.add(name)
    this.#purchases += 1
    if (ending) this.#count(ending)
    const came = `${ending ?? 'not settled'}, ${inSeconds(settledMs)}`
    this.#tell(`${name}; the buyer ${sequel} (${came})`, findings)
  }

  purchases(bought: Purchased, seed: number, who = ''): void {
    const { endings, findings, purchases, chance, buyingMs, milliseconds } = bought
    for (const ending of endings.values()) this.#count(ending)
    this.#purchases += purchases
    this.#settledWithinMs = Math.round(milliseconds)
    const facts = [
      `seed ${seed}`,
      `bought in ${inSeconds(buyingMs)}`,
      `settled ${inSeconds(milliseconds)} after the faults ended`,
    ]
    const percent = Math.round(chance * 100)
    const of = who ? ` of ${who}` : ''
    this.#tell(
      `${purchases} purchases${of}, each fault at ${percent} % (${facts.join(', ')})`,
      findings,
    )
  }

  check(what: string, findings: readonly Finding[]): void {
    this.#tell(what, findings)
  }

  /** Prints all counts as JSON, as the last line. */
  close(): void {
    const found = KINDS.map((kind) => [kind, this.#found.get(kind) ?? 0])
    console.log(
      JSON.stringify({
        cutPoints: this.#cutPoints.size,
        purchases: this.#purchases,
        ticketed: this.#ended.get('ticketed') ?? 0,
        changed: this.#ended.get('changed') ?? 0,
        refunded: this.#ended.get('refunded') ?? 0,
        unpaid: this.#ended.get('unpaid') ?? 0,
        ...Object.fromEntries(found),
        settledWithinMs: this.#settledWithinMs,
      }),
    )
  }

  #count(ending: Ending): void {
    this.#ended.set(ending, (this.#ended.get(ending) ?? 0) + 1)
  }

  #tell(what: string, findings: readonly Finding[]): void {
    console.log(`${findings.length === 0 ? 'ok    ' : 'FAILED'} ${what}`)
    for (const { kind, text } of findings.slice(0, FINDINGS_SHOWN)) {
      console.log(`         ${kind}: ${text}`)
    }
    const more = findings.length - FINDINGS_SHOWN
    if (more > 0) console.log(`         and ${more} more`)
    for (const { kind } of findings) this.#found.set(kind, (this.#found.get(kind) ?? 0) + 1)
  }
}

const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
