import { startTestServer, type TestServer } from '@foyer/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOTHING_CACHED } from './support/nothing-cached.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: false, bounds: NOTHING_CACHED })
})
afterAll(() => server.close())

const getVenue = (id: string) => server.browser().send('GET', `/api/venues/${id}`)

test('a venue is answered with its address and what is known about getting there', async () => {
  const { venueId } = await server.build.event()
  expect((await getVenue(venueId)).body).toEqual({
    id: venueId,
    name: 'Test Hall',
    streetAddress: '',
    city: 'New York',
    state: '',
    postalCode: '',
    country: 'US',
    timezone: 'America/New_York',
    description: null,
    coordinates: null,
    gettingThere: [],
    accessNotes: [],
  })
  await server.sql(
    `insert into venue_facts (tenant_id, venue_id, latitude, longitude, description, getting_there,
       access_notes)
     select tenant_id, id, 40.5, -74.25, 'A hall.', '{"Line 4","Bus 9"}', '{"A ramp"}'
     from venues where id = $1`,
    [venueId],
  )
  expect((await getVenue(venueId)).body).toMatchObject({
    description: 'A hall.',
    coordinates: { latitude: 40.5, longitude: -74.25 },
    gettingThere: ['Line 4', 'Bus 9'],
    accessNotes: ['A ramp'],
  })
})

test('a venue is unknown as long as none of its events is published', async () => {
  const { venueId, eventId } = await server.build.event()
  await server.sql('update events set is_published = false where id = $1', [eventId])
  expect(await getVenue(venueId)).toMatchObject({ status: 404, body: { code: 'venue_not_found' } })
})

test('the sitemap has the venues of coming events', async () => {
  const coming = await server.build.event()
  const over = await server.build.event({ inDays: -4 })
  const { body } = await server.browser().send('GET', '/sitemap.xml')
  expect(body).toContain(`/venues/${coming.venueId}</loc>`)
  expect(body).not.toContain(over.venueId)
})
