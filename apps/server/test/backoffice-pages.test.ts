import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rawRequest, startTestServer, type TestServer } from '@foyer/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let distDir: string

beforeAll(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'foyer-test-backoffice-'))
  await mkdir(join(distDir, 'assets'))
  await writeFile(join(distDir, 'index.html'), '<!doctype html>office')
  await writeFile(join(distDir, 'assets', 'app-1.js'), 'export {}')
  server = await startTestServer({ jobs: false, backofficeDir: distDir })
  await server.build.tenant({ slug: 'harbor' })
  await server.foyer.context.tenants.reload()
})

afterAll(async () => {
  await server.close()
  await rm(distDir, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { redirect: 'manual', headers })

test.each(['/admin', '/admin/', '/admin/sign-in', '/admin/o/roxy/team?q=ada'])(
  '%s is the document of the back office, which nothing stores',
  async (path) => {
    const answer = await get(path)
    expect([answer.status, await answer.text()]).toEqual([200, '<!doctype html>office'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  },
)

test('the policy allows nothing of others, nothing inline and no frame', async () => {
  const policy = (await get('/admin')).headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe|https?:/)
})

test('its files are stored for a year, and a missing one is no page', async () => {
  const file = await get('/admin/assets/app-1.js')
  expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await get('/admin/assets/none.js')).status).toBe(404)
})

test.each([
  ['a subdomain of a shop', 'harbor.localhost', '/admin/sign-in'],
  ['the path of a shop', 'localhost', '/harbor/admin'],
])('%s leads to the back office on the main host', async (_, host, path) => {
  const answer = await rawRequest(server.url, { path, headers: { host } })
  expect(answer.status).toBe(307)
  expect(answer.headers.get('location')).toMatch(/^https?:\/\/[^/]+\/admin$/)
})

test.each([
  ['a subdomain of a shop', 'harbor.localhost', '/coupons'],
  ['the path of a shop', 'localhost', '/harbor/coupons'],
])(
  'the address of coupons on %s leads to its coupons in the back office',
  async (_, host, path) => {
    const answer = await rawRequest(server.url, { path, headers: { host } })
    expect(answer.status).toBe(307)
    expect(answer.headers.get('location')).toMatch(
      /^(https?:\/\/[^/]+)?\/admin\/o\/harbor\/coupons$/,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
  },
)
