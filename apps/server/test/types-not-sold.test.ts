import { PassThrough } from 'node:stream'
import {
  BUYER,
  buy,
  findStockDrift,
  orderBody,
  startTestServer,
  type TestBrowser,
} from '@foyer/testkit'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { findAlternatives } from '../src/engine/offers/alternatives.ts'
import { getCart, holdCartOf, stockOf } from './support/calls.ts'
import { watchWrites } from './support/writes.ts'

/** A type is sold only in the sessions where it has a pool. */

/** Two sessions; the second type has no pool in the later one. */
async function notSoldLater(server: Server) {
  const event = await server.build.event({
    sessions: 2,
    types: [{ priceMinor: 5000 }, { priceMinor: 3000 }],
  })
  const [here = '', there = ''] = event.sessionIds
  const [, typeId = ''] = event.typeIds
  await server.sql('delete from stock where session_id = $1 and pool_id = $2', [there, typeId])
  return { event: { ...event, typeId }, here, there, typeId }
}
type Server = Awaited<ReturnType<typeof startTestServer>>

async function withServer(run: (server: Server) => Promise<void>): Promise<void> {
  const server = await startTestServer({ jobs: false })
  try {
    await run(server)
  } finally {
    await server.close()
  }
}

test('an order is not rescheduled to a session where its type is not sold, and nothing changes', () =>
  withServer(async (server) => {
    const { event, there } = await notSoldLater(server)
    const browser = server.browser()
    const { body } = await buy(browser, event)
    const written = await watchWrites(server)
    const refused = await browser.send('POST', `/api/order-management/${body.orderId}/reschedule`, {
      newSessionId: there,
      customerEmail: BUYER.contact.email,
    })
    expect([refused.status, refused.body.code]).toEqual([409, 'reschedule_not_possible'])
    expect(await written()).toEqual([])
    expect(await findStockDrift(server)).toEqual([])
  }))

test('no read shows tickets or a price for a type in a session where it is not sold', () =>
  withServer(async (server) => {
    const { event, here, there, typeId } = await notSoldLater(server)
    const [sold = ''] = event.typeIds
    const get = async (path: string) => (await server.browser().send('GET', path)).body
    const daily = await get(`/api/price/daily?eventId=${event.eventId}&date=${event.date}`)
    const typesOf = (id: string) =>
      daily.data.sessions[id].ticket_prices.map(
        (price: { ticket_type_id: string }) => price.ticket_type_id,
      )
    expect([typesOf(here), typesOf(there)]).toEqual([event.typeIds, [sold]])
    const kept = await server.sql<{ session_id: string; types: Record<string, unknown> }>(
      'select session_id, types from session_rollups where event_id = $1',
      [event.eventId],
    )
    const typesKept = Object.fromEntries(
      kept.map(({ session_id: id, types }) => [id, Object.keys(types).sort()]),
    )
    expect(typesKept).toEqual({ [here]: event.typeIds.toSorted(), [there]: [sold] })
    const tickets = [{ ticketTypeId: typeId, quantity: 2 }]
    const others = await server.foyer.context.db.withTenant(event.tenantId, (tx) =>
      findAlternatives(tx, { sessionId: here, tickets }),
    )
    expect(others).toEqual([])
    const quote = { eventId: event.eventId, sessionId: there, tickets }
    const priced = await server.browser().send('POST', '/api/quote', quote)
    expect([priced.status, priced.body.code]).toEqual([404, 'ticket_type_not_found'])
  }))

describe('a batch whose counter has no row', () => {
  /**
   * Two buyers hold a free type, each in another session; then its pool in the later one is
   * deleted.
   */
  async function heldWithoutPool(server: Server) {
    const event = await server.build.event({ sessions: 2, types: [{ priceMinor: 0 }] })
    const [here = '', there = ''] = event.sessionIds
    const [kept, lost] = [server.browser(), server.browser()]
    await holdCartOf(kept, event, { sessionId: here })
    await holdCartOf(lost, event, { sessionId: there })
    await server.sql('delete from stock where session_id = $1 and pool_id = $2', [
      there,
      event.typeId,
    ])
    const order = (browser: TestBrowser) =>
      browser.send('POST', '/api/checkout/orders', orderBody(event))
    return { here, there, kept, lost, order }
  }

  test('is rolled back and logged, and the others are committed', async () => {
    const lines: string[] = []
    const log = new PassThrough().on('data', (line: Buffer) => lines.push(String(line)))
    const server = await startTestServer({ jobs: false, logger: pino({ level: 'error' }, log) })
    try {
      const { here, there, kept, lost, order } = await heldWithoutPool(server)
      const [good, bad] = await Promise.all([order(kept), order(lost)])
      expect([good.status, bad.status, bad.body.code]).toEqual([201, 503, 'busy'])
      expect(await stockOf(server, here)).toEqual({ held: 0, sold: 2 })
      expect(await stockOf(server, there)).toEqual({ held: 2, sold: 0 })
      expect((await getCart(lost)).body.orderId).toBeNull()
      expect(lines.join('')).toContain('Met 1 of 2 rows')
    } finally {
      await server.close()
    }
  })

  test(
    'is committed without the check, and the audit finds stock without a counter (control)',
    { tags: ['night'] },
    () =>
      withServer(async (server) => {
        const { lost, order } = await heldWithoutPool(server)
        await server.sql(
          `create or replace function require_all(met bigint, meant bigint) returns void
         language plpgsql as $$ begin end $$`,
        )
        expect((await order(lost)).status).toBe(201)
        expect(await findStockDrift(server)).not.toEqual([])
      }),
  )
})
