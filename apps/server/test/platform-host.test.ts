import { rawRequest } from '@foyer/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWithPages, type TestPages } from './support/pages.ts'

/** A deployment at tickets.example.com, where one organizer has a domain of its own. */
let pages: TestPages

beforeAll(async () => {
  pages = await startWithPages({ publicUrl: 'https://tickets.example.com' })
  const { server } = pages
  const { tenantId } = await server.build.tenant({ slug: 'roxy' })
  await server.sql(
    `insert into tenant_domains (tenant_id, host, is_main) values (${tenantId}, 'roxy.com', true)`,
  )
  await server.foyer.context.tenants.reload()
})
afterAll(() => pages.close())

const ask = (host: string, path: string, headers: Record<string, string> = {}) =>
  rawRequest(pages.server.url, { path, headers: { host, ...headers } })

describe('the pages of the platform', () => {
  test.each([
    ['tickets.example.com', '/landing'],
    ['www.tickets.example.com', '/status'],
    ['127.0.0.1:3000', '/documentation/operations'],
    ['tickets.example.com', '/Privacy?x=1'],
    ['localhost', '/terms'],
  ])('are served on a main host: %s%s', async (host, path) => {
    const { status, body } = await ask(host, path)
    expect([status, body]).toEqual([200, expect.stringMatching(/^<!DOCTYPE html>platform: /)])
  })

  test.each([
    ['a domain of its own', 'roxy.com', '/status', {}],
    ['its subdomain', 'roxy.tickets.example.com', '/status', {}],
    ['its path', 'tickets.example.com', '/roxy/status', {}],
    ['a header', 'tickets.example.com', '/status', { 'x-tenant-subdomain': 'roxy' }],
  ])('are not those of a tenant that is named by %s', async (_, host, path, headers) => {
    // What the shop's own route table has at this address is a page for an unknown address.
    const { body } = await ask(host, path, headers)
    expect(body).toBe('<!DOCTYPE html>/status')
  })

  test('are not served on a host that is nobody’s', async () => {
    expect((await ask('example.org', '/status')).status).toBe(404)
  })

  test('are cached apart from the pages of the default tenant', async () => {
    const [own, shop] = await Promise.all([
      ask('tickets.example.com', '/terms'),
      ask('tickets.example.com', '/events'),
    ])
    expect([own.body, shop.body]).toEqual([
      '<!DOCTYPE html>platform: /terms',
      '<!DOCTYPE html>/events',
    ])
  })

  test('are served before there is a tenant', async () => {
    const { server } = pages
    await server.sql('update tenants set is_default = false')
    await server.foyer.context.tenants.reload()
    try {
      expect((await ask('tickets.example.com', '/')).status).toBe(404)
      expect((await ask('tickets.example.com', '/landing')).status).toBe(200)
    } finally {
      await server.sql('update tenants set is_default = true where tenant_id = 1')
      await server.foyer.context.tenants.reload()
    }
  })

  test('have the platform’s own colours', async () => {
    const { server } = pages
    const { brandSheet } = await import('../src/features/tenants/brand-sheet.ts')
    const { url, css } = brandSheet(server.foyer.context.tenants.platform())
    const sheet = await ask('tickets.example.com', url)
    expect([sheet.status, sheet.body]).toEqual([200, css])
    expect(sheet.headers.get('cache-control')).toContain('immutable')
  })
})
