import {
  type Answer,
  type BuiltEvent,
  holdCart,
  rawRequest,
  startTestServer,
  type TestServer,
  until,
} from '@foyer/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCart, stockOf, times } from './support/calls.ts'
import { browserWith, cookieOf } from './support/identity.ts'

const SLUGS = ['main', 'other', 'quayside']
let server: TestServer
const events: Record<string, BuiltEvent> = {}

beforeAll(async () => {
  server = await startTestServer({ jobs: false })
  const built = [
    { slug: 'main', tenantId: 1 },
    await server.build.tenant({ slug: 'other' }),
    await server.build.tenant({ slug: 'quayside' }),
  ]
  await server.foyer.context.tenants.reload()
  for (const { slug, tenantId } of built) {
    events[slug] = await server.build.event({ tenantId, name: `Night of ${slug}` })
  }
})
afterAll(() => server.close())

interface Ask {
  method?: string
  host?: string
  path?: string
  subdomain?: string
  brand?: string
}

const ask = (request: Ask, at = server.url): Promise<Answer> =>
  rawRequest(at, {
    ...(request.method ? { method: request.method } : {}),
    path: request.path ?? '/api/tenant',
    headers: {
      ...(request.host ? { host: request.host } : {}),
      ...(request.subdomain ? { 'x-tenant-subdomain': request.subdomain } : {}),
      ...(request.brand ? { 'x-brand-path': request.brand } : {}),
    },
  })

describe('a request belongs to the tenant', () => {
  test.each<[string, Ask, string]>([
    ['of the main host, where it names none', {}, 'main'],
    ['of its host’s first label', { host: 'other.example.com' }, 'other'],
    ['of its host in capitals and with a port', { host: 'OTHER.example.com:8080' }, 'other'],
    ['of its host below localhost', { host: 'other.localhost:3000' }, 'other'],
    ['of the brand its path begins with', { path: '/other/api/tenant' }, 'other'],
    ['of the brand in capitals', { path: '/Other/api/tenant' }, 'other'],
    ['of X-Tenant-Subdomain', { subdomain: 'other' }, 'other'],
    ['of X-Tenant-Subdomain in capitals', { subdomain: ' OTHER ' }, 'other'],
    ['of X-Brand-Path', { brand: 'other' }, 'other'],
    ['of X-Brand-Path with a slash', { brand: '/other' }, 'other'],
    ['of X-Brand-Path with two', { brand: '/other/' }, 'other'],
    ['of an IP address, which is a main host', { host: '10.1.2.3:3000' }, 'main'],
    ['of an IPv6 address', { host: '[::1]:3000' }, 'main'],
    ['of www, which is a main host', { host: 'www.example.com' }, 'main'],
    ['of a plain domain', { host: 'example.com' }, 'main'],
    ['of the header, at an IP address', { host: '10.1.2.3', subdomain: 'other' }, 'other'],
    ['of the path, at www', { host: 'www.example.com', path: '/other/api/tenant' }, 'other'],
    [
      'of the host before the header',
      { host: 'other.example.com', subdomain: 'quayside' },
      'other',
    ],
    [
      'of the path before the header',
      { path: '/other/api/tenant', subdomain: 'quayside' },
      'other',
    ],
    [
      'of the path before the brand header',
      { path: '/other/api/tenant', brand: 'quayside' },
      'other',
    ],
    [
      'of the subdomain header before the brand’s',
      { subdomain: 'other', brand: 'quayside' },
      'other',
    ],
  ])('%s', async (_, request, slug) => {
    const answer = await ask(request)
    expect([answer.status, answer.body.slug]).toEqual([200, slug])
  })

  test('of its host only: a path selects no other tenant there', async () => {
    const answer = await ask({ host: 'other.example.com', path: '/quayside/api/tenant' })
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })

  test('of PUBLIC_URL’s host, regardless of how many labels that has', async () => {
    const own = await startTestServer({ jobs: false, publicUrl: 'http://tickets.example.com' })
    try {
      await own.build.tenant({ slug: 'other' })
      await own.foyer.context.tenants.reload()
      const slugAt = async (host: string) => (await ask({ host }, own.url)).body.slug
      expect(await slugAt('tickets.example.com')).toBe('main')
      expect(await slugAt('other.tickets.example.com')).toBe('other')
      expect((await ask({ host: 'shop.example.com' }, own.url)).status).toBe(404)
    } finally {
      await own.close()
    }
  })
})

