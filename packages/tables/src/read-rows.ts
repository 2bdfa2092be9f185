import { plain } from './formulas.ts'
import type { SheetRow } from './sheet-rows.ts'
import { Problems, TABLE_LIMITS, type TableProblem } from './table.ts'

export interface TableRow {
  line: number
  /** Trimmed, by head. A column that the file lacks is absent. */
  cells: ReadonlyMap<string, string>
}

interface Heads {
  required: readonly string[]
  optional: readonly string[]
  /** The most rows; 10,000 by default. */
  mostRows?: number
}

/** The rows below these heads, which stand in any order, upper or lower case. */
export function readRows(
  sheet: { rows: readonly SheetRow[]; problems: readonly TableProblem[] },
  { required, optional, mostRows = TABLE_LIMITS.rows }: Heads,
): { rows: TableRow[]; problems: Problems } {
  const problems = new Problems()
  problems.list.push(...sheet.problems)
  const [first, ...below] = sheet.rows
  if (!first) {
    if (sheet.problems.length === 0) problems.add(1, null, 'The file is empty.')
    return { rows: [], problems }
  }
  const known = new Map([...required, ...optional].map((head) => [head.toLowerCase(), head]))
  const heads = readHeads(first, { known, required }, problems)
  const rows = below
    .slice(0, mostRows)
    .map((row) => ({ line: row.line, cells: readCells(row, heads, problems) }))
  const over = below[mostRows]
  if (over) problems.add(over.line, null, `At most ${mostRows} rows can be imported at a time.`)
  if (rows.length === 0) {
    problems.add(first.line + 1, null, 'The file has no rows below its heads.')
  }
  return { rows, problems }
}

function readHeads(
  { line, cells }: SheetRow,
  { known, required }: { known: Map<string, string>; required: readonly string[] },
  problems: Problems,
): (string | null)[] {
  const heads = cells.map((cell) => {
    const text = plain(cell.trim())
    const head = known.get(text.toLowerCase())
    if (!head && text !== '') problems.add(line, text.slice(0, 80), 'This column is not known.')
    return head ?? null
  })
  for (const head of required) {
    if (!heads.includes(head)) problems.add(line, head, 'This column is missing.')
  }
  for (const head of new Set(heads)) {
    if (head && heads.indexOf(head) !== heads.lastIndexOf(head)) {
      problems.add(line, head, 'This column is there twice.')
    }
  }
  return heads
}

/** What stands where a letter was before a program lost it. */
const LOST = '\uFFFD'

function readCells(
  { line, cells: data }: SheetRow,
  heads: readonly (string | null)[],
  problems: Problems,
): Map<string, string> {
  if (data.length > heads.length && data.slice(heads.length).some((cell) => cell.trim() !== '')) {
    problems.add(line, null, 'The row has more cells than there are columns.')
  }
  const cells = new Map<string, string>()
  for (const [index, head] of heads.entries()) {
    if (head === null) continue
    const cell = data[index]?.trim() ?? ''
    if (cell.includes(LOST)) {
      problems.add(
        line,
        head,
        `A letter is lost: ‘${around(cell)}’. Correct it, and save the file as an Excel workbook or as CSV UTF-8.`,
      )
    }
    cells.set(head, plain(cell))
  }
  return cells
}

function around(cell: string): string {
  const at = cell.indexOf(LOST)
  return cell.slice(Math.max(0, at - 20), at + 20).trim()
}
