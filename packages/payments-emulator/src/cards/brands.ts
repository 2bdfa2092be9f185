/** What can be derived from a card number. Browser code shares this file, so it imports nothing. */

export type BrandId =
  | 'visa'
  | 'mastercard'
  | 'amex'
  | 'discover'
  | 'diners'
  | 'jcb'
  | 'unionpay'
  | 'unknown'

export interface Brand {
  id: BrandId
  /** The name that buyers read. */
  name: string
  /** What numbers of this brand begin with; the first brand that matches wins. */
  pattern: RegExp
  /** Possible lengths, shortest first. */
  lengths: readonly number[]
  cvcLength: 3 | 4
  /** How digits are grouped when written. */
  groups: readonly number[]
}

const FOURS = [4, 4, 4, 4] as const

const UNKNOWN: Brand = {
  id: 'unknown',
  name: 'Card',
  pattern: /^/,
  lengths: [16],
  cvcLength: 3,
  groups: FOURS,
}

export const BRANDS: readonly Brand[] = [
  { ...UNKNOWN, id: 'visa', name: 'Visa', pattern: /^4/ },
  {
    ...UNKNOWN,
    id: 'mastercard',
    name: 'Mastercard',
    pattern: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
  },
  {
    id: 'amex',
    name: 'American Express',
    pattern: /^3[47]/,
    lengths: [15],
    cvcLength: 4,
    groups: [4, 6, 5],
  },
  { ...UNKNOWN, id: 'discover', name: 'Discover', pattern: /^(6011|64[4-9]|65)/ },
  {
    ...UNKNOWN,
    id: 'diners',
    name: 'Diners Club',
    pattern: /^(30[0-5]|309|3[689])/,
    lengths: [14, 16],
  },
  { ...UNKNOWN, id: 'jcb', name: 'JCB', pattern: /^35(2[89]|[3-8])/ },
  { ...UNKNOWN, id: 'unionpay', name: 'UnionPay', pattern: /^(62|81)/, lengths: [16, 17, 18, 19] },
]

/** The brand of a number, also of one that is still being typed. */
export function brandOf(digits: string): Brand {
  if (digits === '') return UNKNOWN
  return BRANDS.find((brand) => brand.pattern.test(digits)) ?? UNKNOWN
}

/** The check digit rule of ISO/IEC 7812. */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return digits !== '' && sum % 10 === 0
}
