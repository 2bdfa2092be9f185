import type { EventPage } from '@foyer/contract'
import { addDays, type EventCategory, localDateOf } from '@foyer/domain'
import { startTestServer, type TestServer } from '@foyer/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { times } from './support/calls.ts'
import { NOTHING_CACHED } from './support/nothing-cached.ts'

let server: TestServer
const today = localDateOf(new Date(), 'America/New_York')
const inDays = (days: number) => addDays(today, days)

interface Plan {
  name: string
  category?: EventCategory
  inDays?: number
  city?: string
  hall?: string
  priceMinor?: number
  feeMinor?: number
  tenantId?: number
}

async function build(plan: Plan): Promise<string> {
  const { name, category, inDays: days, tenantId, priceMinor = 3000, feeMinor } = plan
  const { eventId } = await server.build.event({
    name,
    types: [{ priceMinor }],
    ...(category ? { category } : {}),
    ...(days ? { inDays: days } : {}),
    ...(tenantId ? { tenantId } : {}),
    ...(feeMinor ? { fee: { flatMinor: feeMinor } } : {}),
  })
  await server.sql(
    `update venues set name = $2, city = $3 where id = (select venue_id from events where id = $1)`,
    [eventId, plan.hall ?? 'Test Hall', plan.city ?? 'Boston'],
  )
  return eventId
}

