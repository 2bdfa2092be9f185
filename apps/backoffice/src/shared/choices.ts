import { CURRENCIES } from '@foyer/domain'

/** What forms offer of money and languages, each with its name. */

const CURRENCY_NAMES = new Intl.DisplayNames('en-US', { type: 'currency' })
export const currencies = Object.keys(CURRENCIES)
  .map((code) => ({ code, name: CURRENCY_NAMES.of(code.toUpperCase()) ?? code.toUpperCase() }))
  .sort((a, b) => a.name.localeCompare(b.name))

const LOCALE_NAMES = new Intl.DisplayNames('en-US', { type: 'language' })
export const LOCALES = [
  'en-US',
  'en-GB',
  'en-CA',
  'en-AU',
  'de-DE',
  'de-AT',
  'de-CH',
  'fr-FR',
  'fr-CA',
  'es-ES',
  'es-MX',
  'it-IT',
  'nl-NL',
  'pt-BR',
  'pt-PT',
  'sv-SE',
  'da-DK',
  'nb-NO',
  'fi-FI',
  'pl-PL',
  'cs-CZ',
  'ja-JP',
]
export const locales = LOCALES.map((code) => ({ code, name: LOCALE_NAMES.of(code) ?? code }))
