import type { EventView } from '@foyer/contract'
import type { EventCategory } from '@foyer/domain'
import { type BuiltEvent, startTestServer, type TestServer } from '@foyer/testkit'
import { buildManyEvents } from '@foyer/testkit/many-events'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { similarEvents } from '../src/features/catalog/select-similar.ts'
import { NOTHING_CACHED } from './support/nothing-cached.ts'

let server: TestServer
let tenantCount = 0

beforeAll(async () => {
  server = await startTestServer({ jobs: false, bounds: NOTHING_CACHED })
})
afterAll(() => server.close())

interface Plan {
  category?: EventCategory
  city?: string
  inDays?: number
  capacity?: number
}

/** A shop of its own: what it suggests depends on all its events. */
async function shop() {
  tenantCount += 1
  const slug = `similar-${tenantCount}`
  const { tenantId } = await server.build.tenant({ slug })
  await server.foyer.context.tenants.reload()
  const browser = server.browser({ 'x-tenant-subdomain': slug })
  const similar = (event: BuiltEvent) => browser.send('GET', `/api/events/${event.eventId}/similar`)
  return {
    tenantId,
    similar,
    async namesLike(event: BuiltEvent): Promise<string[]> {
      const { status, body } = await similar(event)
      expect(status).toBe(200)
      return body.map(({ name }: EventView) => name)
    },
    async build(name: string, { city = 'Oslo', ...plan }: Plan = {}): Promise<BuiltEvent> {
      const event = await server.build.event({ name, tenantId, inDays: 20, ...plan })
      await server.sql('update venues set city = $2 where id = $1', [event.venueId, city])
      return event
    },
  }
}

test('events of the same category and city come first, then of the category, the city, the rest', async () => {
  const { build, namesLike } = await shop()
  const event = await build('Itself', { category: 'concert', city: 'Bergen' })
  await build('Other in Oslo', { category: 'sports', inDays: 20 })
  await build('Sports in Bergen', { category: 'sports', city: 'Bergen', inDays: 20 })
  await build('Concert in Oslo', { category: 'concert', inDays: 20 })
  await build('Concert in Bergen', { category: 'concert', city: 'Bergen', inDays: 50 })
  expect(await namesLike(event)).toEqual([
    'Concert in Bergen',
    'Concert in Oslo',
    'Sports in Bergen',
    'Other in Oslo',
  ])
})

test('among events that are equally alike, the nearest dates come first, four at most', async () => {
  const { build, namesLike } = await shop()
  const event = await build('Itself')
  for (const inDays of [12, 40, 19, 21, 25, 90]) await build(`In ${inDays}`, { inDays })
  expect(await namesLike(event)).toEqual(['In 19', 'In 21', 'In 25', 'In 12'])
})

test('an event that is over, sold out or not published is not suggested', async () => {
  const { build, namesLike } = await shop()
  const event = await build('Itself')
  await build('Over', { inDays: -2 })
  const full = await build('Sold out', { capacity: 1 })
  await server.sql('update stock set sold = 1 where pool_id = $1', [full.sessionId])
  await server.foyer.context.rollups.compare(full.tenantId)
  const secret = await build('Secret')
  await server.sql('update events set is_published = false where id = $1', [secret.eventId])
  await build('Free seats')
  expect(await namesLike(event)).toEqual(['Free seats'])
})

test('an event that is over has suggestions, the soonest first', async () => {
  const { build, namesLike } = await shop()
  const over = await build('Over', { inDays: -30 })
  await build('Late', { inDays: 60 })
  await build('Soon', { inDays: 3 })
  expect(await namesLike(over)).toEqual(['Soon', 'Late'])
})

test('nothing of another tenant is suggested, and an event of another tenant is unknown', async () => {
  const ours = await shop()
  const theirs = await shop()
  const event = await ours.build('Ours')
  const foreign = await theirs.build('Theirs')
  expect(await ours.namesLike(event)).toEqual([])
  expect(await ours.similar(foreign)).toMatchObject({
    status: 404,
    body: { code: 'event_not_found' },
  })
})

test('a shop with thousands of events reads the nearest few hundred', {
  tags: ['night'],
}, async () => {
  const { build, tenantId } = await shop()
  const event = await build('Itself', { inDays: 100 })
  const owner = new pg.Pool({ connectionString: server.databaseUrl, max: 1 })
  await buildManyEvents(owner, tenantId, 5000)
  await owner.end()
  const { rows } = await server.foyer.context.db.withTenant(tenantId, (tx) =>
    sql<{
      'QUERY PLAN': string
    }>`explain (analyze, timing off) ${similarEvents(event.eventId)}`.execute(tx),
  )
  const plan = rows.map((row) => row['QUERY PLAN'])
  const stock = plan.find((line) => line.includes('day_rollups'))
  expect(Number(/loops=(\d+)/.exec(stock ?? '')?.[1])).toBeLessThan(10)
})
