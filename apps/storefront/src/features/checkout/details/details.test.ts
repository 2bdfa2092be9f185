import { expect, it } from 'vitest'
import { asCalls, DETAIL_FIELDS, NO_DETAILS } from './details.ts'

it('asks each thing once, with what a browser needs to fill it in by itself', () => {
  expect(
    DETAIL_FIELDS.map(({ name, autoComplete, inputMode }) => [name, autoComplete, inputMode]),
  ).toEqual([
    ['firstName', 'given-name', undefined],
    ['lastName', 'family-name', undefined],
    ['email', 'email', 'email'],
    ['phone', 'tel', 'tel'],
    ['address', 'billing address-line1', undefined],
    ['city', 'billing address-level2', undefined],
    ['state', 'billing address-level1', undefined],
    ['zipCode', 'billing postal-code', 'numeric'],
  ])
})

it('says why a phone number is asked for', () => {
  const phone = DETAIL_FIELDS.find(({ name }) => name === 'phone')
  expect(phone?.hint).toBe('Only for last-minute changes to your event, and to find your order.')
})

it('bills in the United States', () => {
  expect(asCalls({ ...NO_DETAILS, zipCode: '10001' }).billingAddress).toEqual({
    address: '',
    city: '',
    state: '',
    zipCode: '10001',
    country: 'US',
  })
})
