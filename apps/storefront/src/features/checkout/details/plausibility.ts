import {
  type CountryCode,
  isSupportedCountry,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min'
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'
import type { DetailName, Details } from './details.ts'

/*
 * What looks mistyped, though it could be real: it is asked about, never refused. Loaded when a field
 * is left, because the numbering plans of all countries are larger than the whole checkout.
 */

const US_STATES =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,' +
  'DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,' +
  'KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,' +
  'MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,' +
  'NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,' +
  'OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,' +
  'UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming,' +
  'AA Armed Forces Americas,AE Armed Forces Europe,AP Armed Forces Pacific,PR Puerto Rico,GU Guam'
const CA_PROVINCES =
  'AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,' +
  'NS Nova Scotia,NT Northwest Territories,NU Nunavut,ON Ontario,PE Prince Edward Island,' +
  'QC Québec,QC Quebec,SK Saskatchewan,YT Yukon'
const AU_STATES =
  'ACT Australian Capital Territory,NSW New South Wales,NT Northern Territory,QLD Queensland,' +
  'SA South Australia,TAS Tasmania,VIC Victoria,WA Western Australia'

const STATES: Readonly<Record<string, ReadonlySet<string>>> = {
  US: namesIn(US_STATES),
  CA: namesIn(CA_PROVINCES),
  AU: namesIn(AU_STATES),
}

/** Codes and names, in lower case without dots. */
function namesIn(list: string): ReadonlySet<string> {
  const pairs = list.split(',').map((pair) => pair.toLowerCase())
  return new Set(
    pairs.flatMap((pair) => [pair.split(' ')[0] ?? '', pair.slice(pair.indexOf(' ') + 1)]),
  )
}

/** What a person would ask about a value; null if it looks usual, or is empty. */
export function questionAbout(name: DetailName, details: Details, country: string): string | null {
  const value = details[name].trim()
  if (value === '') return null
  switch (name) {
    case 'phone':
      return isUsualPhone(value, country) ? null : 'This phone number has an unusual length.'
    case 'zipCode':
      return isUsualZip(value, country) ? null : 'Codes of this country look different.'
    case 'state':
      return isUsualState(value, country) ? null : 'We do not know it.'
    case 'city':
      return value.length > 1 && /\p{L}/u.test(value) ? null : 'It is short for a city.'
    case 'address':
      return value.length > 2 ? null : 'It is short for an address.'
    case 'firstName':
    case 'lastName':
      return /\p{L}/u.test(value) ? null : 'It has no letters.'
    case 'email':
      return null
  }
}

function isUsualPhone(value: string, country: string): boolean {
  if (!isPhoneCountry(country)) return true
  return validatePhoneNumberLength(value, country) === undefined
}

const isPhoneCountry = (country: string): country is CountryCode => isSupportedCountry(country)

function isUsualZip(value: string, country: string): boolean {
  if (!postcodeValidatorExistsForCountry(country)) return true
  const code = value.toUpperCase()
  // Typed without the blank or the hyphen that the pattern asks for, it is the same code.
  const compact = code.replaceAll(/[\s-]/g, '')
  return [code, compact, ...spellings(compact)].some((text) => postcodeValidator(text, country))
}

/** A code with one blank or hyphen at each possible position: '1200203' is also '1200-203'. */
const spellings = (code: string): string[] =>
  Array.from({ length: Math.max(0, code.length - 1) }, (_, at) => [
    `${code.slice(0, at + 1)}-${code.slice(at + 1)}`,
    `${code.slice(0, at + 1)} ${code.slice(at + 1)}`,
  ]).flat()

function isUsualState(value: string, country: string): boolean {
  const known = STATES[country]
  return known ? known.has(value.toLowerCase().replaceAll('.', '')) : value.length > 1
}
