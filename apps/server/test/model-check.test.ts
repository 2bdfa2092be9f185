import { startTestServer, type TestServer } from '@foyer/testkit'
import { runModelCheck } from '@foyer/testkit/model'
import { afterAll, beforeAll, expect, test } from 'vitest'

/**
 * The short form. `npm run chaos` runs thousands, as does MODEL_RUNS=500. A failure prints its seed
 * and path; MODEL_SEED=… MODEL_PATH=… vitest run model-check.test -t 'one at a time' repeats it.
 */
const { MODEL_SEED: seed, MODEL_PATH: path, MODEL_RUNS: long } = process.env

let server: TestServer
let sibling: Awaited<ReturnType<TestServer['sibling']>>
beforeAll(async () => {
  server = await startTestServer({
    jobs: false,
    isOneAddressMany: true,
    // The model reschedules an order more often than a buyer may.
    bounds: { reschedulesOfOneOrder: [] },
  })
  sibling = await server.sibling()
})
afterAll(async () => {
  await sibling.close()
  await server.close()
})

test.each([
  { name: 'one at a time: each answer is the one foretold', together: 1, runs: 30 },
  { name: 'five at once: some order of them explains every answer', together: 5, runs: 40 },
])('$name', { timeout: 600_000 }, async ({ together, runs }) => {
  const { operations, failure } = await runModelCheck({
    servers: [server, sibling],
    sql: server.sql,
    build: server.build,
    seed: seed ? Number(seed) : undefined,
    path,
    runs: long ? Number(long) : runs,
    operationsPerRun: 40,
    together,
    log: console.log,
  })
  expect(failure).toBeNull()
  expect(operations).toBeGreaterThan(path ? 0 : 200)
})
