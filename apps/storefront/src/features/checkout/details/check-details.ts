import { VALIDATION_TEXTS } from '@foyer/contract'
import { DETAIL_LIMITS, EMAIL_PATTERN, isPlainText } from '@foyer/domain'
import type { DetailName, Details } from './details.ts'

/**
 * What is wrong with a field, in the words and by the limits of the contract's own check; null for
 * nothing. An empty field counts as missing. The validator itself would be half of this page.
 */
export function checkDetail(name: DetailName, value: string): string | null {
  const given = cleanDetail(name, value)
  const limit = DETAIL_LIMITS[name]
  if (given === '') return VALIDATION_TEXTS.required
  if (given.length > limit) return VALIDATION_TEXTS.tooLong(limit)
  if (name === 'email') return EMAIL_PATTERN.test(given) ? null : VALIDATION_TEXTS.invalidEmail
  return isPlainText(given) ? null : VALIDATION_TEXTS.notPlain
}

/** As the calls send it. */
export const cleanDetails = (details: Details): Details => ({
  firstName: cleanDetail('firstName', details.firstName),
  lastName: cleanDetail('lastName', details.lastName),
  email: cleanDetail('email', details.email),
  phone: cleanDetail('phone', details.phone),
  address: cleanDetail('address', details.address),
  city: cleanDetail('city', details.city),
  state: cleanDetail('state', details.state),
  zipCode: cleanDetail('zipCode', details.zipCode),
})

const cleanDetail = (name: DetailName, value: string): string =>
  name === 'email' ? value.trim().toLowerCase() : value.trim()
