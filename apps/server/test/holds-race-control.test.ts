import { type BuiltEvent, startTestServer, type TestServer } from '@foyer/testkit'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { holdCartOf, stockOf, tally, times } from './support/calls.ts'

/**
 * The positive control of the race tests. The lock is taken out of the one statement that takes it,
 * on its way to the database; in the product nothing is switched. If these tests did not fail to
 * keep the promise, the others would prove nothing by keeping it.
 */
let server: TestServer
let siblings: Awaited<ReturnType<TestServer['sibling']>>[]
let unlocked = 0
const query = pg.Client.prototype.query

beforeAll(async () => {
  server = await startTestServer()
  // More processes, more transactions side by side: within one process a lane has but one.
  siblings = [await server.sibling(), await server.sibling(), await server.sibling()]
  pg.Client.prototype.query = function (this: pg.Client, ...sent: unknown[]) {
    const [config] = sent
    if (isLockStatement(config)) {
      unlocked += 1
      sent[0] = { ...config, name: 'unlocked', text: config.text.replace(' for update', '') }
    }
    return Reflect.apply(query, this, sent)
  } as typeof query
})
afterAll(async () => {
  pg.Client.prototype.query = query
  for (const sibling of siblings) await sibling.close()
  await server.close()
})

const isLockStatement = (sent: unknown): sent is { name: string; text: string } =>
  typeof sent === 'object' && sent !== null && 'name' in sent && sent.name === 'lane_lock_stock'

async function race(event: BuiltEvent) {
  const all = [server, ...siblings]
  const answers = await Promise.all(
    times(120, (index) => holdCartOf((all[index % all.length] ?? server).browser(), event)),
  )
  const [{ held = 0 } = {}] = await server.sql<{ held: number }>(
    `select sum(quantity)::integer as held from holds where session_id = $1 and state = 'held'`,
    [event.sessionId],
  )
  return { answers, held: held ?? 0 }
}

describe('with the row lock taken away', () => {
  test('the constraint alone still never lets a place be sold twice', async () => {
    for (const _ of times(3, () => null)) {
      const event = await server.build.event({ capacity: 41 })
      const { answers, held } = await race(event)
      expect(held).toBeLessThanOrEqual(41)
      const stock = await stockOf(server, event.sessionId)
      expect(stock.held).toBeLessThanOrEqual(41)
      // Nobody was told of a place that is not theirs.
      const { 201: granted = 0 } = tally(answers)
      expect(granted * 2).toBe(held)
    }
    expect(unlocked).toBeGreaterThan(0)
  })

  test('and the constraint as well, the same race oversells', async () => {
    await server.sql('alter table stock drop constraint stock_never_oversold')
    const oversold: boolean[] = []
    // A race is won by luck: it is run until it is lost, a bounded number of times.
    while (!oversold.includes(true) && oversold.length < 20) {
      const event = await server.build.event({ capacity: 41 })
      oversold.push((await race(event)).held > 41)
    }
    expect(oversold).toContain(true)
  })
})
