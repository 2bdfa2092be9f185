import { changeEvent, makePicture, setEventPicture } from '@foyer/server/catalog-editing'
import { type BuiltEvent, buy, serverForTests } from '@foyer/testkit'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { previewOfSite } from '../src/engine/posters/poster-facts.ts'
import { NOTHING_CACHED } from './support/nothing-cached.ts'

const server = serverForTests({ jobs: false, bounds: NOTHING_CACHED })
const caching = serverForTests({ jobs: false })

const TENANT = `(select tenant_id from tenants where slug = 'main')`

const tenantIdOf = async (): Promise<number> => {
  const [row] = await server.sql<{ tenant_id: number }>(`select ${TENANT} as tenant_id`)
  return row?.tenant_id ?? 0
}

const pathOf = async ({ eventId }: BuiltEvent): Promise<string> =>
  (await server.browser().send('GET', `/api/events/${eventId}`)).body.previewPath

const open = (path: string) => server.browser().fetch(path, { redirect: 'manual' })

describe('the link preview of an event', () => {
  test('is a PNG of 1200 x 630 that is cached for good', async () => {
    const answer = await open(await pathOf(await server.build.event({ name: 'Night Market' })))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('set-cookie')).toBeNull()
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    // Messengers leave out larger pictures, or load them late.
    expect(bytes.length).toBeLessThan(200_000)
  })

  test('is drawn once for requests at the same time, and stored', async () => {
    const path = await pathOf(await server.build.event())
    const run = server.foyer.context.runTask
    let drawn = 0
    server.foyer.context.runTask = (name, input) => {
      drawn += 1
      return run(name, input)
    }
    try {
      const answers = await Promise.all(Array.from({ length: 12 }, () => open(path)))
      expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
      expect(drawn).toBe(1)
      expect((await open(path)).status).toBe(200)
      expect(drawn).toBe(1)
    } finally {
      server.foyer.context.runTask = run
    }
  })

  test('is drawn after the tickets of buyers if somebody asks for those of many events', async () => {
    const event = await server.build.event()
    const browser = server.browser()
    const { body: order } = await buy(browser, event)
    const paths: string[] = []
    for (let count = 0; count < 30; count += 1) paths.push(await pathOf(await server.build.event()))
    const run = server.foyer.context.runTask
    const halt = Promise.withResolvers<void>()
    server.foyer.context.runTask = async (name, input) => {
      if (name === 'preview') await halt.promise
      return run(name, input)
    }
    try {
      const answers = paths.map(open)
      const refused = await Promise.race(answers)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
      const tickets = await browser.fetch(`/api/orders/${order.orderId}/tickets.pdf`)
      expect(tickets.status).toBe(200)
      halt.resolve()
      const statuses = (await Promise.all(answers)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(21)
    } finally {
      halt.resolve()
      server.foyer.context.runTask = run
    }
  })

  test('has a new address once its event changes; the old one leads there', async () => {
    const event = await server.build.event()
    const before = await pathOf(event)
    expect((await open(before)).status).toBe(200)
    await server.foyer.context.db.withTenant(await tenantIdOf(), (tx) =>
      changeEvent(tx, event.eventId, { name: 'Another Night Market' }),
    )
    const after = await pathOf(event)
    expect(after).not.toBe(before)
    const old = await open(before)
    expect(old.status).toBe(302)
    expect(new URL(old.headers.get('location') ?? '', server.url + before).pathname).toBe(after)
    expect((await open(after)).status).toBe(200)
    expect(
      await server.sql('select version from link_previews where subject = $1', [event.eventId]),
    ).toEqual([{ version: after.slice(-16, -4) }])
  })

  test("is the organizer's picture where there is one", async () => {
    const event = await server.build.event()
    const drawn = await pathOf(event)
    const upload = await sharp({
      create: { width: 800, height: 800, channels: 3, background: '#a33' },
    })
      .png()
      .toBuffer()
    const made = await makePicture(upload)
    if (!made.ok) throw new Error(made.refusal.message)
    const tenantId = await tenantIdOf()
    await server.foyer.context.db.withTenant(tenantId, (tx) =>
      setEventPicture(tx, tenantId, event.eventId, { picture: made.value, alt: 'Red' }),
    )
    const path = await pathOf(event)
    expect(path).toBe(`/pictures/${made.value.hash}/social-1200.jpg`)
    const old = await open(drawn)
    expect(new URL(old.headers.get('location') ?? '', server.url + drawn).pathname).toBe(path)
  })

  test('is not given to visitors of another organizer', async () => {
    const path = await pathOf(await server.build.event())
    expect((await open(path)).status).toBe(200)
    await server.build.tenant({ slug: 'next-door' })
    await server.foyer.context.tenants.reload()
    const stranger = server.browser({ 'x-tenant-subdomain': 'next-door' })
    expect((await stranger.fetch(path)).status).toBe(404)
  })

  test.each([
    '/previews/site/0123456789ab.svg',
    '/previews/site/short.png',
    '/previews/elsewhere/0123456789ab.png',
    `/previews/${crypto.randomUUID()}/0123456789ab.png`,
  ])('has no address %s', async (path) => {
    expect((await open(path)).status).toBe(404)
  })
})

