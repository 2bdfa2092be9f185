import { formatAddress } from 'localized-address-format'
import { describe, expect, it, test } from 'vitest'
import {
  addressFieldsOf,
  addressProblems,
  COUNTRIES,
  countriesByName,
  countryOfLocale,
  isPossiblePhone,
} from './address-format.ts'

const asked = (country: string) =>
  addressFieldsOf(country).map(({ label, isRequired }) => (isRequired ? label : `${label}?`))

describe('the fields of an address', () => {
  test.each([
    ['US', ['Address', 'City', 'State', 'ZIP code']],
    ['PT', ['Address', 'Postal code', 'City']],
    ['DE', ['Address', 'Postal code', 'City']],
    ['GB', ['Address', 'Town or city', 'Postcode']],
    ['CA', ['Address', 'City', 'Province', 'Postal code']],
    ['JP', ['Address', 'Prefecture', 'Postal code']],
    ['IE', ['Address', 'Town or city', 'Eircode?']],
    ['AE', ['Address', 'Emirate']],
    ['SG', ['Address', 'Postal code']],
    ['HK', ['Address', 'District', 'Area']],
  ])('in %s are %j', (country, fields) => {
    expect(asked(country)).toEqual(fields)
  })

  it('are in every country those of libaddressinput in its order, but for states that nobody needs', () => {
    const marks = { city: '\u{E000}', state: '\u{E001}', zipCode: '\u{E002}' }
    for (const country of COUNTRIES) {
      const written = formatAddress(
        {
          postalCountry: country,
          addressLines: ['street'],
          locality: marks.city,
          administrativeArea: marks.state,
          postalCode: marks.zipCode,
        },
        'latin',
      ).join('')
      const ours = addressFieldsOf(country).map(({ name }) => name)
      const theirs = Object.entries(marks)
        .map(([name, mark]) => ({ name, at: written.indexOf(mark) }))
        .filter(({ name, at }) => at >= 0 && (name !== 'state' || ours.includes('state')))
        .toSorted((a, b) => a.at - b.at)
        .map(({ name }) => name)
      expect(ours, country).toEqual(['address', ...theirs])
    }
  })

  it('are asked for in every country, the street first, none twice', () => {
    for (const country of COUNTRIES) {
      const names = addressFieldsOf(country).map(({ name }) => name)
      expect(names[0], country).toBe('address')
      expect(new Set(names).size, country).toBe(names.length)
    }
  })
})

it('names countries in the language of the shop, by name', () => {
  const names = countriesByName('de-DE').map(({ name }) => name)
  expect(names).toContain('Deutschland')
  expect(names.indexOf('Österreich')).toBeLessThan(names.indexOf('Polen'))
  expect(countriesByName('en-US').find(({ code }) => code === 'PT')?.name).toBe('Portugal')
})

it('takes the country of a locale, or the United States', () => {
  expect(countryOfLocale('pt-PT')).toBe('PT')
  expect(countryOfLocale('en')).toBe('US')
})

describe('an address', () => {
  const lisbon = { address: 'Rua Garrett 73', city: 'Lisboa', state: '', zipCode: '1200-203' }

  it('needs no state in a country that asks for none', () => {
    expect(addressProblems(lisbon, 'PT')).toEqual([])
    expect(addressProblems(lisbon, 'US')).toEqual([{ name: 'state', problem: 'missing' }])
  })

  it('is impossible with a postal code that has no digit', () => {
    const address = { ...lisbon, zipCode: 'abc' }
    expect(addressProblems(address, 'PT')).toEqual([{ name: 'zipCode', problem: 'impossible' }])
  })

  it('is possible with the letters of a mail box in Bermuda for its postal code', () => {
    const address = { address: 'P.O. Box HM 1', city: 'Hamilton', state: '', zipCode: 'HM BX' }
    expect(addressProblems(address, 'BM')).toEqual([])
  })

  it('is possible if it only looks unusual', () => {
    const address = { address: '1', city: 'Y', state: 'ZZ', zipCode: '123' }
    expect(addressProblems(address, 'US')).toEqual([])
  })

  it('is possible in any script', () => {
    const address = {
      address: '神宮前1丁目',
      city: '',
      state: '東京都',
      zipCode: '１５０-０００１',
    }
    expect(addressProblems(address, 'JP')).toEqual([])
  })
})

describe('a phone number', () => {
  test.each([
    ['555 0100', true],
    ['+351 912 345 678', true],
    ['(415) 555-0132 ext. 12', true],
    ['4155550132x12', true],
    ['+1 555 0100 x12', true],
    // The whole number of a subscriber in Niue.
    ['4002', true],
    ['٠١٢٣٤٥٦٧', true],
    ['12', false],
    ['call me', false],
    ['415 555 O132', false],
    ['1'.repeat(22), false],
    ['-', false],
  ])('%j is possible: %s', (phone, isPossible) => {
    expect(isPossiblePhone(phone)).toBe(isPossible)
  })
})
