import { expect, test } from 'vitest'
import { readCells } from './env-cells.ts'

const HOME = 'postgres://foyer@db.example.com/foyer'

function problemsOf(CELLS: string, DATABASE_URL: string | undefined = HOME): string[] {
  const problems: string[] = []
  readCells({ CELLS, ...(DATABASE_URL ? { DATABASE_URL } : {}) }, problems)
  return problems
}

test('cells have names and addresses', () => {
  const problems: string[] = []
  const CELLS =
    'north=postgres://foyer:a%2Cb@north.example.com/foyer, south-2=postgres://south/foyer'
  expect(readCells({ CELLS, DATABASE_URL: HOME }, problems)).toEqual([
    { name: 'north', url: 'postgres://foyer:a%2Cb@north.example.com/foyer' },
    { name: 'south-2', url: 'postgres://south/foyer' },
  ])
  expect(problems).toEqual([])
  expect(readCells({ DATABASE_URL: HOME }, problems)).toEqual([])
})

test.each([
  [
    `north=postgres://other@db.example.com:5432/foyer`,
    'CELLS: home and north are the same database',
  ],
  [
    'north=postgres://a/foyer,south=postgres://a:5432/foyer',
    'CELLS: north and south are the same database',
  ],
  ['north=postgres://a/foyer,north=postgres://b/foyer', 'CELLS names the cell north twice'],
  ['home=postgres://a/foyer', "CELLS: 'home' is the cell of DATABASE_URL, use another name"],
])('%s is one clear sentence', (cells, sentence) => {
  expect(problemsOf(cells)).toEqual([sentence])
})

test('cells beside an embedded database are refused', () => {
  const problems: string[] = []
  readCells({ CELLS: 'north=postgres://a/foyer' }, problems)
  expect(problems).toEqual([
    'CELLS needs DATABASE_URL: the embedded database belongs to one process',
  ])
})
