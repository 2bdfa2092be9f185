import { expect, it } from 'vitest'
import { venueText } from './venue-text.ts'

it.each([
  [{ venueName: 'Pier 9', location: 'San Francisco, CA' }, 'Pier 9, San Francisco, CA'],
  [{ venueName: 'Pier 9', location: 'Pier 9, San Francisco, CA' }, 'Pier 9, San Francisco, CA'],
  [
    { venueName: 'Pier 9', venueAddress: '9 Embarcadero', location: 'Pier 9, San Francisco, CA' },
    'Pier 9, 9 Embarcadero, San Francisco, CA',
  ],
  [
    {
      venueName: 'Pier 9',
      venueAddress: '9 Embarcadero, San Francisco, CA 94111',
      location: 'Pier 9, San Francisco, CA',
    },
    'Pier 9, 9 Embarcadero, San Francisco, CA 94111',
  ],
  [{ venueName: '', location: '' }, 'Location TBD'],
])('venueText names each part once: %j', (venue, text) => {
  expect(venueText(venue)).toBe(text)
})
