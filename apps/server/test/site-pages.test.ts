import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { PageBlock } from '@foyer/contract'
import { SITE_PAGE_NAMES, SITE_PAGE_SLUGS } from '@foyer/domain'
import { inTenant, rawRequest, serverForTests } from '@foyer/testkit'
import { beforeAll, describe, expect, test } from 'vitest'

const server = serverForTests({ jobs: false })
let other: number

beforeAll(async () => {
  other = (await server.build.tenant({ slug: 'other' })).tenantId
  await server.foyer.context.tenants.reload()
})

const write = (tenantId: number, slug: string, title: string, body: string) =>
  inTenant(server.foyer.context.db, tenantId, (client) =>
    client.query(
      'insert into tenant_pages (tenant_id, slug, title, body) values ($1, $2, $3, $4)',
      [tenantId, slug, title, body],
    ),
  )

const pageOf = (slug: string, brand?: string) =>
  server.browser(brand ? { 'x-brand-path': brand } : {}).send('GET', `/api/pages/${slug}`)

const textOf = (blocks: readonly PageBlock[]) =>
  blocks
    .flatMap((block) => {
      if (block.kind === 'heading') return block.text
      return (block.kind === 'list' ? block.items.flat() : block.spans).map(({ text }) => text)
    })
    .join(' ')

describe('a page of the footer', () => {
  test.each(SITE_PAGE_SLUGS)(
    'has a default text until its organizer writes one: %s',
    async (slug) => {
      const { status, body } = await pageOf(slug)
      expect(status).toBe(200)
      expect(body).toMatchObject({ slug, title: SITE_PAGE_NAMES[slug], updatedAt: null })
      expect(body.summary.length).toBeGreaterThan(30)
      expect(textOf(body.blocks)).toContain('help@example.com')
    },
  )

  test('has the organizer’s own text once there is one, on no other organizer’s site', async () => {
    await write(other, 'press', 'For the press', 'Write to **Mina**.')
    expect((await pageOf('press', 'other')).body).toMatchObject({
      title: 'For the press',
      summary: 'Write to Mina.',
      blocks: [{ spans: [{ text: 'Write to ' }, { text: 'Mina', strong: true }, { text: '.' }] }],
      updatedAt: expect.any(String),
    })
    expect((await pageOf('press')).body).toMatchObject({ title: 'Press', updatedAt: null })
    expect(JSON.stringify((await pageOf('press')).body)).not.toContain('Mina')
  })

  test('has the quotation marks of print, and links that lead where they were typed to', async () => {
    const body = `Ask "**Mina**" at [our site](https://a.example/it's "Our 'site'").`
    await write(other, 'contact', "It's us", body)
    expect((await pageOf('contact', 'other')).body).toMatchObject({
      title: 'It’s us',
      blocks: [
        {
          spans: [
            { text: 'Ask “' },
            { text: 'Mina', strong: true },
            { text: '” at ' },
            { text: 'our site', href: "https://a.example/it's" },
            { text: '.' },
          ],
        },
      ],
    })
  })

  test.each(['nothing', '__proto__', 'constructor', 'HELP', '%00'])(
    'does not exist under the name %s',
    async (slug) => {
      expect((await pageOf(slug)).status).toBe(404)
    },
  )
})

describe('a text of the platform', () => {
  const textsOf = async (slug: string, brand?: string) =>
    server
      .browser(brand ? { 'x-brand-path': brand } : {})
      .send('GET', `/api/platform/pages/${slug}`)

  test.each(['privacy', 'terms'] as const)(
    'is its own and not that of the default tenant: %s',
    async (slug) => {
      const [ours, theirs] = await Promise.all([textsOf(slug), pageOf(slug)])
      expect(ours.body).toMatchObject({ slug, title: SITE_PAGE_NAMES[slug], updatedAt: null })
      expect(ours.body.blocks).not.toEqual(theirs.body.blocks)
      expect(textOf(ours.body.blocks)).toContain('help@example.com')
    },
  )

  test('does not change if the default tenant writes a page of the same name', async () => {
    const before = (await textsOf('terms')).body
    await write(1, 'terms', 'House rules', 'No umbrellas.')
    expect((await textsOf('terms')).body).toEqual(before)
  })

  test.each([
    ['help', undefined],
    ['constructor', undefined],
    ['terms', 'other'],
  ])('does not exist: %s for %s', async (slug, brand) => {
    expect((await textsOf(slug, brand)).status).toBe(404)
  })
})

