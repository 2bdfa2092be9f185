import { api, COMMON_ERRORS, type Endpoint, RESEND, staffApi } from '@foyer/contract'
import {
  type Answer,
  type BuiltEvent,
  buy,
  holdCart,
  rawRequest,
  serverForTests,
  startTestServer,
  type TestBrowser,
  type TestServer,
  until,
} from '@foyer/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { STATUS_OF } from '../src/http/errors.ts'
import { times } from './support/calls.ts'
import { COOKIE } from './support/identity.ts'

const server = serverForTests({ jobs: false })
let event: BuiltEvent
beforeAll(async () => {
  // Large enough to be compressed.
  event = await server.build.event({ types: times(12, () => ({})) })
})

/** Starts a server for one test whose settings or limits must not affect others. */
async function withServer<T>(
  options: Parameters<typeof startTestServer>[0],
  use: (own: TestServer) => Promise<T>,
): Promise<T> {
  const own = await startTestServer({ jobs: false, ...options })
  try {
    return await use(own)
  } finally {
    await own.close()
  }
}

test('a request whose head or body does not arrive is cut off', () => {
  const { requestTimeout, headersTimeout } = server.foyer.app.server
  for (const timeout of [requestTimeout, headersTimeout]) {
    expect(timeout).toBeGreaterThan(0)
    expect(timeout).toBeLessThanOrEqual(60_000)
  }
})

describe('security headers', () => {
  const directivesOf = (answer: Answer) =>
    (answer.headers.get('content-security-policy') ?? '').split(';').map((text) => text.trim())

  test.each([
    ['an answer', '/api/tenant'],
    ['an answer that is not kept', '/api/stripe/config'],
    ['a refusal', '/api/events/x'],
    ['an unknown call', '/api/nothing'],
  ])('let %s of the API load nothing, and let no page frame it', async (_, path) => {
    const answer = await server.browser().send('GET', path)
    expect(directivesOf(answer)).toEqual(["default-src 'none'", "frame-ancestors 'none'"])
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(answer.headers.get('x-powered-by')).toBeNull()
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  test.each([
    ['an unknown address', '/nowhere'],
    ['a stylesheet', '/brand/main-x.css'],
    ['the health', '/healthz'],
  ])('are on %s', async (_, path) => {
    const answer = await server.browser().send('GET', path)
    expect(directivesOf(answer)).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
      ]),
    )
    expect(answer.headers.get('content-security-policy')).not.toMatch(/unsafe|\*/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(answer.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(answer.headers.get('x-powered-by')).toBeNull()
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('are on the page for an unknown tenant', async () => {
    const answer = await rawRequest(server.url, {
      path: '/',
      headers: { host: 'nobody.example.com' },
    })
    expect(answer.headers.get('content-type')).toContain('text/html')
    // This page belongs to no tenant and needs only its own style.
    expect(directivesOf(answer)).toContain("default-src 'none'")
  })

  test('admit the payment provider’s hosts only if it is used, and no inline code even then', () =>
    withServer(
      {
        stripe: { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_123' },
      },
      async (own) => {
        const { body } = await own.browser().send('GET', '/api/stripe/config')
        expect(body).toEqual({ publishableKey: 'pk_test_1' })
        const answer = await own.browser().send('GET', '/nowhere')
        const directives = directivesOf(answer)
        expect(directives).toContain(
          "script-src 'self' https://js.stripe.com https://*.js.stripe.com",
        )
        expect(directives).toContain("connect-src 'self' https://api.stripe.com")
        expect(answer.headers.get('content-security-policy')).not.toContain('unsafe')
      },
    ))

  test('require HTTPS only if the site has it', async () => {
    const plain = await server.browser().send('GET', '/api/tenant')
    expect(plain.headers.get('strict-transport-security')).toBeNull()
    await withServer({ publicUrl: 'https://example.com' }, async (own) => {
      const answer = await own.browser().send('GET', '/api/tenant')
      expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=\d{7,}/)
      const page = await own.browser().send('GET', '/nowhere')
      expect(directivesOf(page)).toContain('upgrade-insecure-requests')
    })
  })
})

describe('the cookie', () => {
  const attributesOf = async (browser: TestBrowser, of: BuiltEvent) => {
    const response = await browser.fetch('/api/checkout/carts/12345/hold', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        eventId: of.eventId,
        sessionId: of.sessionId,
        tickets: [{ ticketTypeId: of.typeId, quantity: 1 }],
      }),
    })
    return response.headers.getSetCookie().map((cookie) => cookie.split('; ').slice(1).sort())
  }

  test('is hidden from scripts and other sites, and valid for the whole site', async () => {
    const attributes = ['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Lax']
    expect(await attributesOf(server.browser(), event)).toEqual([attributes])
  })

  test('is sent over HTTPS only if the site has it', () =>
    withServer({ publicUrl: 'https://example.com' }, async (own) => {
      const browser = own.browser({ 'x-forwarded-proto': 'https' })
      const [attributes] = await attributesOf(browser, await own.build.event())
      expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Secure']))
    }))

  test('is not made Secure by a header if there is no proxy', async () => {
    const [attributes] = await attributesOf(server.browser({ 'x-forwarded-proto': 'https' }), event)
    expect(attributes).not.toContain('Secure')
  })

  test('is set once, and only when the browser owns something', async () => {
    const browser = server.browser()
    for (const path of ['/api/tenant', '/api/events', `/api/cart/items?eventId=${event.eventId}`]) {
      await browser.send('GET', path)
    }
    await browser.send('DELETE', '/api/checkout/holds/cart/12345')
    expect([...browser.cookies.keys()]).toEqual([])
    await holdCart(browser, event)
    const given = browser.cookies.get(COOKIE)
    expect(await attributesOf(browser, event)).toEqual([])
    expect(browser.cookies.get(COOKIE)).toBe(given)
  })
})