describe('a tenant that does not exist', () => {
  const UNKNOWN: [string, Ask][] = [
    ['by host', { host: 'nobody.example.com' }],
    ['by localhost', { host: 'nobody.localhost' }],
    ['by the subdomain header', { subdomain: 'nobody' }],
    ['by the brand header', { brand: '/nobody' }],
    ['by host, though a header names one', { host: 'nobody.example.com', subdomain: 'other' }],
    ['by header, though another names one', { subdomain: 'nobody', brand: 'other' }],
    ['by a prototype’s key', { subdomain: '__proto__' }],
    ['by the number of one', { subdomain: '1' }],
    ['by a pattern', { subdomain: 'othe%' }],
    ['by two names', { subdomain: 'other, quayside' }],
  ]
  const named = (text: string) =>
    SLUGS.filter((slug) => text.replace(/<[^>]+>/g, '').includes(slug))

  test.each(UNKNOWN)('%s is a 404 in JSON that names no other tenant', async (_, request) => {
    const answer = await ask(request)
    expect([answer.status, answer.body.code]).toEqual([404, 'unknown_tenant'])
    expect(answer.body.error).toEqual(expect.any(String))
    expect(named(JSON.stringify(answer.body))).toEqual([])
  })

  test('gets a page that names no other tenant, if a page was requested', async () => {
    for (const path of ['/', '/events-api/1', '/nowhere', '/other/', '/other/api/tenant']) {
      const answer = await ask({ host: 'nobody.example.com', path })
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toContain('text/html')
      expect(answer.body).toContain('404 Page Not Found')
      expect(named(answer.body)).toEqual([])
    }
    expect((await ask({ subdomain: 'nobody', path: '/' })).body).toContain('404 Page Not Found')
  })

  test('gets JSON for a method by which nobody opens a page', async () => {
    const answer = await ask({ method: 'OPTIONS', path: '/status.json', subdomain: 'nobody' })
    expect([answer.status, answer.body.code]).toEqual([404, 'unknown_tenant'])
  })

  test('is refused in the field where the call’s clients look for the text', async () => {
    const answer = await ask({ path: '/api/price/daily', subdomain: 'nobody' })
    expect(answer.body).toMatchObject({
      error: { message: expect.any(String) },
      code: 'unknown_tenant',
    })
  })

  test('is an unknown path if it is named by path', async () => {
    for (const path of ['/unknownbrand/api/events', '/unknownbrand/api/tenant', '/unknownbrand']) {
      const answer = await ask({ path })
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
      expect(named(JSON.stringify(answer.body))).toEqual([])
    }
  })

  test('does not affect health and readiness', async () => {
    for (const path of ['/healthz', '/readyz']) {
      // On a busy machine, readiness may be refused for a moment, whatever the host.
      await until(
        () => ask({ host: 'nobody.example.com', path }),
        ({ status }) => status === 200,
      )
    }
  })
})

