import { readFile } from 'node:fs/promises'
import { serverForTests } from '@foyer/testkit'
import { expect, test } from 'vitest'
import { COLUMNS, ENDINGS, isPersonal } from '../src/privacy/columns.ts'
import { textColumns } from '../src/privacy/text-columns.ts'

const server = serverForTests({ jobs: false })

test('every column that can contain text is classified as personal or not', async () => {
  const found = await textColumns(server.foyer.context.db.registry)
  expect(found.length).toBeGreaterThan(80)
  const unclassified = found.filter(({ table, column }) => !COLUMNS[table]?.[column])
  expect(unclassified.map(({ table, column }) => `${table}.${column}`)).toEqual([])
})

test('no class remains for a column that was removed', async () => {
  const found = await textColumns(server.foyer.context.db.registry)
  const names = new Set(found.map(({ table, column }) => `${table}.${column}`))
  const classified = Object.entries(COLUMNS).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  )
  expect(classified.filter((name) => !names.has(name))).toEqual([])
})

test('a column without a class counts as personal', () => {
  expect(isPersonal('orders', 'nickname')).toBe(true)
  expect(isPersonal('orders', 'email')).toBe(true)
  expect(isPersonal('orders', 'status')).toBe(false)
})

test('docs/privacy.md names every personal column and how long each kind is stored', async () => {
  const text = await readFile(new URL('../../../docs/privacy.md', import.meta.url), 'utf8')
  for (const [table, columns] of Object.entries(COLUMNS)) {
    for (const column of Object.keys(columns)) {
      if (isPersonal(table, column)) expect(text).toContain(`\`${table}.${column}\``)
    }
  }
  for (const { ends } of Object.values(ENDINGS)) expect(text).toContain(ends)
})
