import { describe, expect, it } from 'vitest'
import { readCard } from './read-card.ts'

const NOW = Date.UTC(2026, 10, 21) / 1000
const good = { number: '4242 4242 4242 4242', expMonth: 12, expYear: 2030, cvc: '123' }
const read = (changes: Partial<typeof good>) => () => readCard({ ...good, ...changes }, NOW)

describe('readCard', () => {
  it('finds the test card by its number, with or without spaces', () => {
    expect(read({ number: '4242-4242-4242-4242' })()).toMatchObject({
      number: '4242424242424242',
      testCard: { brand: 'visa' },
    })
  })

  it('accepts a year of two digits, and the current month', () => {
    expect(read({ expMonth: 11, expYear: 26 })()).toMatchObject({ expYear: 2026 })
  })

  it.each([
    ['incorrect_number', 'Your card number is incorrect.', { number: '4242424242424241' }],
    ['incorrect_number', 'Your card number is incorrect.', { number: '42' }],
    ['invalid_expiry_month', "Your card's expiration month is invalid.", { expMonth: 13 }],
    ['invalid_expiry_month', "Your card's expiration month is invalid.", { expMonth: 0 }],
    [
      'invalid_expiry_month',
      "Your card's expiration month is invalid.",
      { expMonth: 10, expYear: 2026 },
    ],
    ['invalid_expiry_year', "Your card's expiration year is invalid.", { expYear: 2025 }],
    ['invalid_expiry_year', "Your card's expiration year is invalid.", { expYear: 2077 }],
    ['invalid_cvc', "Your card's security code is invalid.", { cvc: '12' }],
    ['invalid_cvc', "Your card's security code is invalid.", { cvc: '1234' }],
    ['card_declined', /non test \(live\) card/, { number: '4111111111111111' }],
  ])('answers %s with 402: %s', (code, message, changes) => {
    expect(read(changes)).toThrow(
      expect.objectContaining({ status: 402, fields: expect.objectContaining({ code }) }),
    )
    expect(read(changes)).toThrow(message)
  })

  it('takes four digits of security code for American Express', () => {
    expect(read({ number: '378282246310005', cvc: '1234' })()).toMatchObject({ cvcProvided: true })
  })
})