describe('with one and the same cookie', () => {
  test('a cart of one tenant does not exist for another, and numbers may repeat', async () => {
    const [here, there] = [events.main, events.other]
    if (!here || !there) throw new Error('The events were built before')
    const browser = server.browser()
    await holdCart(browser, here)
    const elsewhere = browserWith(server, cookieOf(browser), { 'x-brand-path': 'other' })
    expect((await getCart(elsewhere)).body.code).toBe('cart_not_found')
    const byPath = await browser.send('GET', '/other/api/checkout/carts/12345')
    expect(byPath.body.code).toBe('cart_not_found')

    expect((await holdCart(elsewhere, there, '12345', 3)).status).toBe(201)
    expect((await getCart(browser)).body.eventId).toBe(here.eventId)
    expect((await getCart(elsewhere)).body.eventId).toBe(there.eventId)
    await elsewhere.send('DELETE', '/api/checkout/holds/cart/12345')
    expect((await getCart(browser)).body.quote.ticketCount).toBe(2)
    expect(await stockOf(server, there.sessionId)).toEqual({ held: 0, sold: 0 })
  })
})

describe('cached responses', () => {
  test.each(['/sitemap.xml', '/robots.txt'])(
    'never cross from a brand’s path to the same path of another tenant: %s',
    async (path) => {
      const other = await ask({ path: `/other${path}` })
      const main = await ask({ path })
      expect([other.status, main.status]).toEqual([200, 200])
      expect(main.body).not.toEqual(other.body)
      expect((await ask({ path: `/quayside${path}` })).body).not.toEqual(other.body)
      expect((await ask({ path })).body).toEqual(main.body)
      expect((await ask({ path: `/other${path}` })).body).toEqual(other.body)
    },
  )

  const ways: [string, (slug: string, path: string) => Ask][] = [
    ['subdomain header', (slug, path) => ({ subdomain: slug, path })],
    ['brand header', (slug, path) => ({ brand: `/${slug}`, path })],
    ['host', (slug, path) => ({ host: `${slug}.example.com`, path })],
    ['path', (slug, path) => ({ path: `/${slug}${path}` })],
  ]
  const namesIn = (answer: Answer) => answer.body.map((event: { name: string }) => event.name)

  test('never cross tenants, even if both are requested at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const asked = times(10, () => ways)
        .flat()
        .flatMap(([way, requestOf]) =>
          SLUGS.map((slug) => ({ way, slug, request: requestOf(slug, '/api/events') })),
        )
      const answers = await Promise.all(
        asked.map(async ({ way, slug, request }) => [way, slug, namesIn(await ask(request))]),
      )
      expect(answers).toEqual(asked.map(({ way, slug }) => [way, slug, [`Night of ${slug}`]]))
    }
  })

  test.each(['/api/tenant', '/api/events', '/api/openapi.json?x=1'])(
    'at %s name the headers that they depend on, or are the same for all',
    async (path) => {
      const [one, two] = await Promise.all([ask({ path }), ask({ path, subdomain: 'other' })])
      const isSame = JSON.stringify(one?.body) === JSON.stringify(two?.body)
      const vary = one?.headers.get('vary') ?? ''
      expect(isSame || (vary.includes('x-tenant-subdomain') && vary.includes('x-brand-path'))).toBe(
        true,
      )
    },
  )

  test('have a tag that another tenant’s response does not match', async () => {
    const path = '/api/events'
    const tagOf = async (slug: string) =>
      (await ask({ subdomain: slug, path })).headers.get('etag') ?? ''
    const revalidate = (slug: string, etag: string) =>
      server.browser({ 'x-tenant-subdomain': slug, 'if-none-match': etag }).fetch(path)
    for (const slug of SLUGS) {
      const etag = await tagOf(slug)
      expect((await revalidate(slug, etag)).status).toBe(304)
      for (const stranger of SLUGS.filter((name) => name !== slug)) {
        const answer = await revalidate(stranger, etag)
        expect(answer.status).toBe(200)
        expect(await answer.text()).toContain(`Night of ${stranger}`)
      }
    }
  })

  test('never give a tenant the refusal of another one', async () => {
    const path = `/api/events/${events.other?.eventId}`
    const slugs = ['main', 'other', 'quayside', 'other', 'main']
    const answers = await Promise.all(slugs.map((subdomain) => ask({ subdomain, path })))
    expect(answers.map(({ status }) => status)).toEqual([404, 200, 404, 200, 404])
  })
})
