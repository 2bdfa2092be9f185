import { brandOf, passesLuhn } from '../src/cards/brands.ts'
import type { ValidationError } from './errors.ts'
import { digitsOf } from './formats.ts'

/** Codes and texts are those of Stripe's elements. Each function returns null for a good value. */

export function checkNumber(text: string): ValidationError | null {
  const digits = digitsOf(text)
  const { lengths } = brandOf(digits)
  if (digits.length < Math.min(...lengths)) {
    return { code: 'incomplete_number', message: 'Your card number is incomplete.' }
  }
  if (lengths.includes(digits.length) && passesLuhn(digits)) return null
  return { code: 'invalid_number', message: 'Your card number is invalid.' }
}

export function checkExpiry(text: string, today: Date): ValidationError | null {
  const { month, year } = parseExpiry(text)
  if (Number.isNaN(month) || Number.isNaN(year)) {
    return {
      code: 'incomplete_expiry',
      message: "Your card's expiration date is incomplete.",
    }
  }
  if (year < today.getFullYear()) {
    return {
      code: 'invalid_expiry_year_past',
      message: "Your card's expiration year is in the past.",
    }
  }
  if (month < 1) {
    return { code: 'invalid_expiry_month', message: "Your card's expiration month is invalid." }
  }
  if (year > today.getFullYear() + 50) {
    return { code: 'invalid_expiry_year', message: "Your card's expiration year is invalid." }
  }
  if (year > today.getFullYear() || month > today.getMonth()) return null
  return {
    code: 'invalid_expiry_month_past',
    message: "Your card's expiration date is in the past.",
  }
}

/** `12 / 27` -> month 12 of 2027; NaN for a part that is not typed yet. */
export function parseExpiry(text: string): { month: number; year: number } {
  const [, month, year] = /^(\d{2}) \/ (\d{2})$/.exec(text) ?? []
  return { month: Number(month), year: 2000 + Number(year) }
}

export function checkCvc(text: string, number: string): ValidationError | null {
  const { id, cvcLength } = brandOf(digitsOf(number))
  const enough = id === 'amex' ? text.length >= 3 : text.length === cvcLength
  if (enough || (id === 'unknown' && text.length >= 3)) return null
  return { code: 'incomplete_cvc', message: "Your card's security code is incomplete." }
}

const POSTAL_PATTERNS: Record<string, RegExp> = {
  US: /^\d{5}(?:[ -]?\d{4})?$/,
  CA: /^[a-z]\d[a-z] ?\d[a-z]\d$/i,
  GB: /^[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}$/i,
}

/** Countries whose banks check the postal code, so that Stripe asks for it. */
export function asksPostalCode(country: string): boolean {
  return country in POSTAL_PATTERNS
}

export function checkPostalCode(text: string, country: string): ValidationError | null {
  if (POSTAL_PATTERNS[country]?.test(text.trim()) ?? true) return null
  const what = country === 'US' ? 'ZIP code' : 'postal code'
  return { code: 'incomplete_zip', message: `Your ${what} is incomplete.` }
}
