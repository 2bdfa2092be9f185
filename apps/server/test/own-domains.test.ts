import { createHash } from 'node:crypto'
import { RESERVED_SEGMENTS } from '@foyer/domain'
import { type Answer, holdCart, inTenant, rawRequest, serverForTests } from '@foyer/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { NOTHING_CACHED } from './support/nothing-cached.ts'

/** A deployment at tickets.example.com with two organizers that have their own domains. */
const server = serverForTests({
  jobs: false,
  publicUrl: 'https://tickets.example.com',
  bounds: NOTHING_CACHED,
})
let roxy: number
let quay: number

beforeAll(async () => {
  roxy = (await server.build.tenant({ slug: 'roxy' })).tenantId
  quay = (await server.build.tenant({ slug: 'roxy-quay' })).tenantId
  await server.sql(`insert into tenant_domains (tenant_id, host, is_main) values
    (${roxy}, 'roxy.com', true), (${roxy}, 'www.roxy.com', false), (${quay}, 'box.quay.co.uk', true)`)
  await server.foyer.context.tenants.reload()
})

const ask = (
  host: string,
  path = '/api/tenant',
  headers: Record<string, string> = {},
): Promise<Answer> => rawRequest(server.url, { path, headers: { host, ...headers } })

describe("a domain of a tenant's own", () => {
  test.each([
    ['roxy.com', 'roxy'],
    ['ROXY.com:8443', 'roxy'],
    ['roxy.com.', 'roxy'],
    ['www.roxy.com', 'roxy'],
    // Its first label would otherwise be a tenant's name.
    ['box.quay.co.uk', 'roxy-quay'],
  ])('%s belongs to %s', async (host, slug) => {
    const { status, body } = await ask(host)
    expect([status, body.slug]).toEqual([200, slug])
  })

  test('selects its tenant: neither path nor header selects another one there', async () => {
    expect((await ask('roxy.com', '/roxy-quay/api/tenant')).status).toBe(404)
    const { body } = await ask('roxy.com', '/api/tenant', { 'x-tenant-subdomain': 'roxy-quay' })
    expect(body.slug).toBe('roxy')
  })

  test('leaves the tenant available at its subdomain and at its path', async () => {
    expect((await ask('roxy.tickets.example.com')).body.slug).toBe('roxy')
    expect((await ask('tickets.example.com', '/roxy/api/tenant')).body.slug).toBe('roxy')
  })

  test.each(['other.com', 'www.other.com', 'sub.roxy.com', 'example.com'])(
    'without a tenant is a 404 that names no tenant: %s',
    async (host) => {
      const call = await ask(host)
      expect([call.status, call.body.code]).toEqual([404, 'unknown_tenant'])
      const page = await ask(host, '/')
      expect([page.status, page.headers.get('content-type')]).toEqual([
        404,
        'text/html; charset=utf-8',
      ])
      expect(page.body).toContain('404 Page Not Found')
      expect(page.body).not.toMatch(/roxy|quay|href=/i)
    },
  )

  test('the page for an unknown host may use its own style and nothing else', async () => {
    const { headers, body } = await ask('other.com', '/')
    const style = /<style>([\s\S]*)<\/style>/.exec(body)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
    expect(headers.get('content-security-policy')).toContain(`default-src 'none'`)
  })

  test.each(['127.0.0.1:3000', '[::1]:3000', 'localhost:3000', 'web', 'www.tickets.example.com'])(
    'is not assumed for %s, which is a main host',
    async (host) => {
      expect((await ask(host)).body.slug).toBe('main')
    },
  )
})

describe('the canonical address of a site', () => {
  test.each([
    ['tickets.example.com', 'https://tickets.example.com'],
    ['www.roxy.com', 'https://roxy.com'],
    ['roxy.tickets.example.com', 'https://roxy.com'],
    ['roxy-quay.tickets.example.com', 'https://box.quay.co.uk'],
  ])('is for %s %s', async (host, siteUrl) => {
    expect((await ask(host)).body.siteUrl).toBe(siteUrl)
  })

  test('is a path of the main host for a tenant without a domain', async () => {
    await server.build.tenant({ slug: 'plain' })
    await server.foyer.context.tenants.reload()
    expect((await ask('plain.tickets.example.com')).body.siteUrl).toBe(
      'https://tickets.example.com/plain',
    )
  })
})

