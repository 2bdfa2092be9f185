import { type Answer, rawRequest, startTestServer, type TestServer } from '@foyer/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: false })
  await server.build.tenant({ slug: 'harbor' })
  await server.foyer.context.tenants.reload()
})
afterAll(() => server.close())

const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  rawRequest(server.url, { path, headers })

describe('the tenant of a request', () => {
  test.each([
    ['the main host', '/api/tenant', {}, 'main'],
    ['its own subdomain', '/api/tenant', { host: 'harbor.example.com' }, 'harbor'],
    ['in any case, with a port', '/api/tenant', { host: 'HARBOR.Example.com:8443' }, 'harbor'],
    ['a subdomain of localhost', '/api/tenant', { host: 'harbor.localhost:3000' }, 'harbor'],
    ['www is no tenant', '/api/tenant', { host: 'www.example.com' }, 'main'],
    ['a domain without subdomain', '/api/tenant', { host: 'example.com' }, 'main'],
    ['an address of numbers', '/api/tenant', { host: '10.0.0.1:3000' }, 'main'],
    ['its path', '/harbor/api/tenant', {}, 'harbor'],
    ['its path in any case', '/Harbor/api/tenant', {}, 'harbor'],
    ['its path with a query', '/harbor/api/tenant?x=/main/', {}, 'harbor'],
    ['the header of the subdomain', '/api/tenant', { 'x-tenant-subdomain': 'harbor' }, 'harbor'],
    ['the header of the brand', '/api/tenant', { 'x-brand-path': 'harbor' }, 'harbor'],
    ['the header of the brand, as a path', '/api/tenant', { 'x-brand-path': '/Harbor/' }, 'harbor'],
    ['an empty header names none', '/api/tenant', { 'x-tenant-subdomain': '' }, 'main'],
    [
      'the subdomain before the brand',
      '/api/tenant',
      { 'x-tenant-subdomain': 'harbor', 'x-brand-path': 'main' },
      'harbor',
    ],
    [
      'the host before the headers',
      '/api/tenant',
      { host: 'harbor.example.com', 'x-tenant-subdomain': 'main', 'x-brand-path': 'main' },
      'harbor',
    ],
    ['the path before the headers', '/harbor/api/tenant', { 'x-brand-path': 'main' }, 'harbor'],
  ])('%s', async (_, path, headers, slug) => {
    const answer = await get(path, headers)
    expect(answer.status).toBe(200)
    expect(answer.body.slug).toBe(slug)
  })

  test("on a tenant's own host a path names no other", async () => {
    const answer = await get('/main/api/tenant', { host: 'harbor.example.com' })
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await get('/harbor/harbor/api/tenant')).status).toBe(404)
  })

  test('that does not exist is a 404 that names no other tenant', async () => {
    for (const [path, headers] of [
      ['/api/tenant', { host: 'nobody.example.com' }],
      ['/api/events', { 'x-tenant-subdomain': 'nobody' }],
      ['/api/events', { 'x-brand-path': '../main' }],
      ['/api/events', { 'x-tenant-subdomain': 'harbor, main' }],
      ['/api/nowhere', { host: 'nobody.localhost' }],
    ] as const) {
      const answer = await get(path, headers)
      expect(answer).toMatchObject({ status: 404, body: { code: 'unknown_tenant' } })
      expect(JSON.stringify(answer.body)).not.toMatch(/main|harbor/)
    }
    const page = await get('/events-api', { host: 'nobody.example.com' })
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.body).toContain('404 Page Not Found')
    expect(page.body).not.toContain('harbor')
  })

  test('is asked of no reserved word: /events is a page, whoever calls himself so', async () => {
    await server.build.tenant({ slug: 'events' })
    await server.foyer.context.tenants.reload()
    expect((await get('/events/api/tenant')).status).toBe(404)
  })

  test('is known as soon as the registry is read again, and not before', async () => {
    await server.build.tenant({ slug: 'late' })
    expect((await get('/late/api/tenant')).status).toBe(404)
    await server.foyer.context.tenants.reload()
    expect((await get('/late/api/tenant')).body.slug).toBe('late')
  })
})

describe('behind PUBLIC_URL', () => {
  test('its host is the main one, and what is below it are tenants', async () => {
    const behind = await startTestServer({ jobs: false, publicUrl: 'https://tickets.example.com' })
    await behind.build.tenant({ slug: 'harbor' })
    await behind.foyer.context.tenants.reload()
    const slugAt = async (host: string) =>
      (await rawRequest(behind.url, { path: '/api/tenant', headers: { host } })).body.slug
    expect(await slugAt('tickets.example.com')).toBe('main')
    expect(await slugAt('harbor.tickets.example.com')).toBe('harbor')
    expect(await slugAt('harbor.example.com')).toBe('harbor')
    await behind.close()
  })
})

describe('health', () => {
  test('is asked of no tenant at all', async () => {
    for (const path of ['/healthz', '/readyz']) {
      expect((await get(path, { host: 'nobody.example.com' })).status).toBe(200)
    }
  })
})

describe("a tenant's answers", () => {
  test('are never another’s, though both were just asked for and kept', async () => {
    const { tenantId } = await server.build.tenant({ slug: 'quay' })
    await server.foyer.context.tenants.reload()
    const mine = await server.build.event({ name: 'Ours' })
    const theirs = await server.build.event({ tenantId, name: 'Theirs' })
    const ask = (path: string, headers: Record<string, string>) => get(path, headers)
    for (let round = 0; round < 2; round += 1) {
      const main = await ask('/api/events', {})
      const byHeader = await ask('/api/events', { 'x-brand-path': 'quay' })
      const byPath = await ask('/quay/api/events', {})
      const byHost = await ask('/api/events', { host: 'quay.example.com' })
      const names = (answer: Answer) => answer.body.map((event: { name: string }) => event.name)
      expect(names(main)).toContain('Ours')
      expect(names(main)).not.toContain('Theirs')
      for (const answer of [byHeader, byPath, byHost]) expect(names(answer)).toEqual(['Theirs'])
    }
    const asked = (eventId: string, brand: string) =>
      get(`/api/events/${eventId}`, { 'x-brand-path': brand })
    expect((await asked(mine.eventId, 'main')).status).toBe(200)
    expect((await asked(mine.eventId, 'quay')).status).toBe(404)
    expect((await asked(theirs.eventId, 'quay')).status).toBe(200)
    expect((await asked(theirs.eventId, 'main')).status).toBe(404)
  })
})
