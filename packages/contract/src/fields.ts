import {
  type AddressFieldName,
  type AddressProblem,
  addressProblems,
  CART_NUMBER_MAX,
  CART_NUMBER_MIN,
  CURRENCIES,
  DETAIL_LIMITS,
  isCalendarDate,
  isCountry,
  isEmail,
  isPlainText,
  isPossiblePhone,
  MAX_LINES_PER_CART,
  MAX_QUANTITY_PER_LINE,
  mailAddress,
  nameLine,
} from '@foyer/domain'
import * as z from 'zod/mini'
import { VALIDATION_TEXTS } from './validation-texts.ts'

/** Field types that several endpoints share. */

export const uuid = z.string().check(z.uuid(), z.toLowerCase())

/** A calendar date in the venue's zone. */
export const calendarDate = z
  .string()
  .check(z.refine(isCalendarDate, { error: 'Must be a date like 2026-11-21' }))

export const instant = z.iso.datetime({ offset: true })

/**
 * The cart number that buyers see. JSON numbers are accepted too, as clients of the specification
 * may send them.
 */
export const cartNumber = z.pipe(
  z.transform((value) => (typeof value === 'number' ? String(value) : value)),
  z.string().check(
    z.refine((text) => /^\d{5}$/.test(text) && Number(text) >= CART_NUMBER_MIN, {
      error: `Must be a number from ${CART_NUMBER_MIN} to ${CART_NUMBER_MAX}`,
    }),
  ),
)

export const quantity = z.int().check(z.gte(1), z.lte(MAX_QUANTITY_PER_LINE))

/** One line of text: trimmed, bounded, without control characters and unpaired surrogates. */
export const text = (maximum: number, minimum = 1) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(minimum),
      z.maxLength(maximum),
      z.refine(isPlainText, { error: VALIDATION_TEXTS.notPlain }),
    )

/** The name of a person: like {@link text}, as it was meant (nameLine). */
export const personalName = (maximum: number, minimum = 1) =>
  z
    .string()
    .check(
      z.overwrite(nameLine),
      z.minLength(minimum),
      z.maxLength(maximum),
      z.refine(isPlainText, { error: VALIDATION_TEXTS.notPlain }),
    )

export const email = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.maxLength(DETAIL_LIMITS.email),
  z.overwrite(mailAddress),
  // Says in the API's description what it is.
  z.email({ pattern: /^[^@\s]{1,64}@[^@\s]{1,255}$/, abort: true }),
  z.refine(isEmail, { error: VALIDATION_TEXTS.invalidEmail }),
)

/** An amount in major units, where the specification's calls have them: 34.98. */
export const majorAmount = z.number().check(z.gte(0), z.lte(10_000_000))

export const minorAmount = z.int()

export const currency = z.string().check(z.toLowerCase(), z.length(3))

/** A currency that shops can sell in. */
export const supportedCurrency = z.string().check(
  z.toLowerCase(),
  z.refine((code) => Object.hasOwn(CURRENCIES, code), {
    error: 'Must be a supported currency, like usd',
  }),
)

export const locale = z
  .string()
  .check(z.maxLength(35), z.refine(isLocale, { error: 'Must be a locale, like en-US' }))

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text)[0] === text
  } catch {
    return false
  }
}

/** OKLCH hue of the accent, degrees. */
export const hue = z.number().check(z.gte(0), z.lt(360))

/** Lines of text, bounded together: like {@link text}, with line breaks. */
export const lines = (maximum: number, minimum = 0) =>
  z.string().check(
    z.trim(),
    z.minLength(minimum),
    z.maxLength(maximum),
    z.refine(
      (value) => value.split(/\r?\n/).every((line) => isPlainText(line.replaceAll('\t', ' '))),
      {
        error: VALIDATION_TEXTS.notPlain,
      },
    ),
  )

export const ticketLines = z.array(z.object({ ticketTypeId: uuid, quantity })).check(
  z.minLength(1),
  z.maxLength(MAX_LINES_PER_CART),
  z.refine((lines) => isDistinct(lines.map((line) => line.ticketTypeId)), {
    error: 'Each ticket type may stand in one line only',
  }),
)

