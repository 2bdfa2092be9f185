import type { DETAIL_LIMITS } from '@foyer/domain'

/** What the buyer types, all of it text. */
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

/** Cards are billed in the one country the product sells in. */
export const BILLING_COUNTRY = 'US'

export interface DetailField {
  name: DetailName
  label: string
  autoComplete: string
  type: 'text' | 'email' | 'tel'
  inputMode?: 'email' | 'tel' | 'numeric'
  autoCapitalize?: 'words' | 'none'
  hint?: string
  /** Takes half of the row where there is room for two. */
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

/** Name, address and so on in the shape of the payment and order calls. */
export function asCalls({ firstName, lastName, email, phone, ...billing }: Details) {
  return {
    contact: { firstName, lastName, email, phone },
    billingAddress: { ...billing, country: BILLING_COUNTRY },
  }
}
