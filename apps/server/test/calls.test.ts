import { once } from 'node:events'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { availability, carts, orders } from '@foyer/contract'
import { until } from '@foyer/testkit'
import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import type { RequestInput } from '../src/http/calls.ts'
import { serveCalls } from './support/serve-calls.ts'

type Served = Awaited<ReturnType<typeof serveCalls>>

const served: Served[] = []
async function serving(...of: Parameters<typeof serveCalls>): Promise<Served> {
  const app = await serveCalls(...of)
  served.push(app)
  return app
}
afterEach(async () => {
  await Promise.all(served.splice(0).map((app) => app.close()))
})

const HOLDS = carts.createHold.path
const calendar = (eventId: string) => `/api/pricing/calendar/${eventId}`

/** A server with one endpoint, which records its input. */
async function servingRecorder(endpoint: Parameters<Served['add']>[0] = carts.createHold) {
  const app = await serving()
  const inputs: RequestInput[] = []
  app.add(endpoint, async (_request, each) => {
    inputs.push(each)
  })
  return { app, inputs }
}

describe('a URL', () => {
  test('is parsed into its parameters and its query, decoded', async () => {
    const { app, inputs } = await servingRecorder(availability.getCalendar)
    await app.send('GET', `${calendar('a%20b')}?x=%2F&x=2&y`)
    await app.send('GET', `${calendar('c')}/`)
    expect(inputs.map(({ params, query }) => [{ ...params }, { ...query }])).toEqual([
      [{ eventId: 'a b' }, { x: ['/', '2'], y: '' }],
      [{ eventId: 'c' }, {}],
    ])
  })

  test.each([
    ['GET', '/api/pricing'],
    ['GET', '/api/pricing/calendar/1/2'],
    ['GET', calendar('%ZZ')],
    ['GET', calendar('a'.repeat(301))],
    ['POST', calendar('1')],
    ['PATCH', calendar('1')],
    ['OPTIONS', calendar('1')],
  ])('is left to other routes if it is no call: %s %s', async (method, path) => {
    const { app, inputs } = await servingRecorder(availability.getCalendar)
    expect((await app.send(method, path)).status).toBe(404)
    expect(inputs).toEqual([])
  })

  test('requested with HEAD gets the headers and length of the body without the body', async () => {
    const { app, inputs } = await servingRecorder(availability.getCalendar)
    const answer = await app.send('HEAD', calendar('1'))
    expect([answer.status, answer.body, inputs.length]).toEqual([200, '', 1])
    expect(answer.headers.get('content-length')).toBe(String('answered'.length))
  })
})