async function search(query: Record<string, string> = {}, slug?: string): Promise<EventPage> {
  const params = new URLSearchParams(query)
  const browser = server.browser(slug ? { 'x-tenant-subdomain': slug } : {})
  const { status, body } = await browser.send('GET', `/api/events/search?${params}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const namesOf = ({ events }: EventPage) => events.map((event) => event.name)
const found = async (q: string, more: Record<string, string> = {}) =>
  namesOf(await search({ q, ...more }))

const LIGHTHOUSE = 'The Lighthouse Sessions'
const KONZERT = 'Großes Weihnachtskonzert im Münster'
const DERBY = 'Harbor Derby'
const BISTRO = 'Soirée d’Été'
const OVER = 'Lighthouse Retrospective'

beforeAll(async () => {
  server = await startTestServer({ jobs: false, bounds: NOTHING_CACHED })
  await build({ name: LIGHTHOUSE, category: 'concert', inDays: 3, city: 'Chicago', feeMinor: 400 })
  await build({ name: KONZERT, inDays: 9, city: 'München', hall: 'Frauenkirche', priceMinor: 9000 })
  await build({ name: DERBY, category: 'sports', inDays: 30, hall: 'Łazienki Arena' })
  await build({ name: BISTRO, category: 'festival', inDays: 6, priceMinor: 1500 })
  await build({ name: OVER, inDays: -4 })
})
afterAll(() => server.close())

describe('words', () => {
  test.each([
    ['events by a name', 'lighthouse', [LIGHTHOUSE]],
    ['events by the beginning of a word, as one types', 'lightho', [LIGHTHOUSE]],
    ['events by words in any order', 'sessions lighthouse', [LIGHTHOUSE]],
    ['events by a venue', 'frauenkirche', [KONZERT]],
    ['events by a city', 'chicago', [LIGHTHOUSE]],
    ['events by a category', 'sports', [DERBY]],
    ['events by a part of a long word', 'konzert', [KONZERT]],
    ['events by words without their accents', 'soiree dete', [BISTRO]],
    ['events by words with their accents', 'SOIRÉE', [BISTRO]],
    ['events by letters that are not accented forms of others', 'grosses munster', [KONZERT]],
    ['events by an umlaut that is written out', 'muenchen', [KONZERT]],
    ['events by what stands behind an apostrophe', 'ete', [BISTRO]],
    ['events by a letter with a stroke', 'lazienki', [DERBY]],
    ['events by one word of each field', 'derby lazienki sports', [DERBY]],
    ['no event by two words of different events', 'lighthouse derby', []],
    ['no event by a word that none has', 'zzzzzzzz', []],
    ['no event by signs alone', '%_*()', []],
  ])('find %s', async (_, q, names) => {
    expect(await found(q)).toEqual(names)
  })

  test.each([
    ['a letter missing', 'lighthose', 'lighthouse', LIGHTHOUSE],
    ['a letter too many', 'derrby', 'derby', DERBY],
    ['a wrong letter', 'barbor', 'harbor', DERBY],
    ['two letters swapped', 'sesisons', 'sessions', LIGHTHOUSE],
    ['two slips in a long word', 'frauenkircke', 'frauenkirche', KONZERT],
    ['the beginning misspelt, as one types', 'lihgtho', 'lighthouse', LIGHTHOUSE],
    ['a slip in a word with an umlaut', 'munchenn', 'münchen', KONZERT],
  ])('are found with %s', async (_, q, nearest, name) => {
    const page = await search({ q })
    expect(page.nearest).toBe(nearest)
    expect(namesOf(page)).toContain(name)
  })

  test('within a name without spaces find it, in its texts as well', async () => {
    const { tenantId } = await server.build.tenant({ slug: 'unspaced' })
    await server.foyer.context.tenants.reload()
    const names = ['上海爱乐乐团新年音乐会', 'เทศกาลดนตรีไทย', 'Yıldızlar Altında']
    for (const name of names) await build({ name, tenantId })
    await server.build.event({ name: 'Tea', description: '茶道と和菓子の午後', tenantId })
    const one = async (q: string) => namesOf(await search({ q }, 'unspaced'))
    expect(await one('音乐会')).toEqual([names[0]])
    expect(await one('爱乐 新年')).toEqual([names[0]])
    expect(await one('ดนตรี')).toEqual([names[1]])
    expect(await one('YILDIZ')).toEqual([names[2]])
    expect(await one('和菓子')).toEqual(['Tea'])
  })

  test('are not corrected if the catalogue contains them', async () => {
    await build({ name: 'Barbara’s Harp', inDays: 40 })
    const page = await search({ q: 'harb' })
    expect(namesOf(page)).toEqual([DERBY])
    expect(page.nearest).toBeNull()
  })

  test('give the nearest spelling if they are too different from any word', async () => {
    const page = await search({ q: 'lxgxthxuse' })
    expect(page).toMatchObject({ total: 0, nearest: 'lighthouse' })
  })

  test('rank events with the word in their name first', async () => {
    const hall = await build({ name: 'Choir Night', hall: 'Quartz Hall', inDays: 2 })
    const name = await build({ name: 'Quartz Choir', inDays: 20 })
    const page = await search({ q: 'quartz' })
    expect(page.events.map((event) => event.id)).toEqual([name, hall])
  })

  test('find an event only by its new name, venue or category after a change', async () => {
    const id = await build({ name: 'Oldname Gala', inDays: 50 })
    await server.sql(
      `update events set name = 'Newname Gala', category = 'theater' where id = $1`,
      [id],
    )
    expect(await found('oldname')).toEqual([])
    expect(await found('newname theater')).toEqual(['Newname Gala'])
    await server.sql('update events set is_published = false where id = $1', [id])
    expect(await search({ q: 'newname' })).toMatchObject({ total: 0, nearest: null })
    expect(await search({ q: 'newnane' })).toMatchObject({ total: 0, nearest: null })
  })
})

describe('texts', () => {
  const LECTURE = 'How Tides Work'

  beforeAll(async () => {
    const { eventId } = await server.build.event({
      name: LECTURE,
      description: 'An hour on the moon and the sea. Admission is free, donations are welcome.',
      types: [{ priceMinor: 0 }],
      inDays: 21,
    })
    await server.sql(
      `insert into event_facts (tenant_id, event_id, story, line_up)
       select tenant_id, id, 'Bring gumboots: the last part is on the mudflats.',
         '[{"name": "Marit Åkesson", "role": "oceanographer", "time": null}]'
       from events where id = $1`,
      [eventId],
    )
  })

  test.each([
    ['a word of its description', 'free'],
    ['words of its description and its name', 'tides donations'],
    ['the first four letters of a word of its description', 'dona'],
    ['a word of its story', 'gumboots'],
    ['somebody of its line-up', 'akesson'],
    ['a misspelt name of its line-up', 'marit akeson'],
  ])('an event is found by %s', async (_, q) => {
    expect(await found(q)).toEqual([LECTURE])
  })

  test('a word of a text is not searched by fewer than four letters', async () => {
    expect(await found('don')).toEqual([])
  })

  test('an event with the word in its name comes before one with the word in its text', async () => {
    const name = 'Free Jazz at Noon'
    await build({ name, inDays: 90 })
    expect(await found('free')).toEqual([name, LECTURE])
  })

  test('a slip in a name is corrected although texts contain other words', async () => {
    expect(await search({ q: 'tidse' })).toMatchObject({ total: 1, nearest: 'tides' })
  })

  test('a word is found no more after the text has changed, and not while unpublished', async () => {
    const { eventId } = await server.build.event({
      name: 'Plain',
      description: 'A rarissime one',
      inDays: 120,
    })
    expect(await found('rarissime')).toEqual(['Plain'])
    await server.sql('update events set is_published = false where id = $1', [eventId])
    expect(await found('rarissime')).toEqual([])
    await server.sql(`update events set is_published = true, description = '' where id = $1`, [
      eventId,
    ])
    expect(await found('rarissime')).toEqual([])
  })

  test('an event whose cheapest ticket costs nothing is free, in any currency', async () => {
    const name = 'Freibier'
    await server.build.event({ name, currency: 'eur', types: [{ priceMinor: 0 }], inDays: 70 })
    expect(await found('', { maxPrice: '0', sort: 'name' })).toEqual([name, LECTURE])
    const { facets } = await search()
    expect(facets.prices[0]).toEqual({ value: 0, count: 2 })
  })
})

describe('near days', () => {
  let tenantId = 0
  beforeAll(async () => {
    tenantId = (await server.build.tenant({ slug: 'near-days' })).tenantId
    await server.foyer.context.tenants.reload()
  })
  const on = async (day: 'today' | 'weekend', q = '') =>
    namesOf(await search({ q, day, sort: 'name' }, 'near-days'))

  /** The name of an event at a venue in this zone, with a session this many days after its today. */
  async function at(timeZone: string, days: number): Promise<string> {
    const name = `${timeZone.replace('/', ' ')} ${days}`
    const { eventId } = await server.build.event({ name, timeZone, inDays: days + 2, tenantId })
    // At the end of the day, so that the session has not begun whenever the test runs.
    await server.sql(
      `update sessions set local_date = local_date - 2, ends_at = date_trunc('day', now() at time zone $2)
           at time zone $2 + make_interval(days => $3, hours => 24),
         starts_at = date_trunc('day', now() at time zone $2) at time zone $2
           + make_interval(days => $3, hours => 23, mins => 59, secs => 59)
       where event_id = $1`,
      [eventId, timeZone, days],
    )
    return name
  }

  test('an event is today by the clock of its venue', async () => {
    // One of the two zones has another date than the other at any moment.
    const names = [await at('Pacific/Kiritimati', 0), await at('Pacific/Pago_Pago', 0)]
    await at('Pacific/Kiritimati', 1)
    await at('Pacific/Pago_Pago', 1)
    expect(await on('today')).toEqual(names.toSorted())
  })

  test('the weekend is what is left of Friday to Sunday', async () => {
    const zone = 'Asia/Tokyo'
    const weekday = new Date(`${localDateOf(new Date(), zone)}T00:00:00Z`).getUTCDay()
    const names = new Map<number, string>()
    for (const days of times(8, (index) => index)) names.set(days, await at(zone, days))
    const isWeekend = (days: number) => [5, 6, 0].includes((weekday + days) % 7)
    const first = [...names.keys()].find(isWeekend) ?? 0
    const expected = [...names].filter(([days]) => isWeekend(days) && days - first < 3)
    expect(await on('weekend', 'tokyo')).toEqual(expected.map(([, name]) => name))
  })

  test('an event found by its days is dated by one of them, and by its next day otherwise', async () => {
    const { sessionIds } = await server.build.event({
      name: 'Three Nights of Rain',
      sessions: 3,
      inDays: 30,
      tenantId,
    })
    for (const [index, id] of sessionIds.entries()) {
      await server.sql(
        `update sessions set local_date = local_date + $2::integer,
           starts_at = starts_at + make_interval(days => $2::integer),
           ends_at = ends_at + make_interval(days => $2::integer)
         where id = $1`,
        [id, index],
      )
    }
    const dateOf = async (query: Record<string, string>) => {
      const { events } = await search({ q: 'three nights', ...query }, 'near-days')
      return localDateOf(new Date(events[0]?.date ?? 0), 'America/New_York')
    }
    const [from, third] = [inDays(31), inDays(32)]
    await server.foyer.context.rollups.compare(tenantId)
    expect(await dateOf({})).toBe(inDays(30))
    expect(await dateOf({ from })).toBe(from)
    await server.sql('update stock set sold = 100 where pool_id = $1', [sessionIds[1]])
    await server.foyer.context.rollups.compare(tenantId)
    expect(await dateOf({ from })).toBe(third)
    // A day that is sold out is still the day that was wanted.
    expect(await dateOf({ from, to: from })).toBe(from)
  })
})

describe('events that are over', () => {
  test('are left out by default, and come last on request', async () => {
    expect(await found('lighthouse')).toEqual([LIGHTHOUSE])
    expect(await found('lighthouse', { when: 'all', sort: 'name' })).toEqual([LIGHTHOUSE, OVER])
    expect(namesOf(await search({ when: 'all', sort: 'price' })).at(-1)).toBe(OVER)
  })
})

describe('filters', () => {
  test.each([
    ['category', { category: 'sports' }, [DERBY]],
    ['city', { city: 'München' }, [KONZERT]],
    ['first day', { from: inDays(7), to: inDays(10) }, [KONZERT]],
    ['one day', { from: inDays(3), to: inDays(3) }, [LIGHTHOUSE]],
    ['price with fees', { maxPrice: '33.99', category: 'concert' }, []],
    ['price at the limit', { maxPrice: '34', category: 'concert' }, [LIGHTHOUSE]],
    ['a value that no event has', { city: "'; drop table events; --" }, []],
  ])('select by %s', async (_, query, names) => {
    expect(namesOf(await search(query))).toEqual(names)
  })

  test('select by venue', async () => {
    const { venueId } = await server.build.event({ name: 'In a hall of its own', inDays: 130 })
    expect(namesOf(await search({ venue: venueId }))).toEqual(['In a hall of its own'])
  })

  test('compare each day of an event, not the time between two of them', async () => {
    const { eventId } = await server.build.event({ name: 'Twice', inDays: 100 })
    await server.sql(
      `insert into sessions (tenant_id, id, event_id, starts_at, ends_at, local_date)
       select tenant_id, gen_random_uuid(), event_id, starts_at + interval '10 days',
         ends_at + interval '10 days', local_date + 10 from sessions where event_id = $1`,
      [eventId],
    )
    const on = async (days: number) =>
      namesOf(await search({ q: 'twice', from: inDays(days), to: inDays(days) }))
    expect([await on(100), await on(105), await on(110)]).toEqual([['Twice'], [], ['Twice']])
    await server.sql(`update sessions set status = 'cancelled' where local_date = $1`, [
      inDays(110),
    ])
    expect(await on(110)).toEqual([])
  })

  test.each([
    ['q', 'x'.repeat(10_000)],
    ['q', 'a\u0000b'],
    ['category', 'opera'],
    ['from', '2026-13-40'],
    ['to', 'tomorrow'],
    ['maxPrice', '-1'],
    ['maxPrice', '1e9'],
    ['sort', 'id; drop table events'],
    ['when', 'never'],
    ['day', 'tomorrow'],
    ['venue', 'the-hall'],
    ['offset', '-1'],
    ['limit', '121'],
    ['limit', '🎟'],
  ])('refuse garbage as %s, and name the field', async (field, value) => {
    const query = new URLSearchParams({ [field]: value })
    const answer = await server.browser().send('GET', `/api/events/search?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      code: 'validation_failed',
      details: { fields: [{ field: `query.${field}` }] },
    })
  })

  test('refuse a last day before the first', async () => {
    const query = `from=${inDays(5)}&to=${inDays(4)}`
    const answer = await server.browser().send('GET', `/api/events/search?${query}`)
    expect(answer).toMatchObject({
      status: 400,
      body: { details: { fields: [{ field: 'query.to' }] } },
    })
  })
})

