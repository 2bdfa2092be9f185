import { expect, it } from 'vitest'
import { testsReached } from './reach.mjs'

const importers = new Map([
  [
    'packages/domain/src/refund.ts',
    ['packages/domain/src/refund.test.ts', 'engine/refund-order.ts'],
  ],
  ['packages/domain/src/refund.test.ts', []],
  ['engine/refund-order.ts', ['app.ts']],
  ['app.ts', ['test/refunds.test.ts', 'test/pages.test.ts']],
  ['test/refunds.test.ts', []],
  ['test/pages.test.ts', []],
  ['packages/db/migrations/0001_tenants.sql', []],
  ['packages/db/src/schema.test.ts', []],
])

it('begins with the test that imports the changed file, then takes those that speak of the same', () => {
  const reached = testsReached(['packages/domain/src/refund.ts'], importers, { changedText: '' })
  expect(reached).toEqual([
    'packages/domain/src/refund.test.ts',
    'test/refunds.test.ts',
    'test/pages.test.ts',
  ])
})

it('knows the tests that depend on a migration, which nothing imports', () => {
  const changed = ['packages/db/migrations/0001_tenants.sql']
  expect(testsReached(changed, importers, { changedText: '' })).toEqual([
    'packages/db/src/schema.test.ts',
  ])
})

it('reaches nothing from a file that no test depends on', () => {
  expect(testsReached(['LICENSE'], importers, { changedText: '' })).toEqual([])
})