describe('a body', () => {
  const JSON_TYPE = { 'content-type': 'application/json' }

  test('is JSON, in any spelling of its type and in any number of chunks', async () => {
    const { app, inputs } = await servingRecorder()
    await app.send('POST', HOLDS, '{"a":1}', { 'content-type': 'Application/JSON ; charset=utf-8' })
    const socket = connect(app.port, '127.0.0.1')
    const bytes = Buffer.from('{"a":"€"}')
    socket.write(
      `POST ${HOLDS} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${bytes.length}\r\n\r\n`,
    )
    // In the middle of the multi-byte character.
    socket.write(bytes.subarray(0, 7))
    await once(socket, 'ready')
    setImmediate(() => socket.write(bytes.subarray(7)))
    await until(
      async () => inputs.length,
      (count) => count === 2,
    )
    socket.destroy()
    expect(inputs.map(({ body }) => body)).toEqual([{ a: 1 }, { a: '€' }])
  })

  test('counts as absent if it is missing or empty', async () => {
    const { app, inputs } = await servingRecorder()
    await app.send('POST', HOLDS)
    await app.send('POST', HOLDS, '')
    await app.send('POST', HOLDS, '', { 'content-length': '0' })
    expect(inputs.map(({ body }) => body)).toEqual([undefined, undefined, undefined])
  })

  test('is not read for an endpoint without a body', async () => {
    const { app, inputs } = await servingRecorder(availability.getCalendar)
    expect(
      (await app.send('GET', calendar('1'), 'no json', { 'content-length': '7' })).status,
    ).toBe(200)
    expect(inputs.map(({ body }) => body)).toEqual([undefined])
  })

  test.each([
    ['of another type', 415, 'unsupported_media_type', '{}', { 'content-type': 'text/plain' }],
    ['of no type', 415, 'unsupported_media_type', '{}', { 'content-type': '' }],
    [
      'of a type that begins alike',
      415,
      'unsupported_media_type',
      '{}',
      { 'content-type': 'application/json5' },
    ],
    ['that is not JSON', 400, 'malformed_body', '{', JSON_TYPE],
    [
      'that would change the prototype of objects',
      400,
      'malformed_body',
      '{"__proto__":{"a":1}}',
      JSON_TYPE,
    ],
    [
      'that would change a constructor',
      400,
      'malformed_body',
      '{"constructor":{"prototype":{}}}',
      JSON_TYPE,
    ],
    ['that is too large', 413, 'payload_too_large', `"${'a'.repeat(64 * 1024)}"`, JSON_TYPE],
    [
      'that turns out too large',
      413,
      'payload_too_large',
      `"${'a'.repeat(200_000)}"`,
      { ...JSON_TYPE, 'transfer-encoding': 'chunked' },
    ],
  ])(
    'is refused if it is %s, without waiting for the rest of it',
    async (_, status, code, body, headers) => {
      const { app, inputs } = await servingRecorder()
      const answer = await app.send('POST', HOLDS, body, headers)
      expect([answer.status, answer.body.code, inputs]).toEqual([status, code, []])
      expect(answer.headers.get('connection')).toBe('close')
    },
  )

  test('is dropped if its client disconnects before its end', async () => {
    const { app, inputs } = await servingRecorder()
    const socket = connect(app.port, '127.0.0.1')
    socket.write(`POST ${HOLDS} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`)
    socket.write('content-length: 9\r\n\r\n{"a"')
    await once(socket, 'ready')
    setImmediate(() => socket.destroy())
    await once(socket, 'close')
    expect((await app.send('POST', HOLDS, '{}')).status).toBe(200)
    expect(inputs.map(({ body }) => body)).toEqual([{}])
    expect(await app.metrics.render()).toContain('foyer_holds_underway 0')
  })
})

describe('a request for an unknown tenant', () => {
  test('is refused before its body is read', async () => {
    const app = await serving({ isUnknownTenant: (url) => url.includes('nobody') })
    app.add(orders.createOrder)
    const answer = await app.send('POST', `${orders.createOrder.path}?nobody`, 'no json')
    expect([answer.status, answer.body.code]).toEqual([404, 'unknown_tenant'])
  })
})

