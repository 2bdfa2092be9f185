/**
 * The countries that write the postal code before the town. The list follows the formats of
 * `address-format.ts`, and its test compares the two: pages that only show an address do not load
 * the formats of all countries.
 */
const POSTAL_CODE_FIRST = new Set(
  (
    'AD AR AT AX AZ BA BE BG BL BY CH CL CV CY CZ DE DK DO DZ EE EH ES ET FI FO FR GE GF GL ' +
    'GN GP GR GT GW HR HT IS IT KG KW LA LI LR LT LU MA MC MD ME MF MG MK MQ MX MY MZ NC NE ' +
    'NL NO PF PL PM PT PY RE RO RS SE SI SJ SK SM SN SV TJ TM TN TR TZ UY UZ VA WF XK YT ZM'
  ).split(' '),
)

interface Town {
  city: string
  state: string
  postalCode: string
}

/**
 * The line of an address below the street, as the country writes it: 'San Francisco, CA 94111',
 * '1200-480 Lisbon'. Parts may be empty. `country` is a code of ISO 3166-1 in capitals.
 */
export function townLine({ city, state, postalCode }: Town, country: string): string {
  const parts = POSTAL_CODE_FIRST.has(country)
    ? [`${postalCode} ${city}`.trim(), state]
    : [city, `${state} ${postalCode}`.trim()]
  return parts.filter(Boolean).join(', ')
}
