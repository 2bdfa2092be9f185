/**
 * Money is a safe integer of minor units with a currency code. Only this file rounds, and only this
 * file converts between minor units and text.
 */

import { ZERO_DECIMAL_CURRENCIES } from './constants.ts'

// The provider's account may also have amounts in currencies that this product does not know. Most
// currencies have cents.
const decimalsOf = (currency: string) => (ZERO_DECIMAL_CURRENCIES.includes(currency) ? 0 : 2)

/** Minor units in one major unit: 100 for usd, 1 for jpy. `currency` is a lower-case ISO 4217 code. */
export const minorPerMajor = (currency: string): number => 10 ** decimalsOf(currency)

/** 3498 usd -> 34.98, for the wire fields that the storefront's calls define in major units. */
export const toMajor = (amountMinor: number, currency: string): number =>
  amountMinor / minorPerMajor(currency)

/** 4990 usd -> '49.90': an amount as people type it, without its currency. */
export const majorText = (amountMinor: number, currency: string): string =>
  toMajor(amountMinor, currency).toFixed(decimalsOf(currency))

/**
 * The amount in minor units that is nearest to what a person typed, such as the limit of a search.
 */
export const minorOf = (typed: number, currency: string): number =>
  Math.round(typed * minorPerMajor(currency))

/**
 * 34.98 usd -> 3498. Returns null for anything that is not a whole number of minor units, apart
 * from errors of floating point: 34.985 is a mistake of the client and is not rounded.
 */
export function fromMajor(amount: number, currency: string): number | null {
  const scaled = amount * minorPerMajor(currency)
  const minor = Math.round(scaled)
  if (!Number.isSafeInteger(minor) || Math.abs(scaled - minor) > 1e-6) return null
  return minor
}

/** `amountMinor` × `ratePpm` / 1,000,000, half away from zero: the product's one rounding rule. */
export function applyRate(amountMinor: number, ratePpm: number): number {
  const product = BigInt(amountMinor) * BigInt(ratePpm)
  const half = product >= 0n ? 500_000n : -500_000n
  return Number((product + half) / 1_000_000n)
}

/**
 * The part of a gross amount that a rate has added to its net amount: `grossMinor` × `ratePpm` /
 * (1,000,000 + `ratePpm`), rounded half away from zero.
 */
export function partOfGross(grossMinor: number, ratePpm: number): number {
  const product = BigInt(grossMinor) * BigInt(ratePpm) * 2n
  const whole = BigInt(ratePpm) + 1_000_000n
  return Number((product + (product >= 0n ? whole : -whole)) / (2n * whole))
}

/**
 * Splits an amount by weight so that the shares add up to it: each gets its exact share rounded
 * down, and the units that remain go to the largest remainders. Of equal remainders the earlier one
 * comes first, so a caller that needs a result independent of order sorts the weights. No share is
 * above its weight unless the amount is above the sum of the weights.
 *
 * @param amountMinor minor units, 0 or more
 * @param weights safe integers, 0 or more; if all are 0, every share is 0
 */
export function prorate(amountMinor: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (whole === 0n) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(amountMinor) * BigInt(weight))
  const shares = exact.map((product) => Number(product / whole))
  const over = amountMinor - shares.reduce((sum, share) => sum + share, 0)
  const luckiest = exact
    .map((product, index) => ({ index, remainder: product % whole }))
    .sort((a, b) => Number(b.remainder - a.remainder))
    .slice(0, over)
  for (const { index } of luckiest) shares[index] = (shares[index] ?? 0) + 1
  return shares
}

const formats = new Map<string, Intl.NumberFormat>()

// Building an Intl.NumberFormat costs far more than using one: one per card tripled the time to
// render.
function currencyFormat(currency: string, locale: string, digits: number): Intl.NumberFormat {
  const key = `${currency}|${locale}|${digits}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    formats.set(key, format)
  }
  return format
}

/** A price on a card or a button: $0, $30, $34.98. Whole amounts have no decimals. */
export function formatPrice(amountMinor: number, currency: string, locale = 'en-US'): string {
  const whole = amountMinor % minorPerMajor(currency) === 0
  const format = currencyFormat(currency, locale, whole ? 0 : decimalsOf(currency))
  return format.format(toMajor(amountMinor, currency))
}

/**
 * A price that can be chosen, on a card, a slot, a day or a button: 'Free', or as {@link formatPrice}.
 * A sum says $0.
 */
export const formatOffer = (amountMinor: number, currency: string, locale?: string): string =>
  amountMinor === 0 ? 'Free' : formatPrice(amountMinor, currency, locale)

/** An amount in a column of amounts: always with the currency's decimals, $30.00. */
export function formatAmount(amountMinor: number, currency: string, locale = 'en-US'): string {
  return currencyFormat(currency, locale, decimalsOf(currency)).format(
    toMajor(amountMinor, currency),
  )
}

/** A row of a sum: '$10.00', and '−$10.00' for an amount below 0. */
export const formatSummand = (amountMinor: number, currency: string, locale?: string): string =>
  `${amountMinor < 0 ? '−' : ''}${formatAmount(Math.abs(amountMinor), currency, locale)}`
