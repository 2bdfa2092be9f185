import { type Answer, buy, rawRequest, serverForTests, startTestServer } from '@foyer/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { newToken } from '../src/adapters/ids.ts'
import { times } from './support/calls.ts'

/** A site that buyers reach by HTTPS, behind proxies, with an organizer's own domain. */
const server = serverForTests({ jobs: false, publicUrl: 'https://tickets.example.com' })

beforeAll(async () => {
  const { tenantId } = await server.build.tenant({ slug: 'roxy' })
  await server.sql(`insert into tenant_domains (tenant_id, host, is_main) values
    (${tenantId}, 'roxy.com', true)`)
  await server.foyer.context.tenants.reload()
})

describe('HSTS', () => {
  const policyAt = async (host: string, path: string) =>
    (await rawRequest(server.url, { path, headers: { host } })).headers.get(
      'strict-transport-security',
    )

  test.each(['/api/tenant', '/api/stripe/config', '/healthz', '/nowhere'])(
    'covers the hosts below the main host, and none below an organizer’s own domain (%s)',
    async (path) => {
      const own = 'max-age=31536000'
      // In turn, so that headers sent for one host are not sent for the next.
      for (let round = 0; round < 2; round += 1) {
        expect(await policyAt('tickets.example.com', path)).toBe(`${own}; includeSubDomains`)
        expect(await policyAt('Tickets.Example.com:443', path)).toBe(`${own}; includeSubDomains`)
        expect(await policyAt('roxy.com', path)).toBe(own)
      }
    },
  )
})

describe('the cookie of a browser', () => {
  test('has the __Host- prefix and is Secure, regardless of the scheme that a proxy reports', async () => {
    for (const scheme of ['https', 'http']) {
      const browser = server.browser({ 'x-forwarded-proto': scheme })
      await buy(browser, await server.build.event())
      expect([...browser.cookies.keys()]).toEqual(['__Host-foyer_browser'])
    }
  })

  test('does not give the order to the owner of a cookie planted by a neighbouring host', async () => {
    const planted = newToken()
    const buyer = server.browser()
    buyer.setCookie('foyer_browser', planted)
    const { body } = await buy(buyer, await server.build.event())
    const attacker = server.browser()
    for (const name of ['foyer_browser', '__Host-foyer_browser']) attacker.setCookie(name, planted)
    expect((await buyer.send('GET', `/api/orders/${body.id}`)).status).toBe(200)
    expect((await attacker.send('GET', `/api/orders/${body.id}`)).status).toBe(404)
  })
})

describe('a limit by address', () => {
  const path = '/api/orders/00000000-0000-4000-8000-000000000000?email=a@example.com'
  const limitedOf = async (
    options: NonNullable<Parameters<typeof startTestServer>[0]>,
    forwardedFor: (index: number) => string,
  ): Promise<number> => {
    const own = await startTestServer({ jobs: false, publicUrl: 'https://example.com', ...options })
    try {
      const answers: Answer[] = await Promise.all(
        times(70, (index) =>
          own.browser({ 'x-forwarded-for': forwardedFor(index) }).send('GET', path),
        ),
      )
      return answers.filter(({ status }) => status === 429).length
    } finally {
      await own.close()
    }
  }

  test('counts a client as one even if its proxy appends the port of each connection', {
    tags: ['night'],
  }, async () => {
    expect(await limitedOf({}, (index) => `198.51.100.7:${10_000 + index}`)).toBe(10)
    expect(await limitedOf({}, (index) => `[2001:db8::7]:${10_000 + index}`)).toBe(10)
  })

  test('counts the visitors, not the edge servers in front of our own proxy', {
    tags: ['night'],
  }, async () => {
    const visitors = (index: number) => `198.51.100.${index}, 203.0.113.9`
    expect(await limitedOf({}, visitors)).toBe(10)
    expect(await limitedOf({ trustedProxies: 2 }, visitors)).toBe(0)
    const networks = ['127.0.0.0/8', '203.0.113.0/24']
    expect(await limitedOf({ trustedProxies: networks }, visitors)).toBe(0)
  })

  test('is not bypassed by invented addresses behind several proxies', {
    tags: ['night'],
  }, async () => {
    const invented = (index: number) => `192.0.2.${index}, 198.51.100.7, 203.0.113.9`
    expect(await limitedOf({ trustedProxies: 2 }, invented)).toBe(10)
    const networks = ['127.0.0.0/8', '203.0.113.0/24']
    expect(await limitedOf({ trustedProxies: networks }, invented)).toBe(10)
  })
})