describe('facets', () => {
  test('count what each value would find under the other filters, ignoring their own', async () => {
    const tenant = await server.build.tenant({ slug: 'counting' })
    const { tenantId } = tenant
    await build({ name: 'A', category: 'music', city: 'Oslo', priceMinor: 2000, tenantId })
    await build({ name: 'B', category: 'music', city: 'Bergen', priceMinor: 4000, tenantId })
    await build({ name: 'C', category: 'sports', city: 'Oslo', priceMinor: 20_100, tenantId })
    await server.foyer.context.tenants.reload()
    const all = await search({}, 'counting')
    expect(all).toMatchObject({
      total: 3,
      facets: {
        categories: [
          { value: 'music', count: 2 },
          { value: 'sports', count: 1 },
        ],
        cities: [
          { value: 'Oslo', count: 2 },
          { value: 'Bergen', count: 1 },
        ],
        prices: [
          { value: 0, count: 0 },
          { value: 25, count: 1 },
          { value: 50, count: 2 },
          { value: 100, count: 2 },
          { value: 200, count: 2 },
        ],
        anyPrice: 3,
      },
    })
    const music = await search({ category: 'music', city: 'Oslo' }, 'counting')
    expect(music).toMatchObject({
      total: 1,
      facets: {
        categories: [
          { value: 'music', count: 1 },
          { value: 'sports', count: 1 },
        ],
        cities: [
          { value: 'Bergen', count: 1 },
          { value: 'Oslo', count: 1 },
        ],
        prices: [
          { value: 0, count: 0 },
          { value: 25, count: 1 },
          ...times(3, () => ({ count: 1 })),
        ],
        anyPrice: 1,
      },
    })
  })
})

