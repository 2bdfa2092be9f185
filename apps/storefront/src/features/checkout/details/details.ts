import { VALIDATION_TEXTS } from '@foyer/contract'
import {
  type AddressFieldName,
  addressFieldsOf,
  addressProblem,
  DETAIL_LIMITS,
  isEmail,
  isPlainText,
  isPossiblePhone,
  nameLine,
} from '@foyer/domain'
import { readStored, writeStored } from '../../../data/stored/browser-storage.ts'
import { isShape, isText } from '../../../data/stored/shape.ts'

/** What the buyer types; every value is text. */
export type DetailName = keyof typeof DETAIL_LIMITS
export interface Details extends Record<DetailName, string> {
  /** An ISO 3166-1 code; empty until the buyer chooses another country than the suggested one. */
  country: string
}

export const NO_DETAILS: Details = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
  country: '',
}

const DETAIL_NAMES: readonly DetailName[] = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'address',
  'city',
  'state',
  'zipCode',
]

export interface DetailField {
  name: DetailName
  label: string
  autoComplete: string
  type: 'text' | 'email' | 'tel'
  inputMode?: 'email' | 'tel' | 'numeric'
  autoCapitalize?: 'words' | 'characters' | 'none'
  hint?: string
  isRequired: boolean
}

const CONTACT_FIELDS: readonly DetailField[] = [
  {
    name: 'firstName',
    label: 'First name',
    autoComplete: 'given-name',
    type: 'text',
    autoCapitalize: 'words',
    isRequired: true,
  },
  {
    name: 'lastName',
    label: 'Last name',
    autoComplete: 'family-name',
    type: 'text',
    autoCapitalize: 'words',
    // Many people have one name.
    isRequired: false,
  },
  {
    name: 'email',
    label: 'Email',
    autoComplete: 'email',
    type: 'email',
    inputMode: 'email',
    autoCapitalize: 'none',
    hint: 'Your tickets are sent here.',
    isRequired: true,
  },
  {
    name: 'phone',
    label: 'Phone',
    autoComplete: 'tel',
    type: 'tel',
    inputMode: 'tel',
    hint: 'Only for last-minute changes to your event, and to find your order.',
    isRequired: true,
  },
]

const ADDRESS_INPUTS: Readonly<
  Record<AddressFieldName, Pick<DetailField, 'autoComplete' | 'autoCapitalize'>>
> = {
  address: { autoComplete: 'billing address-line1', autoCapitalize: 'words' },
  city: { autoComplete: 'billing address-level2', autoCapitalize: 'words' },
  state: { autoComplete: 'billing address-level1', autoCapitalize: 'words' },
  zipCode: { autoComplete: 'billing postal-code', autoCapitalize: 'characters' },
}

/** What an order needs to know of its buyer. */
export interface Asked {
  /** Where the billing address is. */
  country: string
  /** A free order asks for name and e-mail address alone. */
  isFree: boolean
}

/** The fields about the buyer, in the order in which they are asked. */
export const contactFieldsOf = ({ isFree }: Pick<Asked, 'isFree'>): readonly DetailField[] =>
  isFree ? CONTACT_FIELDS.filter(({ name }) => name !== 'phone') : CONTACT_FIELDS

/** The fields of the billing address as its country has them; none for a free order. */
export const addressInputsOf = ({ country, isFree }: Asked): readonly DetailField[] =>
  isFree
    ? []
    : addressFieldsOf(country).map((field) => ({
        ...field,
        ...ADDRESS_INPUTS[field.name],
        type: 'text',
        ...(field.name === 'zipCode' && country === 'US' ? { inputMode: 'numeric' as const } : {}),
      }))

export const detailFieldsOf = (asked: Asked): readonly DetailField[] => [
  ...contactFieldsOf(asked),
  ...addressInputsOf(asked),
]

/** The id of a field's control, for the error summary's links. */
export const fieldIdOf = (name: DetailName | 'country'): string => `checkout-${name}`

/**
 * The details in the shape of the payment and order calls. Without an address if none was asked for,
 * or if a wallet shared only a part of one: an address is whole or absent.
 */
export function asCalls({ firstName, lastName, email, phone, ...billing }: Details) {
  return {
    contact: { firstName, lastName, email, phone },
    ...(billing.address === '' ? {} : { billingAddress: billing }),
  }
}

/**
 * What is wrong with a field, by the limits and in the words of the contract's own check; null if
 * nothing is. An empty field counts as missing. Repeated here because the validator would be half of
 * this page's code; a test compares the two.
 */
export function checkDetail(field: DetailField, value: string): string | null {
  const { name, isRequired } = field
  const given = cleanDetail(name, value)
  const limit = DETAIL_LIMITS[name]
  if (given === '') return isRequired ? VALIDATION_TEXTS.required : null
  if (given.length > limit) return VALIDATION_TEXTS.tooLong(limit)
  if (name === 'email') return isEmail(given) ? null : VALIDATION_TEXTS.invalidEmail
  if (!isPlainText(given)) return VALIDATION_TEXTS.notPlain
  if (name === 'phone') return isPossiblePhone(given) ? null : VALIDATION_TEXTS.impossiblePhone
  if (name === 'firstName' || name === 'lastName') return null
  if (addressProblem({ ...field, name }, given) === null) return null
  return name === 'zipCode' ? VALIDATION_TEXTS.impossibleZip : VALIDATION_TEXTS.impossible
}

/** The details as the calls send them: trimmed, and only what was asked for. */
export function cleanDetails(details: Details, asked: Asked): Details {
  const clean = { ...NO_DETAILS, country: asked.country }
  for (const { name } of detailFieldsOf(asked)) clean[name] = cleanDetail(name, details[name])
  return clean
}

function cleanDetail(name: DetailName, value: string): string {
  if (name === 'firstName' || name === 'lastName') return nameLine(value)
  return name === 'email' ? value.trim().toLowerCase() : value.trim()
}

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
  country: isText,
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

/** What was typed into the fields of the server's page before hydration. */
export function typedAlready(): Partial<Details> {
  const typed: Partial<Details> = {}
  for (const name of DETAIL_NAMES) {
    const field = document.getElementById(fieldIdOf(name))
    if (field instanceof HTMLInputElement && field.value) typed[name] = field.value
  }
  return typed
}
