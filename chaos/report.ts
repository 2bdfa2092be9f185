/** A scenario and what came of it. */
export interface Outcome {
  name: string
  seconds: number
  figures: Record<string, number | string>
  /** Empty: it passed. */
  problems: readonly string[]
}

export interface Totals {
  crashes: number
  /** Answers that clients got. */
  operations: number
  /** Those of them that acknowledge something. */
  acknowledged: number
}

export const addTotals = (a: Totals, b: Totals): Totals => ({
  crashes: a.crashes + b.crashes,
  operations: a.operations + b.operations,
  acknowledged: a.acknowledged + b.acknowledged,
})

const PROBLEMS_SHOWN = 10

export function printOutcome({ name, seconds, figures, problems }: Outcome): void {
  const values = Object.entries(figures).map(([key, value]) => `${key} ${value}`)
  const verdict = problems.length === 0 ? 'ok    ' : 'FAILED'
  console.log(`${verdict} ${name} (${seconds.toFixed(1)} s; ${values.join(', ')})`)
  for (const problem of problems.slice(0, PROBLEMS_SHOWN)) console.log(`         ${problem}`)
  const more = problems.length - PROBLEMS_SHOWN
  if (more > 0) console.log(`         and ${more} more`)
}
