import type { Explained } from './explained.ts'

type Status =
  | 'Killed'
  | 'Survived'
  | 'NoCoverage'
  | 'Timeout'
  | 'CompileError'
  | 'RuntimeError'
  | 'Ignored'
  | 'Pending'

interface Position {
  /** Both count from 1. */
  line: number
  column: number
}

interface ReportedMutant {
  mutatorName: string
  replacement?: string
  status: Status
  location: { start: Position; end: Position }
}

/** What Stryker writes as JSON, as far as it is read here. */
export interface StrykerReport {
  files: Readonly<Record<string, { source: string; mutants: readonly ReportedMutant[] }>>
}

/** A mutant that no test kills. */
export interface Survivor {
  file: string
  line: number
  column: number
  mutator: string
  isReached: boolean
  original: string
  becomes: string
  /** The whole line that it begins in. */
  lineText: string
}

export interface Row {
  file: string
  mutants: number
  killed: number
  timeout: number
  survived: number
  noCoverage: number
  /** Those of the survivors that are explained. */
  explained: number
  /** Killed by an error outside of a test, or not valid: they count for nothing. */
  failed: number
}

export interface Result {
  rows: readonly Row[]
  total: Row
  /** Those that are not explained. */
  survivors: readonly Survivor[]
  explained: readonly (Survivor & { reason: string })[]
  /** Explanations that fit no survivor, or several that differ. */
  problems: readonly string[]
}

/**
 * Reads a report.
 *
 * @param files those that were mutated; of others the report may have older results
 */
export function readReport(
  { files: reported }: StrykerReport,
  files: readonly string[],
  explanations: readonly Explained[],
): Result {
  const all = files.flatMap((file) => survivorsIn(file, reported[file]))
  const own = explanations.filter(({ file }) => files.includes(file))
  const matches = own.map((explanation) => ({
    explanation,
    found: all.filter((survivor) => isAbout(explanation, survivor)),
  }))
  const reasonOf = new Map(
    matches.flatMap(({ explanation: { reason }, found }) =>
      found.map((survivor) => [survivor, reason] as const),
    ),
  )
  const rows = files.map((file) => {
    const mutants = (reported[file]?.mutants ?? []).filter(({ status }) => status !== 'Ignored')
    const count = (...statuses: Status[]) =>
      mutants.filter(({ status }) => statuses.includes(status)).length
    return {
      file,
      mutants: mutants.length,
      killed: count('Killed'),
      timeout: count('Timeout'),
      survived: count('Survived'),
      noCoverage: count('NoCoverage'),
      explained: [...reasonOf.keys()].filter((survivor) => survivor.file === file).length,
      failed: count('CompileError', 'RuntimeError', 'Pending'),
    }
  })
  return {
    rows,
    total: totalOf(rows),
    survivors: all.filter((survivor) => !reasonOf.has(survivor)),
    explained: [...reasonOf].map(([survivor, reason]) => ({ ...survivor, reason })),
    problems: matches.flatMap(({ explanation, found }) => problemWith(explanation, found) ?? []),
  }
}

function problemWith({ file, original, becomes }: Explained, found: readonly Survivor[]) {
  const places = new Set(found.map(({ line, column }) => `${line}:${column}`))
  if (places.size === 1) return null
  const what = `${file}: '${original}' that becomes '${becomes}'`
  return places.size === 0
    ? `No mutant survives as explained, so the explanation can go: ${what}`
    : `${places.size} survivors fit an explanation, which needs their line: ${what}`
}

const isAbout = (explained: Explained, survivor: Survivor): boolean =>
  explained.file === survivor.file &&
  fits(explained.original, survivor.original) &&
  fits(explained.becomes, survivor.becomes) &&
  (explained.line === undefined || oneLine(explained.line) === survivor.lineText)

const fits = (pattern: string, text: string): boolean =>
  pattern.endsWith('…') ? text.startsWith(oneLine(pattern.slice(0, -1))) : oneLine(pattern) === text

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

function survivorsIn(file: string, reported: StrykerReport['files'][string] | undefined) {
  if (!reported) return []
  const lines = reported.source.split('\n')
  const offsets = [0]
  for (const line of lines) offsets.push((offsets.at(-1) ?? 0) + line.length + 1)
  const offsetOf = ({ line, column }: Position) => (offsets[line - 1] ?? 0) + column - 1
  return reported.mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ mutatorName, replacement = '', status, location: { start, end } }): Survivor => {
      return {
        file,
        ...start,
        mutator: mutatorName,
        isReached: status === 'Survived',
        original: oneLine(reported.source.slice(offsetOf(start), offsetOf(end))),
        becomes: oneLine(replacement),
        lineText: oneLine(lines[start.line - 1] ?? ''),
      }
    })
    .sort((a, b) => a.line - b.line || a.column - b.column)
}

function totalOf(rows: readonly Row[]): Row {
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    file: 'All',
    mutants: sum((row) => row.mutants),
    killed: sum((row) => row.killed),
    timeout: sum((row) => row.timeout),
    survived: sum((row) => row.survived),
    noCoverage: sum((row) => row.noCoverage),
    explained: sum((row) => row.explained),
    failed: sum((row) => row.failed),
  }
}

/** How many of the mutants that can be killed are killed, in percent; 100 without any. */
export function scoreOf({ killed, timeout, survived, noCoverage, explained }: Row): number {
  const found = killed + timeout
  const counted = found + survived + noCoverage - explained
  return counted === 0 ? 100 : (found / counted) * 100
}

const COLUMNS = [
  ['mutants', (row) => row.mutants],
  ['killed', (row) => row.killed],
  ['timeout', (row) => row.timeout],
  ['survived', (row) => row.survived],
  ['no coverage', (row) => row.noCoverage],
  ['explained', (row) => row.explained],
  ['failed', (row) => row.failed],
  ['score', (row) => scoreOf(row).toFixed(1)],
] as const satisfies readonly (readonly [string, (row: Row) => number | string])[]

/** The rows and their total as a table. */
export function tableOf({ rows, total }: Result): string {
  const all = [...rows, total]
  const width = Math.max(...all.map(({ file }) => file.length))
  const line = (first: string, cells: readonly (string | number)[]) =>
    [
      first.padEnd(width),
      ...cells.map((cell, at) => String(cell).padStart(COLUMNS[at]?.[0].length ?? 0)),
    ].join('  ')
  return [
    line(
      'file',
      COLUMNS.map(([name]) => name),
    ),
    ...all.map((row) =>
      line(
        row.file,
        COLUMNS.map(([, cell]) => cell(row)),
      ),
    ),
  ].join('\n')
}

/** A survivor in the form in which it is looked up: place, mutator, and what becomes what. */
export const survivorText = (survivor: Survivor): string =>
  `${survivor.file}:${survivor.line}:${survivor.column} ${survivor.mutator}${
    survivor.isReached ? '' : ' (no test reaches it)'
  }\n    ${shortened(survivor.original)}\n  → ${shortened(survivor.becomes)}`

const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 199)}…` : text)
