import { billingAddress, contact, installMessages } from '@foyer/contract'
import { expect, it } from 'vitest'
import {
  asCalls,
  checkDetail,
  cleanDetails,
  type DetailField,
  type DetailName,
  detailFieldsOf,
  NO_DETAILS,
} from './details.ts'

const IN_US = { country: 'US', isFree: false }
const FIELDS = detailFieldsOf(IN_US)

function fieldOf(name: DetailName): DetailField {
  const field = FIELDS.find((one) => one.name === name)
  if (!field) throw new Error(`no field ${name}`)
  return field
}

it('asks for each detail once, with the attributes by which browsers fill it in', () => {
  expect(
    FIELDS.map(({ name, autoComplete, inputMode }) => [name, autoComplete, inputMode]),
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

it('asks for the address as its country has it', () => {
  const inPortugal = detailFieldsOf({ country: 'PT', isFree: false })
  expect(inPortugal.map(({ label }) => label).slice(4)).toEqual(['Address', 'Postal code', 'City'])
  // A keyboard of digits has no hyphen.
  expect(inPortugal.find(({ name }) => name === 'zipCode')?.inputMode).toBeUndefined()
})

it('asks for name and e-mail address alone if nothing is to be paid', () => {
  const free = detailFieldsOf({ country: 'US', isFree: true })
  expect(free.map(({ name }) => name)).toEqual(['firstName', 'lastName', 'email'])
})

it('says why it asks for a phone number', () => {
  expect(fieldOf('phone').hint).toBe(
    'Only for last-minute changes to your event, and to find your order.',
  )
})

it('sends an address with its country, and none if none was asked for', () => {
  const typed = { ...NO_DETAILS, address: '1 Main St', zipCode: '10001', country: 'US' }
  expect(asCalls(typed).billingAddress).toEqual({
    address: '1 Main St',
    city: '',
    state: '',
    zipCode: '10001',
    country: 'US',
  })
  expect(asCalls(NO_DETAILS)).not.toHaveProperty('billingAddress')
})

installMessages()
const { firstName, lastName, email, phone } = contact.shape
const person = { firstName, lastName, email, phone }
const LISBON = { address: 'Rua 1', city: 'Lisboa', state: 'x', zipCode: '1000', country: 'US' }

/** The first error that the server finds in a value; an empty field counts as missing. */
function serverSays(name: DetailName, value: string): string | null {
  const given = value.trim() === '' ? undefined : value
  if (name in person) {
    // Our form asks for the phone number of a buyer who pays; the server takes an order without.
    if (name === 'phone' && given === undefined) return 'Required'
    const parsed = person[name as keyof typeof person].safeParse(given)
    const message = parsed.success ? null : (parsed.error.issues[0]?.message ?? '')
    // What nobody sees is an empty field.
    return message?.includes('at least 1 ') ? 'Required' : message
  }
  const parsed = billingAddress.safeParse({ ...LISBON, [name]: given })
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
  '12',
  '555 0100',
  '?!',
  '10001',
  'x'.repeat(20),
  'x'.repeat(21),
  'x'.repeat(80),
  'x'.repeat(81),
  'x'.repeat(201),
  `${'x'.repeat(242)}@example.com`,
  `${'x'.repeat(243)}@example.com`,
]

it.each(FIELDS.map(({ name }) => name))('checks %s as the server does', (name) => {
  for (const value of VALUES) {
    expect(checkDetail(fieldOf(name), value), JSON.stringify(value)).toBe(serverSays(name, value))
  }
})

it("uses the specification's words", () => {
  expect(checkDetail(fieldOf('firstName'), '')).toBe('Required')
  expect(checkDetail(fieldOf('email'), 'ada@')).toBe('Invalid email')
})

it('sends the details without the spaces around them, and only what was asked for', () => {
  const details = { ...NO_DETAILS, email: ' Ada@Example.com ', city: ' Lisboa ', state: 'NY' }
  expect(cleanDetails(details, { country: 'PT', isFree: false })).toEqual({
    ...NO_DETAILS,
    email: 'ada@example.com',
    city: 'Lisboa',
    country: 'PT',
  })
  expect(cleanDetails(details, { country: 'PT', isFree: true })).toMatchObject({ city: '' })
})
