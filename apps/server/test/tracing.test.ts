import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { BUYER, buy, holdCart, startTestServer, type TestServer, until } from '@foyer/testkit'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { type CollectedSpan, startCollector } from './support/collector.ts'

const SPAN_KIND = { server: 2, client: 3 }
const ERROR = 2

/** Runs a server that sends its traces to a collector, and returns what had arrived at its end. */
async function traced(share: number, use: (server: TestServer) => Promise<unknown>) {
  const collector = await startCollector()
  onTestFinished(async () => void (await collector.close()))
  const server = await startTestServer({ tracing: { endpoint: collector.endpoint, share } })
  try {
    await use(server)
  } finally {
    await server.close()
  }
  return { spans: collector.spans(), text: collector.text(), resources: collector.resources() }
}

const named = (spans: readonly CollectedSpan[], name: string): CollectedSpan => {
  const span = spans.find((candidate) => candidate.name === name)
  if (!span) throw new Error(`No span '${name}' among: ${spans.map((each) => each.name)}`)
  return span
}

const HOLD = 'POST /api/checkout/carts/:cartId/hold'

test('a purchase is recorded: its calls, with what they wait for, its batches and its mail', async () => {
  const { spans, resources, text } = await traced(1, async (server) => {
    await buy(server.browser(), await server.build.event())
    await until(
      () => server.sql<{ state: string }>('select state from mails'),
      (mails) => mails.length > 0 && mails.every(({ state }) => state === 'sent'),
    )
  })

  expect(resources[0]).toMatchObject({ 'service.name': 'foyer', 'foyer.role': 'all' })
  const hold = named(spans, HOLD)
  expect(hold).toMatchObject({
    kind: SPAN_KIND.server,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/checkout/carts/:cartId/hold',
      'http.response.status_code': 201,
      'foyer.tenant': 'main',
      'foyer.outcome': 'ok',
    },
  })
  expect(hold.parentSpanId).toBeFalsy()

  const intent = named(spans, 'POST /api/create-payment-intent')
  const cart = named(spans, 'GET /api/checkout/carts/:cartId')
  for (const [call, part] of [
    [intent, 'payment provider createIntent'],
    [cart, 'transaction tenant'],
  ] as const) {
    const within = spans.filter(({ parentSpanId }) => parentSpanId === call.spanId)
    expect(named(within, part)).toMatchObject({ traceId: call.traceId, kind: SPAN_KIND.client })
  }

  const batch = named(spans, 'lane batch')
  expect(batch.attributes).toMatchObject({
    'foyer.tenant': 'main',
    'foyer.batch.operations': 1,
    'foyer.batch.sessions': 1,
    'foyer.batch.widened': 0,
  })
  expect(batch.parentSpanId).toBeFalsy()
  expect(BigInt(batch.endTimeUnixNano)).toBeGreaterThan(BigInt(batch.startTimeUnixNano))
  expect(named(spans, 'mail confirmation').attributes).toEqual({
    'foyer.outcome': 'accepted',
  })

  const { contact, billingAddress } = BUYER
  for (const personal of [...Object.values(contact), billingAddress.address, '12345', 'pi_']) {
    expect(text).not.toContain(personal)
  }
})

test('a refusal is recorded with its code, and is no error', async () => {
  const { spans } = await traced(1, async (server) => {
    const event = await server.build.event({ capacity: 1 })
    await holdCart(server.browser(), event, '12345', 2)
  })
  const { attributes, status } = named(spans, HOLD)
  expect(attributes).toMatchObject({
    'http.response.status_code': 409,
    'foyer.outcome': 'sold_out',
  })
  expect(status.code).not.toBe(ERROR)
})

test('a failed call is recorded as an error, without its text', async () => {
  const { spans, text } = await traced(1, async (server) => {
    const browser = server.browser()
    await holdCart(browser, await server.build.event())
    await server.sql('alter table cart_add_ons rename to no_add_ons')
    await browser.send('GET', '/api/checkout/carts/12345')
  })
  const call = named(spans, 'GET /api/checkout/carts/:cartId')
  expect(call.status.code).toBe(ERROR)
  expect(call.attributes).toMatchObject({
    'http.response.status_code': 500,
    'foyer.outcome': 'internal_error',
  })
  expect(named(spans, 'transaction tenant').attributes['error.type']).toBeDefined()
  expect(text).not.toContain('does not exist')
})

test('a share of 0 records nothing', { tags: ['night'] }, async () => {
  const { spans } = await traced(0, async (server) => {
    await holdCart(server.browser(), await server.build.event())
  })
  expect(spans).toEqual([])
})

test('a collector that refuses traces is reported in the log', { tags: ['night'] }, async () => {
  const collector = await startCollector()
  const { status, warnings } = await holdWithCollector(`${collector.endpoint}/elsewhere`)
  await collector.close()
  expect([status, warnings]).toEqual([201, ['traces cannot be sent', 'the last traces are lost']])
})

test('a collector that is away costs no request, and delays the end of the process by seconds', {
  tags: ['night'],
}, async () => {
  const collector = await startCollector()
  await collector.close()
  const { status, warnings } = await holdWithCollector(collector.endpoint)
  expect([status, warnings]).toEqual([201, ['the last traces are lost']])
})

async function holdWithCollector(endpoint: string) {
  const warnings: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line) => warnings.push(JSON.parse(line).msg) })
  const server = await startTestServer({ tracing: { endpoint, share: 1 }, logger })
  const { status } = await holdCart(server.browser(), await server.build.event())
  await server.close()
  return { status, warnings }
}

test("without a collector no part of OpenTelemetry's SDK is loaded", {
  tags: ['night'],
}, async () => {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({
      resolve(specifier, context, next) {
        // The client of Prometheus loads the API, which does nothing by itself.
        if (/^@opentelemetry.(?!api$)/.test(specifier)) loaded.push(specifier)
        return next(specifier, context)
      },
    })
    await import('@foyer/server')
    const before = loaded.length
    await import('./src/tracing/start-tracing.ts')
    console.log(JSON.stringify([before, loaded.length > 0]))`
  const cwd = new URL('..', import.meta.url)
  const args = ['--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd })
  expect(JSON.parse(stdout)).toEqual([0, true])
})
