import { decode, type ReadAs } from './decode.ts'
import type { DayZero } from './number-formats.ts'
import { readXlsx } from './read-xlsx.ts'
import type { SheetRow } from './sheet-rows.ts'
import { splitCsv } from './split-csv.ts'
import { SheetRefused, TABLE_LIMITS, type TableProblem } from './table.ts'

export {
  type DateStyle,
  type DayOrder,
  type OpenDate,
  orderOf,
  readDate,
  readMoment,
  readTime,
} from './dates.ts'
export type { ReadAs } from './decode.ts'
export { isRounded, readDecimal, readWholeNumber, readYesNo } from './numbers.ts'
export { readRows, type TableRow } from './read-rows.ts'
export { Problems, type TableProblem } from './table.ts'

/** A file as rows of texts, as a person sees them in a spreadsheet. */
export interface Sheet {
  /** Those that are not empty. The first has the heads. */
  rows: SheetRow[]
  /** What the numbers of its days count from. */
  dayZero: DayZero
  /** Null: there is nothing to doubt. */
  readAs: ReadAs | null
  problems: TableProblem[]
}

const NO_TEXT =
  'This is no table. Save it as an Excel workbook (.xlsx) or as CSV, and choose that file.'
const OLD_WORKBOOK =
  'This is a workbook of an old Excel (.xls), or it has a password. Save it as an Excel workbook (.xlsx) without a password, and choose that file.'

const refused = (message: string): Sheet => ({
  rows: [],
  dayZero: '1899-12-30',
  readAs: null,
  problems: [{ line: 1, column: null, message }],
})

/**
 * Reads a file that a spreadsheet saved: a workbook (.xlsx), or a text (.csv, .txt) in whatever letters and
 * with whatever separators. Its cost grows with the size of the file alone, and what
 * it returns is within limits, whatever the file stands for.
 *
 * @param language of the person who sends it, such as 'de-DE'.
 */
export function readSheet(bytes: Uint8Array, language: string): Sheet {
  const [first, second] = bytes
  if (first === 0xd0 && second === 0xcf) return refused(OLD_WORKBOOK)
  try {
    return first === 0x50 && second === 0x4b ? readWorkbook(bytes) : readText(bytes, language)
  } catch (error) {
    if (error instanceof SheetRefused) return refused(error.message)
    throw error
  }
}

function readText(bytes: Uint8Array, language: string): Sheet {
  const decoded = decode(bytes, language)
  if (!decoded) return refused(NO_TEXT)
  const { list: rows, problems } = splitCsv(decoded.text.replace(/^\uFEFF/, ''))
  const wide = rows.find(({ cells }) => cells.length > TABLE_LIMITS.columns)
  if (wide) problems.add(wide.line, null, `A row has at most ${TABLE_LIMITS.columns} cells.`)
  return {
    rows: wide ? [] : rows,
    dayZero: '1899-12-30',
    readAs: decoded.readAs,
    problems: problems.list,
  }
}

function readWorkbook(bytes: Uint8Array): Sheet {
  const { rows, dayZero, problems } = readXlsx(bytes)
  return { rows, dayZero, readAs: null, problems: problems.list }
}
