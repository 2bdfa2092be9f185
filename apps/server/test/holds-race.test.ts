import { findStockDrift, holdCart, startTestServer, type TestServer } from '@foyer/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('300 browsers at once want 2 tickets each of a session with 101 places', () => {
  test('exactly what there is is granted, and the rest is told what is left', async () => {
    const event = await server.build.event({ capacity: 101 })
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => holdCart(server.browser(), event)),
    )
    const granted = answers.filter((answer) => answer.status === 201)
    const refused = answers.filter((answer) => answer.status === 409)
    expect(granted).toHaveLength(50)
    expect(refused).toHaveLength(250)
    expect(new Set(refused.map((answer) => answer.body.code))).toEqual(new Set(['sold_out']))
    expect(refused.at(-1)?.body.details.available).toBe(1)
    const [stock] = await server.sql<{ held: number; sold: number }>(
      'select held, sold from stock where pool_id = $1',
      [event.sessionId],
    )
    expect(stock).toEqual({ held: 100, sold: 0 })
    expect(await findStockDrift(server)).toEqual([])
  })
})
