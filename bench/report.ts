/** The figures of the last line; null means not measured in this run. */
export interface Figures {
  holdsPerSecond: number | null
  naivePerSecond: number | null
  noopPerSecond: number | null
  ratioToNaive: number | null
  ratioToConditional: number | null
  shareOfNoop: number | null
  p99Ms64: number | null
  p99Ms256: number | null
  /** CPU time and bytes of PostgreSQL's log for each hold, at 256 clients. */
  holdNodeCpuMs: number | null
  holdPostgresCpuMs: number | null
  holdWalBytes: number | null
  /** The load generator's share of a core in the same measurement. */
  generatorShare: number | null
  p99MsAtHalf: number | null
  p99MsAtFourFifths: number | null
  purchasesPerSecond: number | null
  purchaseP99Ms: number | null
  holdsWithRulesRatio: number | null
  purchasesWithRulesRatio: number | null
  soldOutShareOfNoop: number | null
  limitedCostOfNoop: number | null
  calendarReadsPerSecond: number | null
  notModifiedPerSecond: number | null
  freshnessMs: number | null
  sseUpdatesPerSecondQuarterCore: number | null
  sseBytesPerSubscriber: number | null
  oversold: number | null
}

export const NOT_MEASURED: Figures = {
  holdsPerSecond: null,
  naivePerSecond: null,
  noopPerSecond: null,
  ratioToNaive: null,
  ratioToConditional: null,
  shareOfNoop: null,
  p99Ms64: null,
  p99Ms256: null,
  holdNodeCpuMs: null,
  holdPostgresCpuMs: null,
  holdWalBytes: null,
  generatorShare: null,
  p99MsAtHalf: null,
  p99MsAtFourFifths: null,
  purchasesPerSecond: null,
  purchaseP99Ms: null,
  holdsWithRulesRatio: null,
  purchasesWithRulesRatio: null,
  soldOutShareOfNoop: null,
  limitedCostOfNoop: null,
  calendarReadsPerSecond: null,
  notModifiedPerSecond: null,
  freshnessMs: null,
  sseUpdatesPerSecondQuarterCore: null,
  sseBytesPerSubscriber: null,
  oversold: null,
}

export type Row = Record<string, string | number | null>

/** Prints a Markdown table, so that docs/performance.md can quote a run. */
export function printTable(title: string, rows: readonly Row[]): void {
  const [first = {}] = rows
  const names = Object.keys(first)
  const cells = rows.map((row) => names.map((name) => textOf(row[name] ?? null)))
  const widths = names.map((name, column) =>
    Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const line = (texts: readonly string[]) =>
    `| ${texts.map((text, column) => text[column === 0 ? 'padEnd' : 'padStart'](widths[column] ?? 0)).join(' | ')} |`
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(Math.max(1, width - 1))}:`,
  )
  console.log([`\n${title}\n`, line(names), line(rule), ...cells.map(line)].join('\n'))
}

function textOf(cell: string | number | null): string {
  if (cell === null) return '-'
  if (typeof cell === 'string') return cell
  return cell >= 1000 ? Math.round(cell).toLocaleString('en-US') : String(round(cell))
}

/** Rounds to three significant digits; leaves whole numbers unchanged. */
export const round = (value: number) =>
  Number.isInteger(value) ? value : Number(value.toPrecision(value >= 100 ? 4 : 3))
