import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  orderOf,
  readDate,
  readDecimal,
  readRows,
  readSheet,
  readTime,
  readYesNo,
} from '../src/read.ts'
import { LOCALES, PROGRAMS, type Program, type SheetCell, savedBy } from './programs.ts'

/** Tables that the spreadsheets of organizers save, in twelve locales. */

const HEADS = ['date', 'start', 'name', 'price', 'sells', 'code']

interface Row {
  date: string
  start: number
  name: string
  price: number
  sells: boolean
  code: string
}

const rowOf = (locale: string): fc.Arbitrary<Row> =>
  fc.record({
    date: fc
      .date({ min: new Date('2026-12-01'), max: new Date('2031-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    start: fc.integer({ min: 0, max: 24 * 60 - 1 }),
    name: fc
      .array(fc.constantFrom(...(LOCALES[locale]?.words ?? [])), { minLength: 1, maxLength: 4 })
      .map((words) => words.join(' ')),
    price: fc.integer({ min: 0, max: 999_999 }).map((cents) => cents / 100),
    sells: fc.boolean(),
    // What a spreadsheet keeps as a text.
    code: fc.constantFrom('00468198', 'AB-0042', '+49 30 12345', 'a;b,c', 'two\nlines', '"quoted"'),
  })

const cellsOf = (row: Row): SheetCell[] => [
  { date: row.date },
  { time: row.start },
  { text: row.name },
  { number: row.price },
  { flag: row.sells },
  { text: row.code },
]

/** Reads a file as the imports do; a date that is asked about is answered as the locale has it. */
function readBack(bytes: Uint8Array, locale: string) {
  const sheet = readSheet(bytes, locale)
  const { rows, problems } = readRows(sheet, { required: HEADS, optional: [] })
  const found = orderOf(rows.map(({ cells }) => cells.get('date') ?? ''))
  const answer = locale === 'en-US' ? 'month first' : 'day first'
  const order = typeof found === 'string' ? found : answer
  const read = rows.map(({ cells }) => {
    const cell = (head: string) => cells.get(head) ?? ''
    return {
      date: readDate(cell('date'), { order, dayZero: sheet.dayZero }),
      start: readTime(cell('start')),
      name: cell('name'),
      price: readDecimal(cell('price'), 2),
      sells: readYesNo(cell('sells')),
      code: cell('code'),
    }
  })
  return { read, problems: problems.list }
}

const cases = PROGRAMS.flatMap((program) =>
  Object.keys(LOCALES).map((locale): [Program, string] => [program, locale]),
)

test.each(cases)('a table that %s saves in %s is read as it was seen', (program, locale) => {
  const heads = HEADS.map((text): SheetCell => ({ text }))
  fc.assert(
    fc.property(fc.array(rowOf(locale), { minLength: 1, maxLength: 12 }), (rows) => {
      const bytes = savedBy(program, locale, [heads, ...rows.map(cellsOf)])
      expect(readBack(bytes, locale)).toEqual({ read: rows, problems: [] })
    }),
    { numRuns: 25 },
  )
})
