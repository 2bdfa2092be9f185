/** How an e-mail address alone finds its orders: after a code sent to it, or at once. */
export const ORDER_LOOKUPS = ['verified', 'open'] as const
export type OrderLookup = (typeof ORDER_LOOKUPS)[number]

export const isOrderLookup = (text: string): text is OrderLookup =>
  ORDER_LOOKUPS.some((lookup) => lookup === text)

/** An unknown value, written by a later version, counts as the strict one. */
export const orderLookupOf = (text: string): OrderLookup =>
  isOrderLookup(text) ? text : 'verified'

export const LOOKUP_CODE_DIGITS = 6
export const LOOKUP_CODE_MINUTES = 10
/** How often one code may be tried. */
export const LOOKUP_CODE_TRIES = 5
/** For how long the list that a code opened can be read again, in the tab that opened it. */
export const LOOKUP_LIST_MINUTES = 60

/**
 * Whether a telephone number has enough digits to find orders by; `phone_key` of the database finds
 * nothing with others. The zeros before it, a '(0)' and an extension do not count.
 */
export function isSearchablePhone(phone: string): boolean {
  const [number = ''] = phone.replace('(0)', '').split(/x|ext|#/i)
  const { length } = number.replace(/\D/g, '').replace(/^0+/, '')
  return length >= 7 && length <= 15
}

/** Whether a postal code has as many letters and digits as codes have: 3 to 10. */
export const isSearchablePostalCode = (code: string): boolean =>
  /^[\dA-Z]{3,10}$/i.test(code.replace(/[^\dA-Z]/gi, ''))
