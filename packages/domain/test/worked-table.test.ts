import { describe, expect, test } from 'vitest'
import { readTables, rowsOf } from './worked-table.ts'

const page = (table: string) => `# Page\n\nText | with a bar.\n\n## Fees\n\n${table}\n\nText.\n`
const rows = (table: string) => rowsOf(readTables(page(table)), 'Fees', ['Price', 'Fee'])

describe('a worked table', () => {
  test('is read row by row', () => {
    expect(rows('| Price | Fee |\n|---|---:|\n| 1.00 | 0.10 |\n| 2.00 | |')).toEqual([
      ['1.00', '0.10'],
      ['2.00', ''],
    ])
  })

  test.each([
    ['is missing', 'No table here.', /No table under 'Fees'/],
    ['is empty', '| Price | Fee |\n|---|---|', /is empty/],
    ['misses a column', '| Price |\n|---|\n| 1.00 |', /are Price, not Price, Fee/],
    ['has one more', '| Price | Fee | Tax |\n|---|---|---|\n| 1 | 2 | 3 |', /are Price, Fee, Tax/],
    ['has another one', '| Price | Tax |\n|---|---|\n| 1 | 2 |', /not Price, Fee/],
    ['has a row with a hole', '| Price | Fee |\n|---|---|\n| 1.00 |', /has 1 cells/],
    ['has no rule', '| Price | Fee |\n| 1.00 | 0.10 |', /has no rule/],
  ])('that %s fails the test that reads it', (_, table, message) => {
    expect(() => rows(table)).toThrow(message)
  })
})
