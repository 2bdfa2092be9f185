import { rawRequest, serverForTests, type TestServer, until } from '@foyer/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWithPages, type TestPages } from './support/pages.ts'
import { member, type TestPerson } from './support/staff.ts'

/** What becomes of a setting once it is saved: in every process, and in nobody's cache. */

const PATH = '/api/admin/settings'

describe('a setting that is saved', () => {
  const server = serverForTests({ isOneAddressMany: true })
  let other: Awaited<ReturnType<TestServer['sibling']>>
  let owner: TestPerson
  beforeAll(async () => {
    other = await server.sibling()
    owner = await member(server, 'owner')
  })
  afterAll(() => other?.close())

  const ask = (url: string, path: string) => rawRequest(url, { path })

  /** Reads over and over, so that the answer is cached in both processes; returns the milliseconds. */
  async function secondsUntil(path: string, isNew: (body: unknown) => boolean): Promise<number> {
    const begin = performance.now()
    await until(
      () => Promise.all([server.url, other.url].map((url) => ask(url, path))),
      (answers) => answers.every(({ body }) => isNew(body)),
    )
    return performance.now() - begin
  }

  const bodyHas = (text: string) => (body: unknown) => JSON.stringify(body).includes(text)

  test('is on the storefront within 1 s in every process, also where it was cached', async () => {
    const times: number[] = []
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
      await Promise.all([server.url, other.url].map((url) => ask(url, '/api/tenant')))
      const { body } = await owner.browser.send('GET', `${PATH}/look`)
      await owner.browser.send('PUT', `${PATH}/look`, { ...body, name: `Shop ${name}` })
      times.push(await secondsUntil('/api/tenant', bodyHas(`Shop ${name}`)))
    }
    expect(Math.max(...times)).toBeLessThan(1000)
  })

  test('is so for a page as well, which is no part of the registry', async () => {
    await Promise.all([server.url, other.url].map((url) => ask(url, '/api/pages/about')))
    const { body } = await owner.browser.send('GET', `${PATH}/pages/about`)
    await owner.browser.send('PUT', `${PATH}/pages/about`, { ...body, title: 'Who we are' })
    expect(await secondsUntil('/api/pages/about', bodyHas('Who we are'))).toBeLessThan(1000)
  })

  test('in this process is there with the next request', async () => {
    const { body } = await owner.browser.send('GET', `${PATH}/look`)
    await ask(server.url, '/api/tenant')
    await owner.browser.send('PUT', `${PATH}/look`, { ...body, tagline: 'At once' })
    expect((await ask(server.url, '/api/tenant')).body.tagline).toBe('At once')
  })
})

describe('a preview', () => {
  let pages: TestPages
  let owner: TestPerson
  beforeAll(async () => {
    pages = await startWithPages()
    owner = await member(pages.server, 'owner')
    const { version: _, logo: __, ...look } = (await owner.browser.send('GET', `${PATH}/look`)).body
    await owner.browser.send('POST', `${PATH}/look/preview`, { ...look, name: 'Unsaved', hue: 33 })
  })
  afterAll(() => pages?.close())

  const QUERY = '/page/1?preview=look&draft=1'

  test('is shown to the session that types it, stored nowhere and listed nowhere', async () => {
    const answer = await owner.browser.send('GET', QUERY)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    expect(pages.tenants.at(-1)).toMatchObject({
      name: 'Unsaved',
      hue: 33,
      brandCssUrl: expect.stringMatching(/^\/brand\/.*\?hue=33$/),
    })
    const { foyer, url } = pages.server
    expect(foyer.context.responses.load.size).toBe(0)
    const sheet = await rawRequest(url, { path: pages.tenants.at(-1)?.brandCssUrl ?? '' })
    expect(sheet.headers.get('cache-control')).toBe('no-store')
  })

  test('is the page as it is saved for a buyer, another member, and after a sign-out', async () => {
    const colleague = await member(pages.server, 'owner')
    const nameFor = async (browser: TestPerson['browser']) => {
      // A page of its own for each, so that it is rendered and not cached.
      await browser.send('GET', `/page/${crypto.randomUUID()}?preview=look`)
      return pages.tenants.at(-1)?.name
    }
    expect(await nameFor(pages.server.browser())).toBe('main')
    expect(await nameFor(colleague.browser)).toBe('main')
    expect(await nameFor(owner.browser)).toBe('Unsaved')
    await owner.browser.send('POST', '/api/platform/staff/sign-out')
    expect(await nameFor(owner.browser)).toBe('main')
  })

  test('ends after an hour', async () => {
    const late = await member(pages.server, 'manager')
    const { version: _, logo: __, ...look } = (await late.browser.send('GET', `${PATH}/look`)).body
    await late.browser.send('POST', `${PATH}/look/preview`, { ...look, name: 'Late' })
    await pages.server.sql(`update setting_previews set ends_at = now() - interval '1 second'`)
    await late.browser.send('GET', '/page/late?preview=look')
    expect(pages.tenants.at(-1)?.name).toBe('main')
  })
})