const STOREFRONT = fileURLToPath(new URL('../../storefront/src', import.meta.url))
const SERVER = fileURLToPath(new URL('../src', import.meta.url))

const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))

describe('a ticket’s code', () => {
  const marksTickets = sourcesIn(SERVER).some((source) =>
    /set redeemed_at|set\(\{[^}]*redeemed_at/.test(source),
  )
  const PROMISE = /scanned|marked as used|lets one person in|let in, once|opens? the door once/i

  test('is never described as scanned or as admitting once while nothing redeems tickets', async () => {
    const pages = await Promise.all(SITE_PAGE_SLUGS.map((slug) => pageOf(slug)))
    const promises = pages
      .map(({ body }) => `${body.slug}: ${textOf(body.blocks)}`)
      .filter((text) => PROMISE.test(text))
    expect(marksTickets ? [] : promises).toEqual([])
  })
})

describe('the cookie policy', () => {
  test('names everything that is stored in a browser', async () => {
    // Events and element ids also have our prefix, but are not stored.
    const notStored = ['foyer-ready', 'foyer-data']
    const kept = sourcesIn(STOREFRONT)
      .flatMap((source) => [...source.matchAll(/['"`](foyer-[a-z-]+)/g)].map(([, name]) => name))
      .filter((name): name is string => name !== undefined && !notStored.includes(name))
    const cookies = sourcesIn(SERVER).flatMap((source) =>
      [...source.matchAll(/COOKIE = '(\w+)'/g)].map(([, name]) => name),
    )
    expect(new Set(kept).size).toBeGreaterThan(4)
    expect(cookies).toEqual(['foyer_browser', 'foyer_wrote'])
    const text = textOf((await pageOf('cookies')).body.blocks)
    const missing = [...kept, ...cookies].filter((name) => name && !text.includes(name))
    expect(missing).toEqual([])
  })
})

describe('a search engine', () => {
  const linesOf = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url)
  const read = (path: string, host?: string) =>
    rawRequest(server.url, { path, headers: host ? { host } : {} })

  test('gets the pages and future events of the requested tenant only, and the platform’s where they share a host', async () => {
    const mine = await server.build.event({ tenantId: 1 })
    const theirs = await server.build.event({ tenantId: other })
    const past = await server.build.event({ tenantId: other, inDays: -7 })
    const [here, there] = await Promise.all([read('/sitemap.xml'), read('/other/sitemap.xml')])
    const origin = server.foyer.context.origin()
    const [row] = await server.sql('select venue_id from events where id = $1', [theirs.eventId])
    expect(linesOf(there.body)).toEqual([
      `${origin}/other/`,
      `${origin}/other/events-api/${theirs.eventId}`,
      `${origin}/other/venues/${row?.venue_id}`,
      ...SITE_PAGE_SLUGS.map((slug) => `${origin}/other/pages/${slug}`),
    ])
    expect(here.body).toContain(mine.eventId)
    for (const page of ['landing', 'documentation', 'status', 'privacy', 'terms']) {
      expect(linesOf(here.body)).toContain(`${origin}/${page}`)
    }
    expect(here.body).not.toContain('other')
    expect(here.body).not.toContain(theirs.eventId)
    expect(there.body).not.toContain(past.eventId)
  })

  test("gets the sitemap's address from robots.txt, which excludes the API", async () => {
    const { body, headers } = await read('/robots.txt', 'other.example.com')
    expect(headers.get('content-type')).toContain('text/plain')
    expect(body).toContain(`Sitemap: ${server.foyer.context.origin()}/other/sitemap.xml`)
    expect(body).toContain('Disallow: /other/api/')
  })
})