test('the pages of an organizer have a preview with its name', async () => {
  const { body: tenant } = await server.browser().send('GET', '/api/tenant')
  expect(tenant.previewPath).toMatch(/^\/previews\/site\/[0-9a-f]{12}\.png$/)
  const answer = await open(tenant.previewPath)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
})

test("the platform's pages have a preview with its name, and not with the tenant's", async () => {
  const { context } = server.foyer
  const path = previewOfSite(context.tenants.platform())
  expect(path).toMatch(/^\/previews\/platform\//)
  const answer = await open(path)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/png')
})

describe('a poster', () => {
  test('leads from an address with a theme to its only one', async () => {
    const { eventId } = await server.build.event()
    const old = await open(`/posters/${eventId}/wide-light.svg?date=2026-11-21`)
    expect(old.status).toBe(301)
    expect(old.headers.get('location')).toBe('wide.svg?date=2026-11-21')
    expect((await open(`/posters/${eventId}/wide.svg`)).status).toBe(200)
  })

  test('prints the day of a ticket instead of the days of its event, if it takes place then', async () => {
    const { eventId, sessionId } = await server.build.event({ sessions: 2 })
    await server.sql(
      `update sessions set local_date = local_date + 3, starts_at = starts_at + interval '3 days',
       ends_at = ends_at + interval '3 days' where id = $1`,
      [sessionId],
    )
    const days = await server.sql<{ day: string }>(
      'select distinct local_date::text as day from sessions where event_id = $1 order by 1',
      [eventId],
    )
    const read = async (query: string) =>
      (await open(`/posters/${eventId}/poster.svg${query}`)).text()
    const own = await read('')
    expect(days).toHaveLength(2)
    for (const { day } of days) expect(await read(`?date=${day}`)).not.toBe(own)
    expect(await read('?date=2031-02-03')).toBe(own)
    expect(await read('?date=0001-01-01')).toBe(own)
  })

  test('is drawn once for all days that its event does not take place on', async () => {
    const { eventId } = await caching.build.event()
    const { context } = caching.foyer
    const run = context.runTask
    let drawn = 0
    context.runTask = (name, input) => {
      drawn += 1
      return run(name, input)
    }
    const look = (path: string) => caching.browser().fetch(path)
    try {
      const days = Array.from(
        { length: 20 },
        (_, day) => `2031-02-${String(day + 1).padStart(2, '0')}`,
      )
      await Promise.all(days.map((day) => look(`/posters/${eventId}/poster.svg?date=${day}`)))
      await Promise.all(days.map((day) => look(`/posters/${eventId}/wide.svg?date=${day}`)))
      expect(drawn).toBe(2)
    } finally {
      context.runTask = run
    }
  })
})
