import { expect, it, test } from 'vitest'
import { type DetailName, NO_DETAILS } from './details.ts'
import { questionAbout } from './plausibility.ts'

const isAsked = (name: DetailName, value: string, country: string) =>
  questionAbout(name, { ...NO_DETAILS, [name]: value }, country) !== null

test.each<[DetailName, string, string, boolean]>([
  ['phone', '415 555 0132', 'US', false],
  ['phone', '+351 912 345 678', 'US', false],
  ['phone', '912 345 678', 'PT', false],
  ['phone', '555 0100', 'US', true],
  ['phone', '912 345', 'PT', true],
  ['zipCode', '94103', 'US', false],
  ['zipCode', '94103-1234', 'US', false],
  ['zipCode', '941031234', 'US', false],
  ['zipCode', '1234', 'US', true],
  ['zipCode', '1200-203', 'PT', false],
  ['zipCode', '1200203', 'PT', false],
  ['zipCode', 'ec1a1bb', 'GB', false],
  ['zipCode', 'EC1A 1BB', 'GB', false],
  ['zipCode', 'K1A0B1', 'CA', false],
  ['zipCode', '94103', 'GB', true],
  ['state', 'NY', 'US', false],
  ['state', 'new york', 'US', false],
  ['state', 'D.C.', 'US', false],
  ['state', 'ZZ', 'US', true],
  ['state', 'QC', 'CA', false],
  ['state', 'Tokyo', 'JP', false],
  ['city', 'New York', 'US', false],
  ['city', 'Å', 'NO', true],
  ['city', '1', 'US', true],
  ['address', '1', 'US', true],
  ['address', '1 Main St', 'US', false],
  ['firstName', '李', 'US', false],
  ['firstName', '1', 'US', true],
  ['phone', '', 'US', false],
])('%s %j in %s is asked about: %s', (name, value, country, expected) => {
  expect(isAsked(name, value, country)).toBe(expected)
})

it('asks nothing about a country that it does not know', () => {
  expect(isAsked('phone', '4002', 'TA')).toBe(false)
})
