import { buy, serverForTests, startTestServer, type TestServer, until } from '@foyer/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { headerOf, type MailServer, startMailServer } from './support/mail-server.ts'
import { accountsOf, bought, giveBack, refundsOf } from './support/money.ts'
import { askProvider, controlProvider, faultCountOf } from './support/provider.ts'

/** On a busy machine a low-priority thread may take this long to start or to work. */
const PATIENCE_MS = 60_000
vi.setConfig({ testTimeout: 2 * PATIENCE_MS })

const readyOf = async (server: Pick<TestServer, 'url'>) => {
  const answer = await fetch(`${server.url}/readyz`)
  return { status: answer.status, body: Object(await answer.json()) }
}
const stateOf = async (server: Pick<TestServer, 'sql'>) =>
  (await server.sql<{ state: string }>('select state from mails order by created_at')).map(
    ({ state }) => state,
  )

describe('the worker thread', () => {
  let smtp: MailServer
  let server: TestServer
  const workerOf = () => {
    const { worker } = server.foyer
    if (!worker) throw new Error('There is a worker thread')
    return worker
  }
  beforeAll(async () => {
    smtp = await startMailServer()
    server = await startTestServer({ slowWork: 'thread', smtpUrl: smtp.url })
  })
  beforeEach(async () => {
    smtp.onMessage = () => null
    smtp.received.length = 0
    await server.sql('delete from mails')
  })
  afterAll(async () => {
    await server.close()
    await smtp.close()
  })
  const untilReady = () =>
    until(
      () => readyOf(server),
      ({ body }) => body.status === 'ready',
      PATIENCE_MS,
    )
  const sent = () =>
    until(
      () => stateOf(server),
      (states) => states.length > 0 && states.every((state) => state === 'sent'),
      PATIENCE_MS,
    )

  test('sends the mail of a purchase that the other thread sold', async () => {
    await buy(server.browser(), await server.build.event())
    expect(await sent()).toEqual(['sent'])
    expect(smtp.received).toHaveLength(1)
  })

  test('draws posters and tickets for requests of the other thread', async () => {
    const event = await server.build.event()
    const browser = server.browser()
    const { body } = await buy(browser, event)
    const poster = await fetch(`${server.url}/posters/${event.eventId}/poster.svg`)
    expect([poster.status, (await poster.text()).slice(0, 4)]).toEqual([200, '<svg'])
    const pdf = await browser.fetch(`/api/orders/${body.orderId}/tickets.pdf`)
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  })

  test('reports its jobs in the metrics of the process', async () => {
    const text = await until(
      async () => (await fetch(`${server.url}/metrics`)).text(),
      (seen) => seen.includes('job="send-mails"'),
      PATIENCE_MS,
    )
    expect(text).toContain('foyer_worker_up 1')
    expect(text).toContain('job="share-limits"')
    expect(text.match(/^# TYPE foyer_batches_total /gm)).toHaveLength(1)
  })

  test('loses nothing if it is killed in the middle of a mail; this is reported, and it is started again', {
    tags: ['night'],
  }, async () => {
    const taken = Promise.withResolvers<void>()
    const never = new Promise<null>(() => {})
    smtp.onMessage = () => {
      taken.resolve()
      return never
    }
    const event = await server.build.event({ capacity: 10 })
    await buy(server.browser(), event)
    await taken.promise
    const { restarts } = workerOf().state()
    await workerOf().kill()
    expect(await readyOf(server)).toMatchObject({
      status: 200,
      body: { status: 'degraded', checks: { worker: false } },
    })
    // The thread of requests continues; only what needs the worker is refused meanwhile.
    await buy(server.browser(), event)
    const poster = await fetch(`${server.url}/posters/${event.eventId}/wide.svg`)
    expect(poster.status).toBe(503)
    smtp.onMessage = () => null
    smtp.received.length = 0
    await untilReady()
    expect(workerOf().state().restarts).toBe(restarts + 1)
    // Its claim ends after a minute; the test does not wait for that.
    await server.sql(`update mails set next_attempt_at = now() where state = 'queued'`)
    expect(await sent()).toEqual(['sent', 'sent'])
    const ids = smtp.received.map((mail) => headerOf(mail, 'Message-ID'))
    expect([ids.length, new Set(ids).size]).toEqual([2, 2])
  })

  test.each([
    ['before the provider makes it', 'timeout'],
    ['after the provider made it', 'timeoutAfter'],
  ] as const)(
    'that is killed in the middle of a refund, %s, refunds once',
    { tags: ['night'] },
    async (_when, kind) => {
      const { event, orderId, intentId } = await bought(server, await server.build.event())
      const before = await faultCountOf(server, kind)
      await controlProvider(server, 'faults', { match: 'POST /v1/refunds', kind })
      await giveBack(server, orderId)
      await until(
        () => faultCountOf(server, kind),
        (count) => count > before,
        PATIENCE_MS,
      )
      await workerOf().kill()
      await controlProvider(server, 'faults/clear')
      expect(await refundsOf(server, event)).toMatchObject([{ state: 'queued', attempts: 1 }])
      await untilReady()
      // Its claim ends after some seconds; the test does not wait for that.
      await server.sql(`update refunds set next_attempt_at = now() where state = 'queued'`)
      const [refund] = await until(
        () => refundsOf(server, event),
        ([row]) => row?.state === 'succeeded',
        PATIENCE_MS,
      )
      expect(refund?.key_number).toBe(0)
      expect((await askProvider(server, `refunds?payment_intent=${intentId}`)).data).toHaveLength(1)
      expect(await accountsOf(server, event)).toEqual({ sales: -6000, refunds: 6000 })
    },
  )
})

describe('a process of the role web', () => {
  const server = serverForTests({ role: 'web', slowWork: 'thread' })

  test('runs no job, and draws what its requests need', async () => {
    const event = await server.build.event()
    await buy(server.browser(), event)
    const poster = await fetch(`${server.url}/posters/${event.eventId}/poster.svg`)
    expect(poster.status).toBe(200)
    expect(await server.sql('select job from job_turns')).toEqual([])
    const text = await (await fetch(`${server.url}/metrics`)).text()
    expect(text).toContain('job="share-limits"')
    expect(text).not.toContain('job="send-mails"')
    expect(await stateOf(server)).toEqual(['queued'])
  })
})

describe('a process of the role jobs', () => {
  const server = serverForTests({ role: 'jobs', slowWork: 'thread' })

  test('serves only health and metrics, and processes what other processes wrote', async () => {
    expect((await readyOf(server)).status).toBe(200)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${server.url}/api/events`)).status).toBe(404)
    await server.sql(
      `insert into mails (tenant_id, id, kind, data, recipient) values (1, gen_random_uuid(),
       'lookup_code', '{"code": "1", "validMinutes": 10, "path": "/"}', 'ada@example.com')`,
    )
    await until(
      () => stateOf(server),
      (states) => states[0] === 'sent',
      PATIENCE_MS,
    )
  })
})
