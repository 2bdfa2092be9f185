import { formatAddress } from 'localized-address-format'
import { expect, it, test } from 'vitest'
import { COUNTRIES } from './address-format.ts'
import { townLine } from './town-line.ts'

test.each([
  ['US', 'San Francisco', 'CA', '94111', 'San Francisco, CA 94111'],
  ['PT', 'Lisboa', '', '1200-480', '1200-480 Lisboa'],
  ['DE', 'Hamburg', '', '20095', '20095 Hamburg'],
  ['IT', 'Roma', 'RM', '00186', '00186 Roma, RM'],
  ['GB', 'London', '', 'SW1A 1AA', 'London, SW1A 1AA'],
  ['PT', 'Lisboa', '', '', 'Lisboa'],
  ['', 'Somewhere', '', '', 'Somewhere'],
  ['US', '', '', '', ''],
])('in %j, %j with %j and %j is %j', (country, city, state, postalCode, line) => {
  expect(townLine({ city, state, postalCode }, country)).toBe(line)
})

it('the postal code precedes the town in the countries whose address format says so', () => {
  const town = { city: 'TOWN', state: '', postalCode: '1234' }
  for (const country of COUNTRIES) {
    const lines = formatAddress(
      { postalCountry: country, addressLines: ['1'], locality: 'TOWN', postalCode: '1234' },
      'latin',
    )
    const isFirst = lines.some((line) => /1234.*TOWN/.test(line))
    expect(townLine(town, country), country).toBe(isFirst ? '1234 TOWN' : 'TOWN, 1234')
  }
})
