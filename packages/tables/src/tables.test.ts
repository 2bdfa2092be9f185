import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readRows, readSheet } from './read.ts'
import { type TableFormat, writeTable } from './write.ts'

const HEADS = ['name', 'note', 'count']
const HEADS_OF_FILE = { required: ['name'], optional: ['note', 'count'] }

function readBytes(bytes: Uint8Array) {
  const { rows, problems } = readRows(readSheet(bytes, 'en-US'), HEADS_OF_FILE)
  return { rows, problems: problems.list }
}
const read = (text: string) => readBytes(Buffer.from(text))
const written = (rows: (string | number)[][], format: TableFormat, locale = 'en-US') =>
  Buffer.concat(writeTable({ heads: HEADS, rows }, format, locale))

/** What a cell may contain: a trimmed text, as the product stores names. */
const cell = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom(
      '=1+1',
      "'=x",
      "''@y",
      '-5',
      '+49 30',
      '@me',
      'a"b',
      'a,b;c',
      ";=cmd|' /C calc'!A0",
      "x;''=1\t+2\n@y",
      'two\nlines',
      "'",
      ';=',
      '00468198',
      '99933E31',
      '_x000D_',
      '<&>"',
    ),
  )
  // A lost letter is refused, whoever wrote it.
  .map((text) => text.replaceAll('\uFFFD', '').trim())

test.each(['xlsx', 'csv'] as const)(
  'a file (.%s) comes back as it was written, whatever its cells contain',
  (format) => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell, fc.nat()), { minLength: 1, maxLength: 20 }),
        fc.constantFrom('en-US', 'de-DE'),
        (rows, locale) => {
          const { rows: back, problems } = readBytes(written(rows, format, locale))
          expect(problems).toEqual([])
          expect(back.map(({ cells }) => HEADS.map((head) => cells.get(head)))).toEqual(
            rows.map((row) => row.map(String)),
          )
        },
      ),
      { numRuns: 30 },
    )
  },
)

test('no cell of a CSV file begins as a formula', () => {
  fc.assert(
    fc.property(cell, (text) => {
      const [, row = ''] = String(written([['x', text]], 'csv')).split('\r\n', 2)
      const last = row.slice(2).replace(/^"/, '')
      // Whatever a spreadsheet separates cells at.
      for (const part of last.split(/[;\t\r\n]/)) expect(part).not.toMatch(/^[=+\-@]/)
    }),
  )
})

test('each text of a workbook is one by its type, so that nothing runs', () => {
  fc.assert(
    fc.property(cell, (text) => {
      const parts = unzipSync(written([[text, text, 1]], 'xlsx'))
      const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
      const kinds = [...sheet.matchAll(/<c [^>]*t="(\w+)"/g)].map(([, kind]) => kind)
      expect(new Set(kinds)).toEqual(new Set(['inlineStr']))
      expect(sheet).not.toContain('<f')
    }),
    { numRuns: 30 },
  )
})

test('numbers are written as the spreadsheets of a locale read them', () => {
  expect(String(written([['a;b', 'c', 12.5]], 'csv', 'de-DE'))).toBe(
    '\uFEFFname;note;count\r\n"a;b";c;"12,5"\r\n',
  )
  expect(String(written([['a,b', 'c', 12.5]], 'csv', 'ja-JP'))).toBe(
    '\uFEFFname,note,count\r\n"a,b",c,12.5\r\n',
  )
})

test('any bytes are read without an error, and a problem names its line', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const { rows, problems } = readBytes(bytes)
      expect(rows.length > 0 || problems.length > 0).toBe(true)
      for (const { line } of problems) expect(line).toBeGreaterThan(0)
    }),
  )
})

describe('a problem', () => {
  test('of the heads is at the first line', () => {
    expect(read('note;colour\na;b\n').problems).toEqual([
      { line: 1, column: 'colour', message: 'This column is not known.' },
      { line: 1, column: 'name', message: 'This column is missing.' },
    ])
    expect(read('name,name\na,b\n').problems).toMatchObject([{ column: 'name' }])
  })

  test('has the line in the file, also behind cells of several lines and empty lines', () => {
    const text = 'name,note\n"a\nb",x\n\nc,y,z\n'
    expect(read(text)).toMatchObject({
      rows: [{ line: 2 }, { line: 5 }],
      problems: [{ line: 5, column: null }],
    })
  })

  test('of an empty file, or one with heads alone, is one', () => {
    expect(read('').problems).toMatchObject([{ message: 'The file is empty.' }])
    expect(read('name\n').problems).toMatchObject([{ message: /no rows/ }])
  })

  test('of too many rows ends the reading', () => {
    const text = `name\n${'a\n'.repeat(10_001)}`
    expect(read(text)).toMatchObject({ problems: [{ line: 10_002 }] })
  })
})