describe('a page', () => {
  test('continues where the one before ended, in each order', async () => {
    for (const sort of ['date', 'price', 'name', 'relevance']) {
      const all = await search({ sort, limit: '120' })
      const pages = [
        await search({ sort, limit: '3' }),
        await search({ sort, limit: '120', offset: '3' }),
      ]
      expect(pages.flatMap(namesOf)).toEqual(namesOf(all))
      expect(pages.map((page) => page.total)).toEqual([all.total, all.total])
    }
    expect((await search({ offset: '100000' })).events).toEqual([])
  })

  test('is sorted as requested', async () => {
    const { events } = await search({ sort: 'price', limit: '120' })
    const prices = events.map((event) => event.fromAllInMinor ?? Number.POSITIVE_INFINITY)
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    const dates = (await search({ limit: '120' })).events.map((event) => event.date ?? '')
    expect(dates).toEqual(dates.toSorted())
  })

  test("has each event in the form of the event's own call, without its facts, preview, change policy and second spellings", async () => {
    const { events } = await search({ q: 'lighthouse' })
    const one = await server.browser().send('GET', `/api/events/${events[0]?.id}`)
    const { changePolicy: _, facts: __, previewPath: ___, ...rest } = one.body
    const { venueName: _name, venueCity: _city, venueState: _state, ...listed } = rest
    expect(events).toEqual([listed])
  })
})

