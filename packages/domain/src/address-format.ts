/**
 * Which parts an address has after the street in each country, in which order; '?' marks what not
 * every address has. It follows Google's libaddressinput, which also has states in countries whose
 * banks and taxes use none: there a form asks for none.
 */
const PARTS_OF_COUNTRIES: readonly [parts: string, countries: string][] = [
  [
    'city',
    'AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY JM ' +
      'KI KM KN LC LY ML MR MS MW NU PA PS QA RW SB SC SL SR SS ST SX TD TF TG TK TL TO TT TV ' +
      'UG VU WS YE ZW',
  ],
  [
    'zipCode? city',
    'AD AL AM AR AZ BA BG BY CL CV CY DO DZ EC EH ET FO GE GL GN GT GW HR HT IS KG KW KZ LA ' +
      'LR MA MD ME MG MK MU MZ NE NI OM PF PY RS SN SV TJ TM TN TZ UY UZ XK ZM',
  ],
  [
    'city zipCode?',
    'AF AI BB BD BH BM BN BT CC CO CR CX EG GS HN ID IE IL IQ JO KE KH LB LK LS MM MN MT MV ' +
      'NA NF NG NP PE PG PH PK PN SA SH SO SZ TA TC TH VC VE VG VN',
  ],
  [
    'zipCode city',
    'AT AX BE BL CH CZ DE DK EE ES FI FR GF GP GR IT LI LT LU MC MF MQ MY NC NL NO PL PM PT ' +
      'RE RO SE SI SJ SK SM TR VA WF YT',
  ],
  ['city zipCode', 'AC AS FK FM GB GG GU HU IM IO JE LV MH MP NZ PR PW RU UA VI ZA'],
  ['city state zipCode', 'AU BR CA CN KR TW US'],
  ['zipCode?', 'GI KY'],
  ['', 'MO NR'],
  ['state', 'AE'],
  ['city state', 'HK'],
  ['city zipCode state', 'IN'],
  ['state zipCode', 'JP'],
  ['zipCode city state', 'MX'],
  ['zipCode', 'SG'],
]

const PARTS = new Map(
  PARTS_OF_COUNTRIES.flatMap(([parts, countries]) =>
    countries.split(' ').map((country) => [country, parts] as const),
  ),
)

/** The countries and territories of ISO 3166-1 that have an address format. */
export const COUNTRIES: readonly string[] = [...PARTS.keys()]

/** Whether a code is one of {@link COUNTRIES}, in capitals. */
export const isCountry = (code: string): boolean => PARTS.has(code)

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

/** What the countries call the level between city and country whose banks or taxes use it. */
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

/** The parts of an address of a country, the street first, as forms ask for it everywhere. */
export function addressFieldsOf(country: string): AddressField[] {
  const names: AddressFieldName[] = ['address', 'city', 'state', 'zipCode']
  return ['address', ...(PARTS.get(country) ?? '').split(' ')].flatMap((part) => {
    const name = names.find((known) => part.startsWith(known))
    return name ? [{ name, label: labelOf(name, country), isRequired: !part.endsWith('?') }] : []
  })
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

/**
 * Every postal code in use has a digit, but for those of Bermuda's mail boxes: 'HM BX'. A street or town
 * has a letter or a digit.
 */
const isPossible = (name: AddressFieldName, value: string): boolean =>
  (name === 'zipCode' ? /\p{Nd}|^[A-Z]{2} ?[A-Z]{2}$/iu : /[\p{L}\p{Nd}]/u).test(value)

/**
 * Whether a text can be a phone number anywhere: from 4 digits, the shortest numbers in use, to the
 * 15 of E.164 and an extension, and no letters but those that mark the extension.
 */
export function isPossiblePhone(phone: string): boolean {
  const digits = phone.match(/\p{Nd}/gu)?.length ?? 0
  const letters = phone.replace(/\b(?:ext|extension|x|tel)\b\.?|(?<=[\d\s])x(?=\d)/giu, '')
  return digits >= 4 && digits <= 21 && !/\p{L}/u.test(letters)
}
