import Papa from 'papaparse'

/** Tables as CSV files: what spreadsheets read and write, and nothing that they would run. */

/** The most rows of a file, and the most characters of a cell. */
const CSV_ROWS = 10_000
const CELL_CHARACTERS = 5000

/**
 * Spreadsheets take a cell that begins with one of these for a formula, also behind apostrophes that were
 * typed. An apostrophe before it makes it a text; reading takes that one away again, so that a file comes
 * back as it was written. Most of Europe's spreadsheets separate cells at semicolons, some at tabs, and a
 * row ends with its line: what stands behind one of these inside a cell may begin a cell as well.
 */
const FORMULA = /^'*[=+\-@\t\r\n]/
const NEUTRALISED = /^'+[=+\-@\t\r\n]/
const INNER = /[;\t\r\n](?='{0,99}[=+\-@])/g
const INNER_NEUTRALISED = /([;\t\r\n])'(?='{0,99}[=+\-@])/g

const neutral = (cell: string): string => {
  const inside = cell.replace(INNER, "$&'")
  return FORMULA.test(inside) ? `'${inside}` : inside
}
const plain = (cell: string): string => {
  const text = NEUTRALISED.test(cell) ? cell.slice(1) : cell
  return text.replace(INNER_NEUTRALISED, '$1')
}

export type Cell = string | number | boolean | null

const textOf = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return typeof cell === 'number' ? String(cell) : neutral(cell)
}

/** A file with these rows under their heads. It begins with a byte order mark, as Excel wants it. */
export const writeCsv = (heads: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${writeCsvRows([heads, ...rows])}`

/** Further rows of a file that `writeCsv` began. */
export const writeCsvRows = (rows: readonly (readonly Cell[])[]): string =>
  rows.length === 0
    ? ''
    : `${Papa.unparse(
        rows.map((row) => row.map(textOf)),
        { newline: '\r\n' },
      )}\r\n`

/** What is wrong with a file, where a person finds it: its line, from 1, and the head of its column. */
export interface CsvProblem {
  line: number
  column: string | null
  message: string
}

export interface CsvRow {
  line: number
  /** Trimmed, by head. A column that the file lacks is absent. */
  cells: ReadonlyMap<string, string>
}

export interface ReadCsv {
  rows: CsvRow[]
  problems: CsvProblem[]
}

interface Heads {
  required: readonly string[]
  optional: readonly string[]
  /** The most rows; 10,000 by default. */
  mostRows?: number
}

/** How many problems of one file are listed. */
const LISTED_PROBLEMS = 200

/** Reads a file with these heads, in any order, upper or lower case. Commas, semicolons or tabs separate. */
export function readCsv(text: string, { required, optional, mostRows = CSV_ROWS }: Heads): ReadCsv {
  const problems = new Problems()
  const rows: CsvRow[] = []
  const known = new Map([...required, ...optional].map((head) => [head.toLowerCase(), head]))
  let heads: (string | null)[] | null = null
  let line = 1
  let readTo = 0
  const body = text.replace(/^\uFEFF/, '')
  Papa.parse<string[]>(body, {
    delimiter: delimiterOf(body),
    step({ data, errors, meta }, parser) {
      const own = line
      line += body.slice(readTo, meta.cursor).split(/\r\n|\r|\n/).length - 1
      readTo = meta.cursor
      for (const { type, message } of errors) {
        if (type === 'Quotes') problems.add(own, null, message)
      }
      if (data.every((cell) => cell.trim() === '')) return
      if (heads === null) {
        heads = readHeads(data, own, { known, required }, problems)
        return
      }
      if (rows.length >= mostRows) {
        problems.add(own, null, `At most ${mostRows} rows can be imported at a time.`)
        parser.abort()
        return
      }
      rows.push({ line: own, cells: readCells(data, heads, own, problems) })
    },
  })
  if (heads === null) problems.add(1, null, 'The file is empty.')
  else if (rows.length === 0) problems.add(line, null, 'The file has no rows below its heads.')
  return { rows, problems: problems.list }
}

/**
 * What separates the heads most often. Papa Parse guesses over all rows, and takes a file of two columns
 * that ends with a line break for one of a single column.
 */
function delimiterOf(text: string): string {
  const [heads = ''] = text.trimStart().split(/[\r\n]/, 1)
  const bare = heads.replace(/"[^"]*"/g, '')
  const count = (delimiter: string) => bare.split(delimiter).length
  return [';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best), ',')
}

function readHeads(
  data: readonly string[],
  line: number,
  { known, required }: { known: Map<string, string>; required: readonly string[] },
  problems: Problems,
): (string | null)[] {
  const heads = data.map((cell) => {
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

function readCells(
  data: readonly string[],
  heads: readonly (string | null)[],
  line: number,
  problems: Problems,
): Map<string, string> {
  if (data.length > heads.length && data.slice(heads.length).some((cell) => cell.trim() !== '')) {
    problems.add(line, null, 'The row has more cells than there are columns.')
  }
  const cells = new Map<string, string>()
  for (const [index, head] of heads.entries()) {
    if (head === null) continue
    const cell = data[index]?.trim() ?? ''
    if (cell.length > CELL_CHARACTERS) {
      problems.add(line, head, `The text is longer than ${CELL_CHARACTERS} characters.`)
    }
    cells.set(head, plain(cell))
  }
  return cells
}

/** The problems of a file; of a file that is all wrong, the first ones. */
export class Problems {
  readonly list: CsvProblem[] = []

  add(line: number, column: string | null, message: string): void {
    if (this.list.length < LISTED_PROBLEMS) this.list.push({ line, column, message })
  }
}
