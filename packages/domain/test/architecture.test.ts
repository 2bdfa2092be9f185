import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTables, rowsOf } from './worked-table.ts'

const root = new URL('../../../', import.meta.url)
const tables = readTables(readFileSync(new URL('docs/ARCHITECTURE.md', root), 'utf8'))

test("every path in 'To change X, go to Y' exists", () => {
  const rows = rowsOf(tables, 'To change X, go to Y', ['To change', 'Go to', 'And'])
  const paths = rows
    .flatMap((cells) => [...cells.join(' ').matchAll(/`([^`]*\/[^`]*)`/g)])
    .map(([, path = '']) => path.replace(/^(server|storefront)\//, 'apps/$1/src/'))
  expect(paths.length).toBeGreaterThan(rows.length)
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})
