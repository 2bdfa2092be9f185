import { beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import {
  addOnLines,
  billingAddress,
  calendarDate,
  cartNumber,
  contact,
  currency,
  email,
  majorAmount,
  personalName,
  quantity,
  text,
  ticketLines,
  uuid,
} from './fields.ts'
import { installMessages } from './messages.ts'

beforeAll(installMessages)

const ID = '0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0a01'
const OTHER = '0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0a02'

/** The first message, or null if the value is valid. */
function complaint(schema: z.ZodMiniType, value: unknown): string | null {
  const result = schema.safeParse(value)
  return result.success ? null : (result.error.issues[0]?.message ?? '')
}

describe('fields accept and normalize values', () => {
  test.each<[string, z.ZodMiniType, unknown, unknown]>([
    ['an id in capitals', uuid, ID.toUpperCase(), ID],
    ['a cart number', cartNumber, '12345', '12345'],
    ['a cart number as a number', cartNumber, 12_345, '12345'],
    ['the lowest cart number', cartNumber, '10000', '10000'],
    ['the highest', cartNumber, '99999', '99999'],
    ['an address in any case with blanks around', email, '  Ada@Example.COM ', 'ada@example.com'],
    ['text with blanks around', text(10), '  Ada ', 'Ada'],
    ['names of the whole world', text(80), "Zoë O'Brien-李 🎟", "Zoë O'Brien-李 🎟"],
    ['a pasted name', personalName(80), ' Ada\tKing\r\nLovelace ', 'Ada King Lovelace'],
    ['a name with a joiner that its letters need', personalName(80), 'ක්\u200dෂ', 'ක්\u200dෂ'],
    ['no last name', personalName(80, 0), '\u200b', ''],
    ['what looks like SQL', text(80), "'; drop table holds; --", "'; drop table holds; --"],
    [
      'what looks like a script',
      text(80),
      '<script>alert(1)</script>',
      '<script>alert(1)</script>',
    ],
    ['a currency in capitals', currency, 'USD', 'usd'],
    ['zero', majorAmount, 0, 0],
    ['the most of one line', quantity, 100, 100],
  ])('%s', (_, schema, given, read) => {
    expect(schema.safeParse(given)).toEqual({ success: true, data: read })
  })

  test('a billing address is in the US unless it names another country', () => {
    const address = { address: '1 Main St', city: 'New York', state: 'NY', zipCode: '10001' }
    expect(billingAddress.safeParse(address).data?.country).toBe('US')
    expect(billingAddress.safeParse({ ...address, country: 'CA' }).data?.country).toBe('CA')
  })
})

describe('fields refuse', () => {
  test.each<[string, z.ZodMiniType, unknown, string]>([
    ['no id', uuid, undefined, 'Required'],
    ['null for an id', uuid, null, 'Required'],
    ['a number for an id', uuid, 5, 'Expected string'],
    ['an id of 10,000 characters', uuid, ID.repeat(278), 'Invalid uuid'],
    ['an id with a NUL', uuid, `${ID}\u0000`, 'Invalid uuid'],
    ['a short cart number', cartNumber, '1234', 'Must be a number from 10000 to 99999'],
    ['a leading zero', cartNumber, '01234', 'Must be a number from 10000 to 99999'],
    ['a long one', cartNumber, '123456', 'Must be a number from 10000 to 99999'],
    ['digits of another script', cartNumber, '１２３４５', 'Must be a number from 10000 to 99999'],
    ['half a cart', cartNumber, 12_345.5, 'Must be a number from 10000 to 99999'],
    ['no cart number', cartNumber, undefined, 'Required'],
    ['a list as a cart number', cartNumber, ['12345'], 'Expected string'],
    ['no ticket', quantity, 0, 'Number must be greater than or equal to 1'],
    ['less than none', quantity, -1, 'Number must be greater than or equal to 1'],
    ['more than a line may have', quantity, 101, 'Number must be less than or equal to 100'],
    ['half a ticket', quantity, 1.5, 'Expected int'],
    ['a quantity as text', quantity, '2', 'Expected number'],
    ['endless tickets', quantity, Number.POSITIVE_INFINITY, 'Expected number'],
    ['empty text', text(80), '', 'String must contain at least 1 character(s)'],
    ['blank text', text(80), '   ', 'String must contain at least 1 character(s)'],
    ['endless text', text(80), 'a'.repeat(10_000), 'String must contain at most 80 character(s)'],
    ['a NUL in text', text(80), 'a\u0000b', 'Must not contain control characters'],
    ['a line break in text', text(80), 'a\r\nBcc: b', 'Must not contain control characters'],
    [
      'a name that nobody sees',
      personalName(80),
      '\u200b\u2060 \u3164',
      'String must contain at least 1 character(s)',
    ],
    ['a NUL in a name', personalName(80), 'a\u0000b', 'Must not contain control characters'],
    // PostgreSQL refuses it inside JSON.
    ['half of a surrogate pair', text(80), 'a\ud800', 'Must not contain control characters'],
    ['no address', email, undefined, 'Required'],
    ['what is no address', email, 'ada', 'Invalid email'],
    ['an address with a NUL', email, 'a\u0000@example.com', 'Invalid email'],
    ['two addresses', email, 'a@example.com,b@example.com', 'Invalid email'],
    ['a header in an address', email, 'a@example.com\nBcc: b@example.com', 'Invalid email'],
    ['a day that does not exist', calendarDate, '2026-02-30', 'Must be a date like 2026-11-21'],
    ['the year 0', calendarDate, '0000-01-01', 'Must be a date like 2026-11-21'],
    ['an instant for a day', calendarDate, '2026-11-21T10:00Z', 'Must be a date like 2026-11-21'],
    ['an amount below 0', majorAmount, -1, 'Number must be greater than or equal to 0'],
    ['an amount that is none', majorAmount, Number.NaN, 'Expected number'],
    ['no lines', ticketLines, [], 'Must contain at least 1 item(s)'],
    ['lines that are none', ticketLines, 'GA', 'Expected array'],
  ])('%s', (_, schema, given, message) => {
    expect(complaint(schema, given)).toBe(message)
  })

  test('two lines for one thing, also if the ids differ in case', () => {
    const tickets = [ID, ID.toUpperCase()].map((ticketTypeId) => ({ ticketTypeId, quantity: 1 }))
    expect(complaint(ticketLines, tickets)).toBe('Each ticket type may stand in one line only')
    const addOns = [ID, ID].map((addOnId) => ({ addOnId, quantity: 1 }))
    expect(complaint(addOnLines, addOns)).toBe('Each add-on may stand in one line only')
    expect(complaint(addOnLines, [])).toBeNull()
    const distinct = [ID, OTHER].map((addOnId) => ({ addOnId, quantity: 1 }))
    expect(complaint(addOnLines, distinct)).toBeNull()
  })

  test('more lines than a cart may have', () => {
    const lines = Array.from({ length: 21 }, (_, index) => ({
      ticketTypeId: `${ID.slice(0, -2)}${index + 10}`,
      quantity: 1,
    }))
    expect(complaint(ticketLines, lines)).toBe('Must contain at most 20 item(s)')
    expect(complaint(ticketLines, lines.slice(1))).toBeNull()
  })

  test('a contact with missing fields, and name each of them', () => {
    const result = contact.safeParse({ firstName: 'Ada' })
    expect(result.error?.issues.map(({ path, message }) => [path.join(), message])).toEqual([
      ['email', 'Required'],
    ])
  })

  test.each([
    ['12', 'Must be a phone number'],
    ['call me', 'Must be a phone number'],
    ['', null],
    [undefined, null],
    ['+351 912 345 678', null],
  ])('a phone number that cannot be one: %j', (phone, message) => {
    expect(complaint(contact.shape.phone, phone)).toBe(message)
  })

  test('an address that its country cannot have', () => {
    const address = { address: 'Rua Garrett 73', city: 'Lisboa', zipCode: '1200-203' }
    const problems = (changes: object) =>
      billingAddress
        .safeParse({ ...address, ...changes })
        .error?.issues.map(({ path, message }) => [path.join(), message])
    expect(problems({ country: 'pt' })).toBeUndefined()
    expect(problems({ country: 'PT', zipCode: 'abc' })).toEqual([['zipCode', 'Must have a digit']])
    expect(problems({ country: 'US' })).toEqual([['state', 'Required']])
    expect(problems({ country: 'Narnia' })).toEqual([
      ['country', 'Must be the code of a country, like US'],
    ])
  })
})
