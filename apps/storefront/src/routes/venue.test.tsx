import type { VenueView } from '@foyer/contract'
import { expect, it } from 'vitest'
import { aContext, anEvent, anEventPage } from '../../test/fixtures.ts'
import { showPage } from '../../test/show-page.tsx'

const VENUE: VenueView = {
  id: 'f399c29c-d8ef-4fc1-8e96-adc7a84358d8',
  name: 'Pier 9 Stage',
  streetAddress: '9 Embarcadero',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94111',
  country: 'US',
  timezone: 'America/Los_Angeles',
  description: 'A hall over the water. </script>',
  coordinates: { latitude: 37.8, longitude: -122.4 },
  gettingThere: ['F line to Pier 7'],
  accessNotes: ['A ramp from the street'],
}
const PATH = `/venues/${VENUE.id}`

const show = (venue: unknown, events = [anEvent()], path = PATH) =>
  showPage(
    aContext({
      [`/api${PATH}`]: venue,
      '/api/events/search': anEventPage(events),
    }),
    path,
  )

it('the page of a venue names its address, the way there, and what is on', async () => {
  const { text, html } = await show(VENUE)
  for (const words of [
    'Pier 9 Stage',
    '9 Embarcadero',
    'San Francisco, CA 94111',
    'See on a map',
    'F line to Pier 7',
    'A ramp from the street',
    'What is on here',
    'The Lighthouse Sessions',
    'Showing 1 of 1',
  ]) {
    expect(text).toContain(words)
  }
  expect(html).toContain('<title>Pier 9 Stage, San Francisco, CA · Foyer</title>')
  expect(html).toMatch(new RegExp(`rel="canonical" href="[^"]*${PATH}"`))
})

it('search engines read the venue as a place, and its text cannot end the script', async () => {
  const { html } = await show(VENUE)
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  expect(JSON.parse(json)).toMatchObject({
    '@type': 'Place',
    name: VENUE.name,
    description: VENUE.description,
    address: { addressLocality: 'San Francisco', postalCode: '94111' },
    geo: { latitude: 37.8, longitude: -122.4 },
  })
})

it('a venue without coming events says so and shows what is on elsewhere', async () => {
  const { text } = await show(VENUE, [])
  expect(text).toContain('Nothing is announced here at the moment.')
})

it.each([PATH, '/venues/the-hall'])('an unknown venue is reported: %s', async (path) => {
  // Without an answer of its own, the address of the call is a 404.
  const { text } = await showPage(aContext({ '/api/events/search': anEventPage([]) }), path)
  expect(text).toContain('Venue not found')
  expect(text).toContain('Back to Events')
})
