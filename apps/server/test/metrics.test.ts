import {
  buy,
  holdCart,
  rawRequest,
  serverForTests,
  startTestServer,
  type TestServer,
  until,
} from '@foyer/testkit'
import { describe, expect, test } from 'vitest'

const TOKEN = 'a token of sixteen characters or more'

const server = serverForTests()

const read = async (): Promise<string> => (await server.browser().send('GET', '/metrics')).body
/** The value of a metric, which may have labels: 'foyer_calls_total{call="…",outcome="ok"}'. */
const figureOf = (text: string, metric: string): number | null => {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${metric} `))
  return line ? Number(line.slice(metric.length + 1)) : null
}
const callMetric = (call: string, outcome: string) =>
  `foyer_calls_total{call="${call}",outcome="${outcome}"}`

describe('the metrics', () => {
  test('count holds by outcome: granted, or the reason of the refusal', async () => {
    const call = 'POST /api/checkout/carts/:cartId/hold'
    const before = await read()
    const event = await server.build.event({ capacity: 2 })
    await holdCart(server.browser(), event, '12345', 2)
    await holdCart(server.browser(), event, '12345', 2)
    await server.browser().send('POST', '/api/checkout/carts/1/hold', {})
    const after = await read()
    const risen = (outcome: string) =>
      (figureOf(after, callMetric(call, outcome)) ?? 0) -
      (figureOf(before, callMetric(call, outcome)) ?? 0)
    expect([risen('ok'), risen('sold_out'), risen('validation_failed')]).toEqual([1, 1, 1])
  })

  test('count orders, and the payments that still need work', async () => {
    await buy(server.browser(), await server.build.event())
    const text = await until(
      read,
      (seen) => figureOf(seen, 'foyer_payments{state="open"}') !== null,
    )
    expect(figureOf(text, callMetric('POST /api/checkout/orders', 'ok'))).toBe(1)
    expect(figureOf(text, 'foyer_payments{state="refund_due"}')).toBe(0)
  })

  test('cover process, event loop, database connections, jobs and audit', async () => {
    const text = await until(
      read,
      (seen) => figureOf(seen, 'foyer_audit_differences') === 0 && seen.includes('job="audit"'),
    )
    for (const metric of [
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
      'foyer_event_loop_lag_seconds',
      'foyer_holds_underway',
      'foyer_database_connections_used',
      'foyer_database_waiting',
      'foyer_live_streams',
    ]) {
      expect(figureOf(text, metric), metric).not.toBeNull()
    }
    const now = Date.now() / 1000
    for (const job of ['sweep-holds', 'send-mails', 'reconcile-payments', 'audit']) {
      const at = figureOf(text, `foyer_job_last_success_timestamp_seconds{job="${job}"}`)
      expect(now - (at ?? 0), job).toBeLessThan(60)
    }
  })

  test('show the values that lanes, caches and streams report', async () => {
    const { metrics } = server.foyer.context
    metrics.batch({ ops: 40, waitedMs: 3, commitMs: 8, ok: true })
    metrics.batch({ ops: 2, waitedMs: 1, commitMs: 900, ok: false })
    metrics.cacheLooked(true)
    metrics.streamOpened()
    metrics.streamOpened()
    metrics.streamClosed()
    const text = await read()
    expect(figureOf(text, 'foyer_batches_total{result="failed"}')).toBe(1)
    expect(figureOf(text, 'foyer_batch_operations_bucket{le="50"}')).toBeGreaterThanOrEqual(2)
    expect(figureOf(text, 'foyer_batch_commit_seconds_bucket{le="0.01"}')).toBeGreaterThan(0)
    expect(figureOf(text, 'foyer_answer_cache_total{result="hit"}')).toBeGreaterThan(0)
    expect(figureOf(text, 'foyer_live_streams')).toBe(1)
    metrics.streamClosed()
  })
})

describe('the metrics may be read', () => {
  const withServer = async (
    changes: Parameters<typeof startTestServer>[0],
    work: (own: TestServer) => Promise<void>,
  ) => {
    const own = await startTestServer({ jobs: false, ...changes })
    try {
      await work(own)
    } finally {
      await own.close()
    }
  }
  const statusOf = async (own: TestServer, headers: Record<string, string> = {}) =>
    (await own.browser().send('GET', '/metrics', undefined, headers)).status

  test("by this machine if there is no token, on any tenant's host", async () => {
    const answer = await rawRequest(server.url, {
      path: '/metrics',
      headers: { host: 'nobody.localhost' },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  })

  test('by nobody in production if there is no token, since behind a proxy all requests seem local', () =>
    withServer({ isProduction: true }, async (own) => {
      const answer = await own.browser().send('GET', '/metrics')
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    }))

  test.each([true, false])(
    'by a caller with the token, if one is set (in production: %s)',
    (isProduction) =>
      withServer({ isProduction, metricsToken: TOKEN }, async (own) => {
        expect(await statusOf(own)).toBe(404)
        expect(await statusOf(own, { authorization: 'Bearer a token' })).toBe(404)
        expect(await statusOf(own, { authorization: TOKEN })).toBe(404)
        expect(await statusOf(own, { authorization: `Bearer ${TOKEN}` })).toBe(200)
      }),
  )
})