describe('a response that may be cached', () => {
  const path = () => `/api/ticket-types?eventId=${event.eventId}`

  test('has a tag, and is not sent again to a client that sends the tag', async () => {
    const first = await server.browser().fetch(path())
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const again = await server.browser({ 'if-none-match': etag }).fetch(path())
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('etag')).toBe(etag)
    const other = await server.browser({ 'if-none-match': 'W/"something-else"' }).fetch(path())
    expect(other.status).toBe(200)
  })

  test('changes its tag with its content', async () => {
    const tagOf = async () => (await server.browser().fetch('/api/tenant')).headers.get('etag')
    const before = await tagOf()
    await server.sql(`update tenants set tagline = 'Doors at seven' where tenant_id = 1`)
    await server.foyer.context.tenants.reload()
    // The first answer is cached for a few seconds.
    await until(tagOf, (tag) => tag !== before)
  })

  test.each(['gzip', 'br', 'gzip, deflate, br'])(
    'comes as %s and is the same',
    async (accepted) => {
      const plain = await server.browser({ 'accept-encoding': 'identity' }).fetch(path())
      const packed = await server.browser({ 'accept-encoding': accepted }).fetch(path())
      expect(plain.headers.get('content-encoding')).toBeNull()
      expect(packed.headers.get('content-encoding')).toBe(accepted === 'gzip' ? 'gzip' : 'br')
      expect(packed.headers.get('vary')).toContain('accept-encoding')
      const text = await plain.text()
      expect(text.length).toBeGreaterThan(600)
      expect(await packed.text()).toBe(text)
    },
  )

  test('is not sent in an encoding that was refused', async () => {
    for (const [accepted, encoding] of [
      ['br;q=0, gzip', 'gzip'],
      ['br; q=0.0, gzip;q=0.5', 'gzip'],
      ['gzip;q=0, br;q=0', null],
      ['BR', 'br'],
      ['brotli, x-gzip', null],
    ] as const) {
      const answer = await server.browser({ 'accept-encoding': accepted }).fetch(path())
      expect([accepted, answer.headers.get('content-encoding')]).toEqual([accepted, encoding])
    }
  })

  test('is not cached if it belongs to one browser', async () => {
    const browser = server.browser()
    await holdCart(browser, event)
    const answer = await browser.send('GET', '/api/checkout/carts/12345')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('is not cached if it is a refusal', async () => {
    const answer = await server.browser().send('GET', '/api/checkout/carts/12345')
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store'])
  })
})

describe('guessing orders', () => {
  const guesses = (browser: TestBrowser, path: string, count: number) =>
    Promise.all(
      times(count, (index) => browser.send('GET', `${path}?email=guess${index}@example.com`)),
    )
  const limited = (answers: Answer[]) => answers.filter(({ status }) => status === 429)

  test('is limited by address, and does not affect the browser that bought the order', () =>
    withServer({}, async (own) => {
      const buyer = own.browser()
      const bought = await buy(buyer, await own.build.event())
      for (const path of [
        `/api/orders/${bought.body.orderId}`,
        `/api/checkout/purchases/${bought.body.orderId}`,
      ]) {
        const answers = await guesses(own.browser(), path, 70)
        expect(limited(answers)).toHaveLength(10)
        const [refusal] = limited(answers)
        expect(refusal?.body).toEqual({
          error: expect.stringMatching(/^Too many tries\. Please wait .+ and try again\.$/),
          code: 'rate_limited',
        })
        expect(Number(refusal?.headers.get('retry-after'))).toBeGreaterThan(0)
        // From this address even the right e-mail address no longer opens it; the cookie does.
        const right = await own.browser().send('GET', `${path}?email=ada@example.com`)
        expect(right.body.code).toBe('rate_limited')
        const seen = await Promise.all(times(70, () => buyer.send('GET', path)))
        expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200]))
      }
    }))

  test('is limited in every spelling of the guess, and by token as well', () =>
    withServer({}, async (own) => {
      const path = '/api/orders/00000000-0000-4000-8000-000000000000'
      const spelled = ['%65mail=a@example.com', 'token=x', 'x=1&email=a@example.com', 'email']
      const answers = await Promise.all(
        times(80, (index) => own.browser().send('GET', `${path}?${spelled[index % 4]}`)),
      )
      expect(limited(answers)).toHaveLength(20)
    }))

  test('is limited through requests for mails too', () =>
    withServer({}, async (own) => {
      const body = { orderId: '00000000-0000-4000-8000-000000000000', email: 'a@example.com' }
      const answers = await Promise.all(
        times(35, () => own.browser().send('POST', '/api/send-confirmation-email', body)),
      )
      expect(limited(answers)).toHaveLength(35 - RESEND.perTarget.requests)
    }))

  test('is not hidden by a forwarded address that the guesser invented', async () => {
    const made = (index: number) => `203.0.113.${index}`
    const path = '/api/orders/00000000-0000-4000-8000-000000000000?email=a@example.com'
    // Behind a proxy, the server reads the address that the proxy has added at the end.
    for (const [publicUrl, forwarded] of [
      ['http://example.com', made],
      ['https://example.com', (index: number) => `${made(index)}, 198.51.100.7`],
    ] as const) {
      await withServer({ publicUrl }, async (own) => {
        const answers = await Promise.all(
          times(70, (index) =>
            own.browser({ 'x-forwarded-for': forwarded(index) }).send('GET', path),
          ),
        )
        expect(limited(answers)).toHaveLength(10)
      })
    }
  })

  test('is counted for each visitor behind one proxy', () =>
    withServer({ publicUrl: 'https://example.com' }, async (own) => {
      const path = '/api/orders/00000000-0000-4000-8000-000000000000?email=a@example.com'
      const answers = await Promise.all(
        times(70, (index) =>
          own.browser({ 'x-forwarded-for': `198.51.100.${index}` }).send('GET', path),
        ),
      )
      expect(limited(answers)).toEqual([])
    }))
})

