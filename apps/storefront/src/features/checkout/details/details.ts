import { VALIDATION_TEXTS } from '@foyer/contract'
import { DETAIL_LIMITS, EMAIL_PATTERN, isPlainText } from '@foyer/domain'
import { readStored, writeStored } from '../../../data/stored/browser-storage.ts'
import { isShape, isText } from '../../../data/stored/shape.ts'

/** What the buyer types; every value is text. */
export type DetailName = keyof typeof DETAIL_LIMITS
export type Details = Record<DetailName, string>

export const NO_DETAILS: Details = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
}

/** The one country that the product sells in. */
export const BILLING_COUNTRY = 'US'

export interface DetailField {
  name: DetailName
  label: string
  autoComplete: string
  type: 'text' | 'email' | 'tel'
  inputMode?: 'email' | 'tel' | 'numeric'
  autoCapitalize?: 'words' | 'none'
  hint?: string
  /** Takes half of the row if there is room for two. */
  isHalf: boolean
}

export const CONTACT_FIELDS: readonly DetailField[] = [
  {
    name: 'firstName',
    label: 'First name',
    autoComplete: 'given-name',
    type: 'text',
    autoCapitalize: 'words',
    isHalf: true,
  },
  {
    name: 'lastName',
    label: 'Last name',
    autoComplete: 'family-name',
    type: 'text',
    autoCapitalize: 'words',
    isHalf: true,
  },
  {
    name: 'email',
    label: 'Email',
    autoComplete: 'email',
    type: 'email',
    inputMode: 'email',
    autoCapitalize: 'none',
    hint: 'Your tickets are sent here.',
    isHalf: false,
  },
  {
    name: 'phone',
    label: 'Phone',
    autoComplete: 'tel',
    type: 'tel',
    inputMode: 'tel',
    hint: 'Only for last-minute changes to your event, and to find your order.',
    isHalf: false,
  },
]

export const BILLING_FIELDS: readonly DetailField[] = [
  {
    name: 'address',
    label: 'Address',
    autoComplete: 'billing address-line1',
    type: 'text',
    autoCapitalize: 'words',
    isHalf: false,
  },
  {
    name: 'city',
    label: 'City',
    autoComplete: 'billing address-level2',
    type: 'text',
    autoCapitalize: 'words',
    isHalf: false,
  },
  {
    name: 'state',
    label: 'State',
    autoComplete: 'billing address-level1',
    type: 'text',
    autoCapitalize: 'words',
    isHalf: true,
  },
  {
    name: 'zipCode',
    label: 'ZIP code',
    autoComplete: 'billing postal-code',
    type: 'text',
    inputMode: 'numeric',
    isHalf: true,
  },
]

/** Every field in the order in which it is asked. */
export const DETAIL_FIELDS: readonly DetailField[] = [...CONTACT_FIELDS, ...BILLING_FIELDS]

/** The id of a field's control, for the error summary's links. */
export const fieldIdOf = (name: DetailName): string => `checkout-${name}`

/** The details in the shape of the payment and order calls. */
export function asCalls({ firstName, lastName, email, phone, ...billing }: Details) {
  return {
    contact: { firstName, lastName, email, phone },
    billingAddress: { ...billing, country: BILLING_COUNTRY },
  }
}

/**
 * What is wrong with a field, by the limits and in the words of the contract's own check; null if
 * nothing is. An empty field counts as missing. Repeated here because the validator would be half of
 * this page's code; a test compares the two.
 */
export function checkDetail(name: DetailName, value: string): string | null {
  const given = cleanDetail(name, value)
  const limit = DETAIL_LIMITS[name]
  if (given === '') return VALIDATION_TEXTS.required
  if (given.length > limit) return VALIDATION_TEXTS.tooLong(limit)
  if (name === 'email') return EMAIL_PATTERN.test(given) ? null : VALIDATION_TEXTS.invalidEmail
  return isPlainText(given) ? null : VALIDATION_TEXTS.notPlain
}

/** The details as the calls send them. */
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

/** Half-typed values are stored as they are, so reading them back checks only that they are text. */
const isDetails = isShape<Details>({
  firstName: isText,
  lastName: isText,
  email: isText,
  phone: isText,
  address: isText,
  city: isText,
  state: isText,
  zipCode: isText,
})

const KEY = 'foyer-details'

/**
 * What the buyer typed last in this tab, so that a reload, another cart or a second purchase does
 * not ask for it again. Ends with the tab. Never contains card data.
 */
export function readDetails(): Details {
  const stored = readStored('session', KEY, isDetails)
  return stored.kind === 'found' ? stored.value : NO_DETAILS
}

export const saveDetails = (details: Details): void => writeStored('session', KEY, details)
