import { formatAddress } from 'localized-address-format'

/** Which parts a billing address has in each country, in which order and under which names. */

/** The countries and territories of ISO 3166-1 that have an address format. */
export const COUNTRIES: readonly string[] = (
  'AC AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS ' +
  'BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ' +
  'ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN HR HT ' +
  'HU ID IE IL IM IN IO IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT ' +
  'LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI ' +
  'NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SE SG ' +
  'SH SI SJ SK SL SM SN SO SR SS ST SV SX SZ TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA ' +
  'UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'
).split(' ')

const KNOWN = new Set(COUNTRIES)

/** Whether a code is one of {@link COUNTRIES}, in capitals. */
export const isCountry = (code: string): boolean => KNOWN.has(code)

/** Countries with their names in a language, by name. */
export function countriesByName(
  locale: string,
  codes: readonly string[] = COUNTRIES,
): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })
  const { compare } = new Intl.Collator(locale)
  return codes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => compare(a.name, b.name))
}

/** The country of a locale's region: 'US' of 'en-US'. The United States if it names none. */
export function countryOfLocale(locale: string): string {
  const region = new Intl.Locale(locale).region ?? ''
  return isCountry(region) ? region : 'US'
}

export type AddressFieldName = 'address' | 'city' | 'state' | 'zipCode'

export interface AddressField {
  name: AddressFieldName
  /** What the country calls it: 'ZIP code', 'Prefecture'. */
  label: string
  isRequired: boolean
}

/**
 * The countries whose banks or taxes use the level between city and country, with its name. In
 * others it is not asked for, even where an envelope has it.
 */
const STATE_LABELS: Readonly<Record<string, string>> = {
  AE: 'Emirate',
  AU: 'State',
  BR: 'State',
  CA: 'Province',
  CN: 'Province',
  HK: 'Area',
  IN: 'State',
  JP: 'Prefecture',
  KR: 'Province',
  MX: 'State',
  TW: 'County',
  US: 'State',
}

const CITY_LABELS: Readonly<Record<string, string>> = {
  GB: 'Town or city',
  HK: 'District',
  IE: 'Town or city',
}

/** In all other countries it is a 'Postal code'. */
const ZIP_LABELS: readonly [label: string, countries: string][] = [
  ['ZIP code', 'AS FM GU MH MP PR PW US VI'],
  ['Postcode', 'AU GB GG IM JE MY NL NZ'],
  ['Eircode', 'IE'],
  ['PIN code', 'IN'],
  ['CEP', 'BR'],
]

/** The countries in which every address has a postal code, after Google's libaddressinput. */
const ZIP_REQUIRED = new Set(
  (
    'AC AS AT AU AX BE BL BR CA CH CN CZ DE DK EE ES FI FK FM FR GB GF GG GP GR GU HU IM IN IO IT ' +
    'JE JP KR LI LT LU LV MC MF MH MP MQ MX MY NC NL NO NZ PL PM PR PT PW RE RO RU SE SG SI SJ SK ' +
    'SM TR TW UA US VA VI WF YT ZA'
  ).split(' '),
)

/** Each part's mark in a formatted address, by which its position is found. */
const MARKS: Readonly<Record<AddressFieldName, string>> = {
  address: '\u{E000}',
  city: '\u{E001}',
  state: '\u{E002}',
  zipCode: '\u{E003}',
}

/** The parts of an address of a country, in the order in which the country writes them. */
export function addressFieldsOf(country: string): AddressField[] {
  const written = formatAddress(
    {
      postalCountry: country,
      addressLines: [MARKS.address],
      locality: MARKS.city,
      administrativeArea: MARKS.state,
      postalCode: MARKS.zipCode,
    },
    'latin',
  ).join('\n')
  const names: AddressFieldName[] = ['address', 'city', 'state', 'zipCode']
  const places = names
    .map((name) => ({ name, at: written.indexOf(MARKS[name]) }))
    .filter(({ name, at }) => at >= 0 && (name !== 'state' || country in STATE_LABELS))
  const parts = places.sort((a, b) => a.at - b.at).map(({ name }) => name)
  // Some countries write the street last; a form asks for it first everywhere.
  const ordered: AddressFieldName[] = ['address', ...parts.filter((name) => name !== 'address')]
  return ordered.map((name) => ({
    name,
    label: labelOf(name, country),
    isRequired: name !== 'zipCode' || ZIP_REQUIRED.has(country),
  }))
}

function labelOf(name: AddressFieldName, country: string): string {
  switch (name) {
    case 'address':
      return 'Address'
    case 'city':
      return CITY_LABELS[country] ?? 'City'
    case 'state':
      return STATE_LABELS[country] ?? 'State'
    case 'zipCode':
      return (
        ZIP_LABELS.find(([, countries]) => countries.split(' ').includes(country))?.[0] ??
        'Postal code'
      )
  }
}

export type AddressProblem = 'missing' | 'impossible'

type Address = Record<AddressFieldName, string>

/**
 * What is wrong with an address of a country: a part that its addresses always have is missing, or a
 * part cannot be real anywhere. What only looks unusual is not a problem.
 */
export function addressProblems(
  address: Address,
  country: string,
): { name: AddressFieldName; problem: AddressProblem }[] {
  return addressFieldsOf(country).flatMap((field) => {
    const { name } = field
    const problem = addressProblem(field, address[name])
    return problem ? [{ name, problem }] : []
  })
}

/** What is wrong with one part of an address; null if nothing is. */
export function addressProblem(
  { name, isRequired }: AddressField,
  value: string,
): AddressProblem | null {
  const given = value.trim()
  if (given === '') return isRequired ? 'missing' : null
  return isPossible(name, given) ? null : 'impossible'
}

/** Every postal code in use has a digit; a street or town has a letter or a digit. */
const isPossible = (name: AddressFieldName, value: string): boolean =>
  (name === 'zipCode' ? /\p{Nd}/u : /[\p{L}\p{Nd}]/u).test(value)

/**
 * Whether a text can be a phone number anywhere: from 4 digits, the shortest numbers in use, to the
 * 15 of E.164 and an extension, and no letters but those that mark the extension.
 */
export function isPossiblePhone(phone: string): boolean {
  const digits = phone.match(/\p{Nd}/gu)?.length ?? 0
  const letters = phone.replace(/\b(?:ext|extension|x|tel)\b\.?|(?<=\d)x(?=\d)/giu, '')
  return digits >= 4 && digits <= 21 && !/\p{L}/u.test(letters)
}
