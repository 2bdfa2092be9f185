/** Rules for the data that buyers enter about themselves; the forms and the server share them. */

/** The most characters that each field takes. */
export const DETAIL_LIMITS = {
  firstName: 80,
  lastName: 80,
  email: 254,
  phone: 40,
  address: 200,
  city: 100,
  state: 100,
  zipCode: 20,
} as const

/** Matches what looks like a mail address; only sending shows whether it exists. */
export const EMAIL_PATTERN =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** The billing address of an order that stores none. */
export const NO_ADDRESS = { address: '', city: '', state: '', zipCode: '', country: '' } as const

/** Masks an address so that its owner recognises it and others cannot use it: 'ada@example.com' is 'a***@example.com'. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return at > 0 ? `${first}***${email.slice(at)}` : ''
}

/** Whether an address was masked by {@link maskEmail}. */
export const isMaskedEmail = (email: string): boolean => /^.\*{3}@/u.test(email)