describe('requests beyond a limit', () => {
  test('are refused before their body is read; only guesses of a credential count as guesses', async () => {
    const app = await serving({ hasProxy: true })
    app.add(orders.getOrder, async () => {}, {
      limits: { perNetwork: 100, guessesPerNetwork: 2 },
      isGuess: (_asked, { query }) => 'email' in query,
    })
    const path = '/api/orders/1'
    const from = (address: string, query = '?email=x') =>
      app.send('GET', `${path}${query}`, undefined, { 'x-forwarded-for': `1.1.1.1, ${address}` })
    const first = await from('192.0.2.1')
    expect(first.headers.get('x-ratelimit-remaining')).toBe('1')
    await from('192.0.2.1')
    const refused = await from('192.0.2.1')
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(refused.headers.get('retry-after')).toBe('60')
    expect((await from('192.0.2.1', '')).status).toBe(200)
    expect((await from('192.0.2.2')).status).toBe(200)
  })

  test('leave no trace in the cached answer that other clients get', async () => {
    const app = await serving()
    let kept: readonly string[] = []
    app.calls.add({
      endpoint: availability.getCalendar,
      limits: app.callerLimits.of({ ...availability.getCalendar, limits: { perNetwork: 2 } }),
      answer: async () => ({
        status: 200,
        headers: ['etag', '"1"'],
        body: 'answered',
        learn(_request, headers) {
          kept = [...headers]
        },
      }),
    })
    const answer = await app.send('GET', calendar('1'))
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('1')
    expect(kept).toEqual(['etag', '"1"'])
  })

  test('are counted for each endpoint separately', async () => {
    const app = await serving()
    for (const endpoint of [orders.getOrder, orders.getPurchase]) {
      app.add(endpoint, async () => {}, { limits: { perNetwork: 1 } })
    }
    expect((await app.send('GET', '/api/orders/1')).status).toBe(200)
    expect((await app.send('GET', '/api/checkout/purchases/1')).status).toBe(200)
    expect((await app.send('GET', '/api/orders/1')).status).toBe(429)
  })

  test('are counted together for all addresses of one IPv6 network', async () => {
    const app = await serving({ hasProxy: true })
    app.add(carts.createHold, async () => {}, { limits: { perNetwork: 1 } })
    const from = async (address: string) =>
      (await app.send('POST', HOLDS, '{}', { 'x-forwarded-for': address })).status
    expect(await from('2001:db8:1:2::1')).toBe(200)
    expect(await from('2001:db8:1:2:ffff::9')).toBe(429)
    expect(await from('2001:db8:1:3::1')).toBe(200)
  })
})

describe('a network that uses its whole share of a class of calls', () => {
  test('is refused further calls until one is answered, and other networks are not', async () => {
    const app = await serving({ hasProxy: true, bounds: { callsInProgress: 100 } })
    const answers = Promise.withResolvers<void>()
    let inProgress = 0
    app.add(carts.addMoreTime, async () => {
      inProgress += 1
      await answers.promise
    })
    const from = (address: string) =>
      app.send('POST', '/api/checkout/carts/10000/more-time', '{}', { 'x-forwarded-for': address })
    // Two of a hundred: a network's share of the class 'finish'.
    const first = [from('192.0.2.1'), from('192.0.2.1')]
    await until(
      async () => inProgress,
      (count) => count === 2,
    )
    const refused = await from('192.0.2.1')
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(refused.headers.get('retry-after')).toBe('1')
    const other = from('192.0.2.2')
    await until(
      async () => inProgress,
      (count) => count === 3,
    )
    answers.resolve()
    for (const answer of await Promise.all([...first, other])) expect(answer.status).toBe(200)
    expect((await from('192.0.2.1')).status).toBe(200)
    expect(await app.metrics.render()).toContain('foyer_limited_total{limit="underway"} 1')
  })
})

describe('an unexpected error', () => {
  test('is answered without its message, and logged under the id that the client gets', async () => {
    const lines: string[] = []
    const log = pino(
      { level: 'warn' },
      new Writable({
        write(line, _encoding, done) {
          lines.push(String(line))
          done()
        },
      }),
    )
    const app = await serving({ log })
    app.add(carts.createHold, async () => {
      throw new Error('the inside of it')
    })
    const answer = await app.send('POST', HOLDS, '{}')
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({
      error: 'Something went wrong on our side. Nothing was lost; please try again.',
      code: 'internal_error',
      details: { requestId: expect.any(String) },
    })
    expect(lines).toHaveLength(1)
    const line = JSON.parse(lines[0] ?? '')
    expect(line).toMatchObject({ reqId: answer.body.details.requestId, path: HOLDS })
    expect(line.err.message).toBe('the inside of it')
  })

  test('is answered as retryable if the database is away', async () => {
    const app = await serving()
    app.add(carts.createHold, async () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    })
    const answer = await app.send('POST', HOLDS, '{}')
    expect([answer.status, answer.body.code]).toEqual([503, 'busy'])
    expect(answer.headers.get('retry-after')).toBe('1')
  })

  test('does not end the process if it is thrown before the response', async () => {
    const app = await serving()
    const isGuess = () => {
      throw new Error('the inside of it')
    }
    app.add(orders.getOrder, async () => {}, { isGuess })
    const answer = await app.send('GET', '/api/orders/1')
    expect([answer.status, answer.body.code]).toEqual([500, 'internal_error'])
    expect(JSON.stringify(answer.body)).not.toContain('inside')
  })

  test('is sent in the field where the endpoint’s clients look for it', async () => {
    const app = await serving()
    app.add(availability.getDailyPrices, async () => {
      throw new Error()
    })
    const answer = await app.send('GET', availability.getDailyPrices.path)
    expect(answer.body).toMatchObject({ success: false, error: { code: 'internal_error' } })
  })
})

