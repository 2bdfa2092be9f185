import { describe, expect, it } from 'vitest'
import { anEvent } from '../../../test/fixtures.ts'
import { addressOf, datesOf, locationOf, mapSearchUrl, nameOf, venueOf } from './event-text.ts'

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
  expect(datesOf(nowhere, undefined, 'en-US')).toBe('Date TBD')
  expect(mapSearchUrl(nowhere)).toBe('')
})

it('the location of an event is its venue, city and state', () => {
  const event = anEvent()
  expect(locationOf(event)).toBe('Pier 9 Stage, San Francisco, CA')
  expect(venueOf(event)).toBe('Pier 9 Stage')
  expect(addressOf(event)).toBe('9 Embarcadero, San Francisco, CA 94111')
  expect(locationOf({ ...nowhere, location: 'Somewhere by the sea' })).toBe('Somewhere by the sea')
})

it('searches a map for venue and address, with any characters in their names', () => {
  expect(mapSearchUrl(anEvent({ venue_name: 'Half & Half' }))).toBe(
    'https://www.google.com/maps/search/?api=1&query=Half%20%26%20Half%2C%209%20Embarcadero%2C%20San%20Francisco%2C%20CA%2094111',
  )
})

describe('the days of an event', () => {
  const day = { minPrice: 30, allInMinor: 3498, status: 'available' as const }
  const calendar = (...dates: string[]) => ({
    dates: Object.fromEntries(dates.map((date) => [date, day])),
    timezone: 'America/Los_Angeles',
    currency: 'usd',
  })

  it('the dates run from the first to the last day on sale', () => {
    const both = calendar('2026-12-12', '2026-12-09')
    expect(datesOf(anEvent(), both, 'en-US')).toBe('Dec 9, 2026 to Dec 12, 2026')
    expect(datesOf(anEvent(), calendar('2026-12-09'), 'en-US')).toBe('Dec 9, 2026')
  })

  it('the dates of the event are used until the calendar is loaded', () => {
    const range = { calendarStartDate: '2026-12-09', calendarEndDate: '2026-12-12' }
    expect(datesOf(anEvent(range), undefined, 'en-US')).toBe('Dec 9, 2026 to Dec 12, 2026')
  })

  it("is the date of its last session, in the venue's zone, where none is to come", () => {
    const past = anEvent({ calendarStartDate: null, date: '2026-12-10T04:00:00.000Z' })
    expect(datesOf(past, undefined, 'en-US')).toBe('Dec 9, 2026')
  })
})
