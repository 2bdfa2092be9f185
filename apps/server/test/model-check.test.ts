import { startTestServer, type TestServer } from '@foyer/testkit'
import { runModelCheck } from '@foyer/testkit/model'
import { afterAll, beforeAll, expect, test } from 'vitest'

/**
 * Ten seconds with the seed of the day, so that each day tries other operations and each run of a day
 * the same ones. `npm run night` runs more of them, and MODEL_RUNS=500 as many. A failure prints its
 * seed and path; MODEL_SEED=… MODEL_PATH=… vitest run model-check.test -t 'one at a time' repeats it.
 */
const { MODEL_SEED, MODEL_PATH: path, MODEL_RUNS: long } = process.env
const seed = Number(MODEL_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''))
const SECONDS = 5
/** What a fast machine does in that time; each run that is left out costs as well, for its plan is made. */
const MOST_RUNS = 50

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
  { name: 'one at a time: each answer is the one foretold', together: 1 },
  { name: 'five at once: some order of them explains every answer', together: 5 },
])('$name', { timeout: 600_000 }, async ({ together }) => {
  const { operations, failure } = await runModelCheck({
    servers: [server, sibling],
    sql: server.sql,
    build: server.build,
    seed,
    path,
    runs: long ? Number(long) : MOST_RUNS,
    seconds: long ? undefined : SECONDS,
    operationsPerRun: 40,
    together,
    log: console.log,
  })
  expect(failure).toBeNull()
  // A machine that is busy with other work sends fewer, and still tries some.
  expect(operations).toBeGreaterThan(path ? 0 : 20)
})