/** Lines of a cart. A line with a session of its own is for that session instead of the cart's. */
export const cartLines = z
  .array(z.object({ ticketTypeId: uuid, quantity, sessionId: z.optional(uuid) }))
  .check(z.minLength(1), z.maxLength(MAX_LINES_PER_CART))

export const addOnLines = z.array(z.object({ addOnId: uuid, quantity })).check(
  z.maxLength(MAX_LINES_PER_CART),
  z.refine((lines) => isDistinct(lines.map((line) => line.addOnId)), {
    error: 'Each add-on may stand in one line only',
  }),
)

export const isDistinct = (ids: readonly string[]) => new Set(ids).size === ids.length

export const contact = z.object({
  firstName: personalName(DETAIL_LIMITS.firstName),
  /** Empty for a person with one name. */
  lastName: z._default(personalName(DETAIL_LIMITS.lastName, 0), ''),
  email,
  /** Empty if it is not known: a free order does not ask for it, and a wallet may not have it. */
  phone: z._default(
    text(DETAIL_LIMITS.phone, 0).check(
      z.refine((phone) => phone === '' || isPossiblePhone(phone), {
        error: VALIDATION_TEXTS.impossiblePhone,
      }),
    ),
    '',
  ),
})

const addressParts = {
  city: z._default(text(DETAIL_LIMITS.city, 0), ''),
  state: z._default(text(DETAIL_LIMITS.state, 0), ''),
  zipCode: z._default(text(DETAIL_LIMITS.zipCode, 0), ''),
  /** An ISO 3166-1 code. */
  country: z._default(
    z
      .string()
      .check(
        z.trim(),
        z.toUpperCase(),
        z.refine(isCountry, { error: VALIDATION_TEXTS.notCountry }),
      ),
    'US',
  ),
}

type AddressParts = Record<'city' | 'state' | 'zipCode' | 'country', string>

/** An address is checked by what its country's addresses have; `line` is the name of its street. */
const ofItsCountry = <Line extends string>(line: Line) =>
  z.check<AddressParts & Record<Line, string>>(({ value, issues }) => {
    const { city, state, zipCode, country } = value
    const found = addressProblems({ address: value[line], city, state, zipCode }, country)
    for (const { name, problem } of found) {
      const path = [name === 'address' ? line : name]
      issues.push({ code: 'custom', path, input: value, message: textOf(name, problem) })
    }
  })

function textOf(name: AddressFieldName, problem: AddressProblem): string {
  if (problem === 'missing') return VALIDATION_TEXTS.required
  return name === 'zipCode' ? VALIDATION_TEXTS.impossibleZip : VALIDATION_TEXTS.impossible
}

export const billingAddress = z
  .object({ address: text(DETAIL_LIMITS.address), ...addressParts })
  .check(ofItsCountry('address'))

/** The same address as the specification's order call names its parts. */
export const orderBillingAddress = z
  .object({ address1: text(DETAIL_LIMITS.address), ...addressParts })
  .check(ofItsCountry('address1'))

export type Contact = z.output<typeof contact>
export type BillingAddress = z.output<typeof billingAddress>

/** Tickets of an order; at least one. */
export const ticketIds = z.array(uuid).check(z.minLength(1), z.maxLength(200))

/**
 * What a thing that several people may edit was when it was read. A change sends it back; if the thing
 * has changed since, it is refused with `changed_meanwhile`, whose `details.current` is the thing now.
 */
export const version = z.string().check(z.regex(/^[0-9a-f]{20}$/, 'Not a version'))

/** The proof of an entered access code (`enterAccessCode`), sent with what the code opens. */
export const accessToken = z.optional(text(200))

/** What a buyer ticked at the checkout, as the page showed it. */
export const givenConsents = z.object({
  termsVersion: z.optional(z.int().check(z.gte(1), z.lte(2_147_483_647))),
  /** The text of the box about news. */
  marketing: z.optional(text(300)),
})
