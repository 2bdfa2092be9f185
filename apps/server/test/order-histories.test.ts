/** @module-tag night */
import { mutateSql, startTestServer, type TestServer } from '@foyer/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkHistories, type HistoriesOptions } from './histories/run.ts'

/**
 * The short form; `npm run histories -- --runs 300` takes longer, and `npm run chaos` runs it. A failure
 * prints its seed.
 */
const SEED = 20261124

let server: TestServer
let sibling: Awaited<ReturnType<TestServer['sibling']>>
beforeEach(async () => {
  // Histories change an order more often than a buyer may.
  const bounds = { reschedulesOfOneOrder: [] }
  server = await startTestServer({ jobs: false, isOneAddressMany: true, bounds })
  sibling = await server.sibling()
})
afterEach(async () => {
  await sibling.close()
  await server.close()
})

const run = (options: Partial<HistoriesOptions> = {}) =>
  checkHistories({
    servers: { both: [server, sibling], build: server.build, sql: server.sql },
    runs: 8,
    steps: 12,
    seed: SEED,
    shrinkSeconds: 20,
    ...options,
  })

test('any history of an order keeps its books and ends with one valid code for each sold seat', {
  timeout: 180_000,
}, async () => {
  const { failure, actions } = await run()
  expect(failure).toBeNull()
  expect(actions).toBeGreaterThan(40)
})

/** Throws if the product's SQL no longer contains `part`: a control without effect must not pass. */
function swap(text: string, part: string, instead: string): string {
  if (!text.includes(part)) throw new Error(`Nothing to take away: no '${part}' in ${text}`)
  return text.replaceAll(part, instead)
}

test.each([
  {
    wrong: 'leaves the exchanged tickets valid',
    statement: 'lane_change_orders',
    change: (text: string) =>
      swap(
        swap(text, `$4::jsonb -> t.id::text ->> 'status'`, `coalesce(t.status, $4::text)`),
        `($4::jsonb -> t.id::text ->> 'replacedBy')::uuid`,
        'null',
      ),
  },
  {
    wrong: 'gives the new tickets no part of what was charged',
    statement: 'lane_write_payments',
    change: (text: string) =>
      swap(
        text,
        `($2::jsonb -> p.id::text ->> 'orderId')::uuid`,
        `case when p.change_of_order_id is null
          then ($2::jsonb -> p.id::text ->> 'orderId')::uuid end`,
      ),
  },
  {
    wrong: 'records less than a rule took off',
    statement: 'lane_write_rule_uses',
    change: (text: string) =>
      swap(text, 'u.discount_minor, g."appliedAt"', 'u.discount_minor - 1, g."appliedAt"'),
  },
  {
    wrong: 'forgets the credit that stays with an order',
    statement: 'lane_write_order_changes',
    change: (text: string) => swap(text, `c."creditMinor"`, '0 * c."creditMinor"'),
  },
])(
  'a history that $wrong is found (control)',
  { timeout: 120_000 },
  async ({ statement, change }) => {
    const mutated = mutateSql((text, name) => (name === statement ? change(text) : text))
    try {
      // Ends with the first history that is wrong; how far a history gets also depends on the time.
      const { failure } = await run({ runs: 240, shrinkSeconds: 0 })
      expect(failure).not.toBeNull()
      expect(mutated.count()).toBeGreaterThan(0)
    } finally {
      mutated.restore()
    }
  },
)