describe('isolation between the tenants of a deployment', () => {
  test('gives each host cookies of its own, which only that host receives', async () => {
    const event = await server.build.event({ tenantId: roxy })
    const browser = server.browser({ 'x-brand-path': 'roxy' })
    const response = await browser.fetch(`/api/checkout/carts/12345/hold`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k1' },
      body: JSON.stringify({
        eventId: event.eventId,
        sessionId: event.sessionId,
        tickets: [{ ticketTypeId: event.typeId, quantity: 1 }],
      }),
    })
    expect(response.status).toBe(201)
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax/)
    // Without Domain, a cookie belongs only to the host that set it, not to hosts beside or below
    // it.
    expect(cookie).not.toMatch(/domain=/i)
  })

  test('finds carts and orders by the tenant as well as by the cookie', async () => {
    const event = await server.build.event({ tenantId: roxy })
    const browser = server.browser({ 'x-brand-path': 'roxy' })
    await holdCart(browser, event, '23456')
    const there = await browser.send('GET', '/api/checkout/carts/23456', undefined, {
      'x-brand-path': 'roxy-quay',
    })
    expect(there.body.code).toBe('cart_not_found')
  })

  test('does not confuse stylesheets if one name is the prefix of another', async () => {
    const { body } = await ask('box.quay.co.uk')
    const sheet = await ask('box.quay.co.uk', body.brandCssUrl)
    expect(sheet.headers.get('cache-control')).toContain('immutable')
    const { body: theirs } = await ask('roxy.com')
    await server.sql(`update tenants set hue = 200 where tenant_id = ${quay}`)
    await server.foyer.context.tenants.reload()
    const stale = await ask('box.quay.co.uk', body.brandCssUrl)
    expect(stale.headers.get('cache-control')).toBe('no-cache')
    expect(stale.body).not.toBe((await ask('roxy.com', theirs.brandCssUrl)).body)
  })

  test.each(['/logos/a%00.svg', '/logos/%2e%2e%2fa.svg', '/logos/%27'])(
    'there is no logo at %s',
    async (path) => {
      expect((await ask('roxy.com', path)).status).toBe(404)
    },
  )

  test('shows logos only for their own tenant, as documents that may run nothing', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    await inTenant(server.foyer.context.db, roxy, (client) =>
      client.query(
        `insert into tenant_logos (tenant_id, file, media_type, bytes) values ($1, 'a1-120x40.svg', 'image/svg+xml', $2)`,
        [roxy, Buffer.from(svg)],
      ),
    )
    await server.sql(`update tenants set logo_file = 'a1-120x40.svg' where tenant_id = ${roxy}`)
    await server.foyer.context.tenants.reload()
    expect((await ask('roxy.com', '/api/tenant')).body.logo).toEqual({
      url: '/logos/a1-120x40.svg',
      width: 120,
      height: 40,
    })
    const logo = await ask('roxy.com', '/logos/a1-120x40.svg')
    expect([logo.status, logo.body]).toEqual([200, svg])
    expect(logo.headers.get('content-type')).toContain('image/svg+xml')
    expect(logo.headers.get('content-security-policy')).toContain('sandbox')
    expect((await ask('box.quay.co.uk', '/logos/a1-120x40.svg')).status).toBe(404)
    expect((await ask('tickets.example.com', '/roxy/logos/a1-120x40.svg')).status).toBe(200)
    expect((await ask('box.quay.co.uk')).body.logo).toBeNull()
  })

  test('caches pages and maps, and their tags, for each tenant separately', async () => {
    const hosts = ['roxy.com', 'box.quay.co.uk', 'tickets.example.com']
    for (const path of [
      '/api/pages/about',
      '/sitemap.xml',
      '/robots.txt',
      '/api/tenant',
      '/api/events',
    ]) {
      const answers = await Promise.all([...hosts, ...hosts].map((host) => ask(host, path)))
      const bodies = answers.map(({ body }) => JSON.stringify(body))
      expect(bodies.slice(0, 3)).toEqual(bodies.slice(3))
      if (path !== '/api/events') expect(new Set(bodies).size).toBe(3)
      const etag = answers[0]?.headers.get('etag') ?? ''
      expect((await ask('roxy.com', path, { 'if-none-match': etag })).status).toBe(304)
      if (path !== '/api/events') {
        expect((await ask('box.quay.co.uk', path, { 'if-none-match': etag })).status).toBe(200)
      }
    }
  })
})

describe('path segments reserved for the product', () => {
  test("are all the first segments of the server's routes", () => {
    const tree = server.foyer.app.printRoutes({ commonPrefix: false })
    const first = [...tree.matchAll(/^[├└]── \/?([\w.*-]*)/gm)].map(([, segment]) => segment ?? '')
    const owned = first.filter((segment) => /^[a-z0-9-]+$/.test(segment))
    expect(owned).toEqual(expect.arrayContaining(['api', 'posters', 'healthz']))
    const reserved: readonly string[] = RESERVED_SEGMENTS
    expect(owned.filter((segment) => !reserved.includes(segment))).toEqual([])
  })

  test.each(['posters', 'privacy', 'terms', 'documentation', 'status', 'manage-orders'])(
    'never name a brand, even if a tenant has had /%s as its slug: its site is its subdomain',
    async (slug) => {
      await server.build.tenant({ slug })
      await server.foyer.context.tenants.reload()
      expect((await ask('tickets.example.com', `/${slug}/api/tenant`)).status).toBe(404)
      const { body } = await ask(`${slug}.tickets.example.com`)
      expect(body).toMatchObject({ slug, siteUrl: `https://${slug}.tickets.example.com` })
    },
  )
})
