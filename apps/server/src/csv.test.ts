import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCsv, writeCsv } from './csv.ts'

const HEADS = ['name', 'note', 'count']
const read = (text: string) => readCsv(text, { required: ['name'], optional: ['note', 'count'] })

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
    ),
  )
  .map((text) => text.trim())

test('a file comes back as it was written, whatever its cells contain', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell, fc.nat()), { minLength: 1, maxLength: 20 }),
      (rows) => {
        const { rows: back, problems } = read(writeCsv(HEADS, rows))
        expect(problems).toEqual([])
        const expected = rows.filter((row) => row.some((value) => String(value).trim() !== ''))
        expect(back.map(({ cells }) => HEADS.map((head) => cells.get(head)))).toEqual(
          expected.map((row) => row.map(String)),
        )
      },
    ),
  )
})

test('no cell of a file begins as a formula', () => {
  fc.assert(
    fc.property(cell, (text) => {
      const [, row = ''] = writeCsv(['name', 'note'], [['x', text]]).split('\r\n', 2)
      const written = row.slice(2).replace(/^"/, '')
      // Whatever a spreadsheet separates cells at.
      for (const part of written.split(/[;\t\r\n]/)) expect(part).not.toMatch(/^[=+\-@]/)
    }),
  )
})

test('any text is read without an error, and a problem names its line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const { rows, problems } = read(text)
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