test("nothing of one tenant is found, counted or spelled in another's search", async () => {
  const other = await server.build.tenant({ slug: 'other' })
  await build({ name: 'Xylophone Secrets', city: 'Xanadu', tenantId: other.tenantId })
  await server.foyer.context.tenants.reload()
  expect(await search({ q: 'xylophone' }, 'other')).toMatchObject({ total: 1 })
  for (const q of ['xylophone', 'xylophoen', 'xanadu']) {
    expect(await search({ q })).toMatchObject({ total: 0, nearest: null })
  }
  const { facets } = await search()
  expect(facets.cities.map((city) => city.value)).not.toContain('Xanadu')
  expect(await search({ q: 'lighthouse' }, 'other')).toMatchObject({ total: 0, nearest: null })
})

test('rows that are outdated by time alone are rewritten by the job', async () => {
  const { refreshListings } = await import('../src/jobs/refresh-listings.ts')
  const event = await server.build.event({ name: 'Moving', sessions: 2 })
  // As if the first one had started since: triggers are off, so no write reports it.
  await server.sql(`alter table sessions disable trigger user`)
  await server.sql(`update sessions set starts_at = now() - interval '1 minute' where id = $1`, [
    event.sessionId,
  ])
  await server.sql(`alter table sessions enable trigger user`)
  await server.sql(
    `update event_listings set next_start = now() - interval '1 minute' where event_id = $1`,
    [event.eventId],
  )
  const [tenant] = server.foyer.context.tenants.all()
  if (!tenant) throw new Error('There is a tenant')
  expect(await refreshListings(server.foyer.context, tenant)).toBe(1)
  const { events } = await search({ q: 'moving' })
  expect(events).toMatchObject([{ sessionCount: 1 }])
  expect(Date.parse(events[0]?.date ?? '')).toBeGreaterThan(Date.now())
  expect(await refreshListings(server.foyer.context, tenant)).toBe(0)
})

test('two concurrent writes to sessions of one event are both counted', async () => {
  const event = await server.build.event({ name: 'Crowded', inDays: 60 })
  const insert = (day: number) =>
    server.sql(
      `insert into sessions (tenant_id, id, event_id, starts_at, ends_at, local_date)
       select tenant_id, gen_random_uuid(), event_id, starts_at + $2::integer * interval '1 day',
         ends_at + $2::integer * interval '1 day', local_date + $2::integer from sessions where id = $1`,
      [event.sessionId, day],
    )
  await Promise.all(times(12, (index) => insert(index + 1)))
  expect((await search({ q: 'crowded' })).events[0]?.sessionCount).toBe(13)
})
