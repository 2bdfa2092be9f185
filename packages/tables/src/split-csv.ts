import Papa from 'papaparse'
import { SheetRows } from './sheet-rows.ts'

/** A first line by which Excel is told, and tells, what separates cells. */
const SEPARATOR_LINE = /^"?sep=([^\r\n"])"?(?:\r\n|\r|\n|$)/i

/**
 * The rows of a text. Commas, semicolons or tabs separate cells.
 *
 * @throws {SheetRefused} if they are too large together
 */
export function splitCsv(text: string): SheetRows {
  const rows = new SheetRows()
  const [told = '', separator] = SEPARATOR_LINE.exec(text) ?? []
  const body = text.slice(told.length)
  let line = told === '' ? 1 : 2
  let readTo = 0
  Papa.parse<string[]>(body, {
    delimiter: separator ?? separatorOf(body),
    step({ data, errors, meta }, parser) {
      const own = line
      line += body.slice(readTo, meta.cursor).split(/\r\n|\r|\n/).length - 1
      readTo = meta.cursor
      for (const { type, message } of errors) {
        if (type === 'Quotes') rows.problems.add(own, null, message)
      }
      rows.add(own, data)
      if (rows.isFull) parser.abort()
    },
  })
  return rows
}

/**
 * What separates the heads most often. Papa Parse guesses over all rows, and takes a file of two columns
 * that ends with a line break for one of a single column.
 */
function separatorOf(text: string): string {
  const [heads = ''] = text.trimStart().split(/[\r\n]/, 1)
  const bare = heads.replace(/"[^"]*"/g, '')
  const count = (separator: string) => bare.split(separator).length
  return [';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best), ',')
}
