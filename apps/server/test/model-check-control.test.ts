/** @module-tag night */
import { mutateSql, startTestServer, type TestServer } from '@foyer/testkit'
import { runModelCheck } from '@foyer/testkit/model'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

/** The positive control of the model check: it finds, and shows, how a faulty system fails. */
let server: TestServer
let sibling: Awaited<ReturnType<TestServer['sibling']>>
let mutated: ReturnType<typeof mutateSql> | null = null
beforeEach(async () => {
  server = await startTestServer({
    jobs: false,
    isOneAddressMany: true,
    // The model reschedules an order more often than a buyer may.
    bounds: { reschedulesOfOneOrder: [] },
  })
  sibling = await server.sibling()
})
afterEach(async () => {
  mutated?.restore()
  mutated = null
  await sibling.close()
  await server.close()
})

/**
 * Short runs, which shrink fast, and a seed that fails early. Any other seed fails as well, only
 * later.
 */
async function findFailure(
  together: number,
  seed: number,
  { smallEnough = 1, shrinkSeconds = 10 } = {},
) {
  const { failure } = await runModelCheck({
    servers: [server, sibling],
    sql: server.sql,
    build: server.build,
    seed,
    runs: 200,
    operationsPerRun: 25,
    together,
    shrinkSeconds,
    smallEnough,
    log: () => {},
  })
  if (!failure) throw new Error(`Nothing found, with ${mutated?.count()} statements mutated`)
  return failure
}

describe('the model check finds', { timeout: 60_000 }, () => {
  test('an expired hold that is never freed, in three operations', async () => {
    mutated = mutateSql((text) =>
      text.includes('reclaim_at') ? text.replace('statement_timestamp()', `'-infinity'`) : text,
    )
    const { counterexample, message } = await findFailure(1, 28, {
      smallEnough: 3,
      shrinkSeconds: 25,
    })
    expect(message).toMatch(/"sold_out".*, expected/)
    expect(counterexample.steps.flat()).toMatchObject([
      { do: 'hold' },
      { do: 'expire' },
      { do: 'hold' },
    ])
  })

  test('a ticket that is lost from the count, in one operation', async () => {
    await server.sql(`
      create function lose_a_place() returns trigger language plpgsql as $$
        begin new.held := greatest(old.held, new.held - 1); return new; end $$;
      create trigger lose_a_place before update on stock
        for each row when (new.held > old.held) execute function lose_a_place()`)
    const { counterexample, message } = await findFailure(1, 1)
    expect(message).toMatch(/the model has .*, the database/)
    expect(counterexample.steps.flat()).toMatchObject([{ do: 'hold' }])
  })

  test('a session that is not locked, in a few operations at once', {
    timeout: 90_000,
  }, async () => {
    await server.sql('alter table stock drop constraint stock_never_oversold')
    // An operation that reads the stock continues after a pause, so that another one can read it
    // too.
    mutated = mutateSql((text) =>
      /from stock\s/.test(text) && text.endsWith('for update')
        ? text.replace('for update', '').replace('select', 'select pg_sleep(0.002),')
        : text,
    )
    const { counterexample } = await findFailure(6, 1, { smallEnough: 4 })
    expect(counterexample.steps.length).toBeLessThanOrEqual(4)
  })
})
