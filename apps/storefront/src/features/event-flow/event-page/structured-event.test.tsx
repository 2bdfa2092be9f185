import { describe, expect, it } from 'vitest'
import { anEvent, someFacts } from '../../../../test/fixtures.ts'
import { structuredEvent } from './structured-event.tsx'

const page = {
  url: 'https://x.example/e',
  imageUrl: 'https://x.example/i.svg',
  organizer: { name: 'Foyer', url: 'https://x.example' },
}
const read = (part: Parameters<typeof anEvent>[0]) =>
  JSON.parse(structuredEvent(anEvent(part), page))

describe('structured data of an event', () => {
  it('names price with fees, currency and availability', () => {
    expect(read({}).offers).toEqual({
      '@type': 'Offer',
      url: page.url,
      price: 34.98,
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
    })
    expect(read({ status: 'sold_out' }).offers.availability).toBe('https://schema.org/SoldOut')
  })

  it('an event without a price has no offer, and a free event an offer of 0', () => {
    expect(read({ fromAllInMinor: null })).not.toHaveProperty('offers')
    expect(read({ fromAllInMinor: 0 }).offers.price).toBe(0)
  })

  it('the dates are local to the venue, and a run has its last day', () => {
    expect(read({})).toMatchObject({ startDate: '2026-12-09T20:00:00-08:00' })
    expect(read({})).toMatchObject({ endDate: '2026-12-09T22:00:00-08:00', duration: 'PT120M' })
    const run = read({ sessionCount: 3, calendarEndDate: '2026-12-12' })
    expect(run.endDate).toBe('2026-12-12')
    expect(read({ date: null })).not.toHaveProperty('startDate')
  })

  it('an event that was called off says so and keeps its date', () => {
    const off = read({
      status: 'called_off',
      sessionCount: 0,
      movedFrom: '2026-12-03T04:00:00.000Z',
    })
    expect(off).toMatchObject({
      eventStatus: 'https://schema.org/EventCancelled',
      startDate: '2026-12-09T20:00:00-08:00',
      offers: { availability: 'https://schema.org/OutOfStock' },
    })
    expect(off).not.toHaveProperty('previousStartDate')
    expect(read({ status: 'begun' }).offers.availability).toBe('https://schema.org/OutOfStock')
  })

  it('an event that was moved says from when', () => {
    expect(read({})).toMatchObject({ eventStatus: 'https://schema.org/EventScheduled' })
    expect(read({})).not.toHaveProperty('previousStartDate')
    expect(read({ movedFrom: '2026-12-03T04:00:00.000Z' })).toMatchObject({
      eventStatus: 'https://schema.org/EventRescheduled',
      previousStartDate: '2026-12-02T20:00:00-08:00',
      startDate: '2026-12-09T20:00:00-08:00',
    })
  })

  it('the data names the venue and the seller', () => {
    const { location, organizer } = read({})
    expect(location.address).toMatchObject({
      addressLocality: 'San Francisco',
      postalCode: '94111',
    })
    expect(organizer).toEqual({ '@type': 'Organization', name: 'Foyer', url: 'https://x.example' })
  })

  it('the facts are named, and those that are not stated are left out', () => {
    const stated = read({
      facts: someFacts({
        doorsMinutes: 45,
        minimumAge: 16,
        lineUp: [
          { name: 'Ada', role: 'Voice', time: null },
          { name: 'Ada', role: 'Encore', time: '22:00' },
        ],
        venue: { ...someFacts().venue, coordinates: { latitude: 37.8, longitude: -122.4 } },
      }),
    })
    expect(stated).toMatchObject({
      doorTime: '2026-12-09T19:15:00-08:00',
      typicalAgeRange: '16-',
      performer: [{ name: 'Ada' }],
      location: { geo: { '@type': 'GeoCoordinates', latitude: 37.8, longitude: -122.4 } },
    })
    const bare = read({ facts: someFacts({ durationMinutes: { shortest: 40, longest: 60 } }) })
    for (const name of ['doorTime', 'typicalAgeRange', 'performer', 'duration']) {
      expect(bare).not.toHaveProperty(name)
    }
    expect(bare.location).not.toHaveProperty('geo')
  })

  it('cannot end its script element', () => {
    const text = structuredEvent(anEvent({ name: '</script><script>' }), page)
    expect(text).not.toContain('<')
    expect(JSON.parse(text).name).toBe('</script><script>')
  })
})
