import { expect, it } from 'vitest'
import { anEvent } from '../../../test/fixtures.ts'
import { addressOf, mapFrameOf, mapUrlOf } from './event-address.ts'
import { locationOf, nameOf, venueOf } from './event-text.ts'

const nowhere = anEvent({
  name: '',
  location: '',
  date: null,
  venue_name: '',
  venue_city: '',
  venue_state: '',
  venue_address: '',
  venue_postal_code: '',
})

it('missing facts of an event have a text', () => {
  expect(nameOf(nowhere)).toBe('Unnamed Event')
  expect(locationOf(nowhere)).toBe('Location TBD')
  expect(venueOf(nowhere)).toBe('Location TBA')
  expect(addressOf(nowhere)).toBe('Location not specified')
  expect(mapUrlOf(nowhere)).toBe('')
})

it('the location of an event is its venue, city and state', () => {
  const event = anEvent()
  expect(locationOf(event)).toBe('Pier 9 Stage, San Francisco, CA')
  expect(venueOf(event)).toBe('Pier 9 Stage')
  expect(addressOf(event)).toBe('9 Embarcadero, San Francisco, CA 94111')
  expect(locationOf({ ...nowhere, location: 'Somewhere by the sea' })).toBe('Somewhere by the sea')
})

it('an address is written as its country writes it', () => {
  const lisbon = anEvent({
    venue_address: 'Cais da Madrugada 12',
    venue_city: 'Lisbon',
    venue_state: '',
    venue_postal_code: '1200-480',
    venue_country: 'PT',
  })
  expect(addressOf(lisbon)).toBe('Cais da Madrugada 12, 1200-480 Lisbon')
})

it('the map shows the coordinates of the venue if the organizer has stated them', () => {
  expect(mapUrlOf(anEvent(), { latitude: 37.8, longitude: -122.4 })).toBe(
    'https://www.google.com/maps/search/?api=1&query=37.8%2C-122.4',
  )
})

it('searches a map for venue and address, with any characters in their names', () => {
  expect(mapUrlOf(anEvent({ venue_name: 'Half & Half' }))).toBe(
    'https://www.google.com/maps/search/?api=1&query=Half%20%26%20Half%2C%209%20Embarcadero%2C%20San%20Francisco%2C%20CA%2094111',
  )
})

it('the embedded map shows the streets around the venue, with a marker on it', () => {
  const map = new URL(mapFrameOf({ latitude: 37.8, longitude: -122.4 }))
  expect(map.host).toBe('www.openstreetmap.org')
  expect(map.searchParams.get('bbox')).toBe('-122.41200,37.79400,-122.38800,37.80600')
  expect(map.searchParams.get('marker')).toBe('37.8,-122.4')
})