describe('health', () => {
  test('says that the process is alive and ready', async () => {
    const browser = server.browser()
    expect(await browser.send('GET', '/healthz')).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    })
    expect(await browser.send('GET', '/readyz')).toMatchObject({
      status: 200,
      body: { status: 'ready', checks: { database: true, migrations: true, lanes: true } },
    })
  })

  test('is not ready once the lanes drain, but stays alive', () =>
    withServer({}, async (own) => {
      await own.foyer.context.lanes.drain()
      const ready = await own.browser().send('GET', '/readyz')
      expect([ready.status, ready.body.checks.lanes]).toEqual([503, false])
      expect((await own.browser().send('GET', '/healthz')).status).toBe(200)
      const held = await holdCart(own.browser(), await own.build.event())
      expect([held.status, held.body.code]).toEqual([503, 'busy'])
      expect(held.headers.get('retry-after')).toBe('1')
    }))

  test('is not ready while a migration is missing', () =>
    withServer({}, async (own) => {
      const [table] = await own.sql<{ name: string }>(
        `select tablename as name from pg_tables where tablename like '%migrations%'`,
      )
      await own.sql(`delete from "${table?.name}"`)
      const ready = await own.browser().send('GET', '/readyz')
      expect([ready.status, ready.body.checks.migrations]).toEqual([503, false])
    }))
})

describe('the description at /api/openapi.json', () => {
  test('has every endpoint with its parameters, its body and its errors', async () => {
    const { body } = await server.browser().send('GET', '/api/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    for (const [name, endpoint] of Object.entries<Endpoint>({ ...api, ...staffApi })) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      const operation = body.paths[path]?.[endpoint.method.toLowerCase()]
      expect(operation?.operationId).toBe(name)
      expect(Boolean(operation.requestBody)).toBe(Boolean(endpoint.body))
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
      const described = operation.parameters.map((parameter: { name: string }) => parameter.name)
      expect(described).toEqual(expect.arrayContaining(named))
      expect(operation.responses[String(endpoint.status ?? 200)]).toBeDefined()
      for (const code of [...endpoint.errors, ...COMMON_ERRORS]) {
        expect(operation.responses[String(STATUS_OF[code])]?.description).toContain(code)
      }
    }
  })

  test('names the fields of a query that is validated in two steps', async () => {
    const { body } = await server.browser().send('GET', '/api/openapi.json')
    const { parameters } = body.paths['/api/price/daily'].get
    expect(parameters.map(({ name }: { name: string }) => name)).toEqual([
      'eventId',
      'date',
      'access',
    ])
  })
})

describe('the provider’s webhook', () => {
  test.each<[string, Record<string, string>]>([
    ['no signature', {}],
    ['a wrong signature', { 'stripe-signature': 't=1,v1=00' }],
    ['a signature that is none', { 'stripe-signature': 'x' }],
  ])('refuses %s', async (_, headers) => {
    const body = JSON.stringify({ type: 'payment_intent.succeeded', data: { object: {} } })
    for (const sent of [body, 'no json', undefined]) {
      const answer = await server.browser().send('POST', '/api/stripe/webhook', sent, headers)
      expect([answer.status, answer.body]).toEqual([
        400,
        { error: 'The signature does not match.', code: 'webhook_signature_invalid' },
      ])
    }
  })
})
