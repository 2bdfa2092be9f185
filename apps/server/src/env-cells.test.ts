import { expect, test } from 'vitest'
import { readCells } from './env-cells.ts'

const HOME = 'postgres://foyer@db.example.com/foyer'

function problemsOf(CELLS: string, CELLS_REPLICA_URLS?: string): string[] {
  const problems: string[] = []
  const replicas = CELLS_REPLICA_URLS ? { CELLS_REPLICA_URLS } : {}
  readCells({ CELLS, DATABASE_URL: HOME, ...replicas }, problems)
  return problems
}

test('cells have names and addresses', () => {
  const problems: string[] = []
  const CELLS =
    'north=postgres://foyer:a%2Cb@north.example.com/foyer, south-2=postgres://south/foyer'
  const replica = 'postgres://north.example.com:5433/foyer'
  const CELLS_REPLICA_URLS = `north=${replica}`
  expect(readCells({ CELLS, CELLS_REPLICA_URLS, DATABASE_URL: HOME }, problems)).toEqual([
    {
      name: 'north',
      url: 'postgres://foyer:a%2Cb@north.example.com/foyer',
      replicaUrl: replica,
    },
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

test.each([
  ['home', "CELLS_REPLICA_URLS: the replicas of 'home' are those of DATABASE_REPLICA_URL"],
  ['south', 'CELLS_REPLICA_URLS names the cell south, which CELLS does not have'],
])('replicas of the cell %s are refused in one clear sentence', (name, sentence) => {
  expect(problemsOf('north=postgres://a/foyer', `${name}=postgres://b/foyer`)).toEqual([sentence])
})

test('cells beside an embedded database are refused', () => {
  const problems: string[] = []
  readCells({ CELLS: 'north=postgres://a/foyer' }, problems)
  expect(problems).toEqual([
    'CELLS needs DATABASE_URL: the embedded database belongs to one process',
  ])
})
