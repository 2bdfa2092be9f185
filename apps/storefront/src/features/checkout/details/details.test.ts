import { billingAddress, contact, installMessages } from '@foyer/contract'
import { expect, it } from 'vitest'
import {
  asCalls,
  checkDetail,
  cleanDetails,
  DETAIL_FIELDS,
  type DetailName,
  NO_DETAILS,
} from './details.ts'

it('asks for each detail once, with the attributes by which browsers fill it in', () => {
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

it('says why it asks for a phone number', () => {
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

installMessages()
const { firstName, lastName, email, phone } = contact.shape
const { address, city, state, zipCode } = billingAddress.shape
const schemas = { firstName, lastName, email, phone, address, city, state, zipCode }

/** The first error that the server finds in a value; an empty field counts as missing. */
function serverSays(name: DetailName, value: string): string | null {
  const parsed = schemas[name].safeParse(value.trim() === '' ? undefined : value)
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? '')
}

const VALUES = [
  '',
  '   ',
  'A',
  ' ada@example.com ',
  'Ada@Example.COM',
  'ada',
  'ada@example',
  'ada@@example.com',
  '.ada@example.com',
  'ada..b@example.com',
  'ada@-example.com',
  "o'neil+tickets@mail.example.co.uk",
  'ada lovelace@example.com',
  'a\tb',
  'a\u007fb',
  '\ud800',
  'Zoë 🎟',
  'x'.repeat(20),
  'x'.repeat(21),
  'x'.repeat(80),
  'x'.repeat(81),
  'x'.repeat(201),
  `${'x'.repeat(242)}@example.com`,
  `${'x'.repeat(243)}@example.com`,
]

it.each(DETAIL_FIELDS.map(({ name }) => name))('checks %s as the server does', (name) => {
  for (const value of VALUES) {
    expect(checkDetail(name, value), JSON.stringify(value)).toBe(serverSays(name, value))
  }
})

it("uses the specification's words", () => {
  expect(checkDetail('firstName', '')).toBe('Required')
  expect(checkDetail('email', 'ada@')).toBe('Invalid email')
})

it('sends the details without the spaces around them', () => {
  const details = { ...NO_DETAILS, email: ' Ada@Example.com ', city: ' New York ' }
  expect(cleanDetails(details)).toEqual({
    ...NO_DETAILS,
    email: 'ada@example.com',
    city: 'New York',
  })
})
