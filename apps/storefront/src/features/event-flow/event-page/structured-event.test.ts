import { describe, expect, it } from 'vitest'
import { anEvent } from '../../../../test/fixtures.ts'
import { structuredEvent } from './structured-event.ts'

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
    expect(read({})).not.toHaveProperty('endDate')
    const run = read({ sessionCount: 3, calendarEndDate: '2026-12-12' })
    expect(run.endDate).toBe('2026-12-12')
    expect(read({ date: null })).not.toHaveProperty('startDate')
  })

  it('the data names the venue and the seller', () => {
    const { location, organizer } = read({})
    expect(location.address).toMatchObject({
      addressLocality: 'San Francisco',
      postalCode: '94111',
    })
    expect(organizer).toEqual({ '@type': 'Organization', name: 'Foyer', url: 'https://x.example' })
  })

  it('cannot end its script element', () => {
    const text = structuredEvent(anEvent({ name: '</script><script>' }), page)
    expect(text).not.toContain('<')
    expect(JSON.parse(text).name).toBe('</script><script>')
  })
})