test('headers that every response has are on refusals as well, and refusals are not cached', async () => {
  const app = await serving({ headers: { 'x-content-type-options': 'nosniff' } })
  app.add(carts.createHold)
  for (const body of ['{}', 'no json']) {
    const answer = await app.send('POST', HOLDS, body)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  }
  const refused = await app.send('POST', HOLDS, 'no json')
  expect(refused.headers.get('cache-control')).toBe('no-store')
  expect(refused.headers.get('content-type')).toBe('application/json; charset=utf-8')
})

test('a closing server answers what it accepted, refuses new requests, and ends each connection', async () => {
  const app = await serving()
  const answers = Promise.withResolvers<void>()
  let taken = 0
  app.add(carts.createHold, async () => {
    taken += 1
    await answers.promise
  })
  const inProgress = app.send('POST', HOLDS, '{}')
  await until(
    async () => taken,
    (count) => count === 1,
  )
  app.calls.close()
  const refused = await app.send('POST', HOLDS, '{}')
  expect([refused.status, refused.body.code, taken]).toEqual([503, 'busy', 1])
  answers.resolve()
  const answered = await inProgress
  expect([answered.status, answered.body]).toEqual([200, 'answered'])
  for (const { headers } of [refused, answered]) expect(headers.get('connection')).toBe('close')
})

describe('a page that is being rendered', () => {
  test('gets the answers that a browser gets', async () => {
    const app = await serving()
    let cookie: string | undefined = 'none was asked'
    app.add(availability.getCalendar, async ({ headers }, { params }) => {
      cookie = headers.cookie
      expect(params.eventId).toBe('1')
    })
    const ask = (url: string) =>
      app.calls.ask(app.tenant, { method: 'GET', url, headers: {}, body: undefined })
    expect(await ask(calendar('1'))).toMatchObject({ status: 200, body: 'answered' })
    expect(cookie).toBeUndefined()
    expect((await ask('/api/nothing')).status).toBe(404)
  })

  const askFor = async (app: Served, url: string) =>
    (await app.calls.ask(app.tenant, { method: 'GET', url, headers: {}, body: undefined })).status

  test('can call only public endpoints, so nobody can guess through it', async () => {
    const app = await serving()
    let isAsked = false
    app.add(orders.getOrder, async () => {
      isAsked = true
    })
    expect(await askFor(app, '/api/orders/1?email=a%40example.com')).toBe(404)
    expect(isAsked).toBe(false)
    expect((await app.send('GET', '/api/orders/1')).status).toBe(200)
  })

  test("is not limited by address, and does not use up a caller's limit", async () => {
    const app = await serving()
    app.add(availability.getCalendar, async () => {}, { limits: { perNetwork: 1 } })
    for (let turn = 0; turn < 3; turn += 1) expect(await askFor(app, calendar('1'))).toBe(200)
    expect((await app.send('GET', calendar('1'))).status).toBe(200)
    expect((await app.send('GET', calendar('1'))).status).toBe(429)
  })
})
