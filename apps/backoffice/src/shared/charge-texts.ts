import type { Fees } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'

/** Fee sets and tax rates in words. */

export type FeeSet = Fees['feeSets'][number]
export type TaxRate = Fees['taxRates'][number]

export interface MoneyFormat {
  currency: string
  locale: string
}

const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 4 })
export const rateText = (ratePpm: number): string => PERCENT.format(ratePpm / 1_000_000)

/** How much a fee is: '12.5%' or '$2.50'. */
export const feeAmount = (
  { feeType, flatMinor, ratePpm }: Pick<FeeSet, 'feeType' | 'flatMinor' | 'ratePpm'>,
  { currency, locale }: MoneyFormat,
): string => (feeType === 'flat' ? formatAmount(flatMinor, currency, locale) : rateText(ratePpm))

/** A fee set in a list of choices: 'Booking fee (12.5%, absorbed)'. */
export const feeChoice = (feeSet: FeeSet, format: MoneyFormat): string =>
  `${feeSet.name} (${[
    feeAmount(feeSet, format),
    ...(feeSet.isAbsorbed ? ['absorbed'] : []),
    ...(feeSet.isArchived ? ['archived'] : []),
  ].join(', ')})`

/** A tax rate in a list of choices: 'IVA (23%, included)'. */
export const taxChoice = ({ name, ratePpm, isInclusive, isArchived }: TaxRate): string =>
  `${name} (${[
    rateText(ratePpm),
    isInclusive ? 'included' : 'added',
    ...(isArchived ? ['archived'] : []),
  ].join(', ')})`
