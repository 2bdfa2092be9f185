import { applyRate, partOfGross, prorate } from './money.ts'

/**
 * A tax rate of an organizer: parts per million (23 % = 230,000) of an amount. An inclusive tax is part
 * of the amount, an added one comes on top of it.
 */
export interface TaxRate {
  id: string
  name: string
  ratePpm: number
  isInclusive: boolean
}

/** The tax on an amount, with what a receipt says of it. */
export interface TaxAmount extends Omit<TaxRate, 'id'> {
  taxMinor: number
}

/**
 * What few lines and tickets have beside price, discount and fee. Stored with them, and never computed
 * again; what was sold before there were taxes has none.
 */
export interface Charges {
  /** The tax on the price less its discount. */
  priceTax?: TaxAmount
  /** The tax on the fee. */
  feeTax?: TaxAmount
  /** The fee within the price that the organizer owes. It is not shown to buyers. */
  absorbedFeeMinor?: number
}

/**
 * The tax on an amount, rounded half away from zero: once per line for its price and once for its fee
 * (docs/pricing.md#taxes). Undefined if there is none.
 */
export function taxOn(
  amountMinor: number,
  rate: TaxRate | null | undefined,
): TaxAmount | undefined {
  if (!rate) return undefined
  const { name, ratePpm, isInclusive } = rate
  const taxMinor = isInclusive ? partOfGross(amountMinor, ratePpm) : applyRate(amountMinor, ratePpm)
  return taxMinor === 0 ? undefined : { name, ratePpm, isInclusive, taxMinor }
}

/** The part of a tax that comes on top of its amount. */
const addedOf = (tax: TaxAmount | undefined): number => (tax && !tax.isInclusive ? tax.taxMinor : 0)

/** The tax that comes on top of price and fee. */
export const addedTaxMinor = (charges: Charges | null | undefined): number =>
  addedOf(charges?.priceTax) + addedOf(charges?.feeTax)

/** The tax that comes on top of the fee alone. */
export const addedFeeTaxMinor = (charges: Charges | null | undefined): number =>
  addedOf(charges?.feeTax)

/** The charges, or undefined if there are none, so that nothing is stored of them. */
export const chargesOrNone = (charges: Charges): Charges | undefined =>
  charges.priceTax || charges.feeTax || charges.absorbedFeeMinor ? charges : undefined

/** A unit's price less its discount, and its fee, in minor units. */
interface TaxedUnit {
  netMinor: number
  feeMinor: number
}

/**
 * Splits the charges of a line over its units, to the cent. Each unit gets its share by what is taxed
 * of it, so that a unit that costs nothing, and of which nothing is ever refunded, has no tax either.
 */
export function splitCharges(
  charges: Charges | null | undefined,
  units: readonly TaxedUnit[],
): (Charges | undefined)[] {
  if (!charges) return units.map(() => undefined)
  const { priceTax, feeTax, absorbedFeeMinor = 0 } = charges
  const nets = units.map(({ netMinor }) => netMinor)
  const ofPrice = prorate(priceTax?.taxMinor ?? 0, nets)
  const fees = units.map(({ feeMinor }) => feeMinor)
  const ofFee = prorate(feeTax?.taxMinor ?? 0, fees)
  const absorbed = prorate(absorbedFeeMinor, nets)
  return units.map((_, index) =>
    chargesOrNone({
      ...part('priceTax', priceTax, ofPrice[index] ?? 0),
      ...part('feeTax', feeTax, ofFee[index] ?? 0),
      ...(absorbed[index] ? { absorbedFeeMinor: absorbed[index] } : {}),
    }),
  )
}

/** The charges of units with the same rates together. */
export const joinCharges = (all: readonly (Charges | null | undefined)[]): Charges | undefined => {
  const sum = (of: (charges: Charges) => number | undefined) =>
    all.reduce((total, charges) => total + ((charges && of(charges)) ?? 0), 0)
  const absorbedFeeMinor = sum((charges) => charges.absorbedFeeMinor)
  return chargesOrNone({
    ...part(
      'priceTax',
      all.find((charges) => charges?.priceTax)?.priceTax,
      sum(({ priceTax }) => priceTax?.taxMinor),
    ),
    ...part(
      'feeTax',
      all.find((charges) => charges?.feeTax)?.feeTax,
      sum(({ feeTax }) => feeTax?.taxMinor),
    ),
    ...(absorbedFeeMinor > 0 ? { absorbedFeeMinor } : {}),
  })
}

const part = (of: 'priceTax' | 'feeTax', tax: TaxAmount | undefined, taxMinor: number): Charges =>
  tax && taxMinor > 0 ? { [of]: { ...tax, taxMinor } } : {}

/** Names the rates of charges: units of one line have the same ones. */
export const ratesOf = (charges: Charges | null | undefined): string =>
  [charges?.priceTax, charges?.feeTax].map(rateOf).join('/')

const rateOf = (tax: TaxAmount | undefined): string =>
  tax ? [tax.name, tax.ratePpm, tax.isInclusive].join(' ') : ''

/** The tax of a quote or of an order, in minor units. */
export interface TaxSums {
  /** What comes on top of prices and fees; it is part of the total. */
  addedMinor: number
  /** The part of it that comes on top of fees. */
  addedOnFeesMinor: number
  /** All tax on prices, whether included or added. */
  onPricesMinor: number
  /** All tax on fees, whether included or added. */
  onFeesMinor: number
}

/** Adds up the tax of lines or units; undefined without tax. */
export function taxSums(all: readonly (Charges | null | undefined)[]): TaxSums | undefined {
  const sum = (of: (charges: Charges | null | undefined) => number) =>
    all.reduce((total, charges) => total + of(charges), 0)
  const onPricesMinor = sum((charges) => charges?.priceTax?.taxMinor ?? 0)
  const onFeesMinor = sum((charges) => charges?.feeTax?.taxMinor ?? 0)
  if (onPricesMinor + onFeesMinor === 0) return undefined
  const [addedMinor, addedOnFeesMinor] = [sum(addedTaxMinor), sum(addedFeeTaxMinor)]
  return { addedMinor, addedOnFeesMinor, onPricesMinor, onFeesMinor }
}

/** The taxes of a quote's lines by name and rate, in order of first appearance, as receipts list them. */
export function taxesByRate(
  lines: readonly { charges?: Charges | null | undefined }[],
): TaxAmount[] {
  const sums = new Map<string, TaxAmount>()
  for (const tax of lines.flatMap(({ charges }) => [charges?.priceTax, charges?.feeTax])) {
    if (!tax) continue
    const key = rateOf(tax)
    sums.set(key, { ...tax, taxMinor: tax.taxMinor + (sums.get(key)?.taxMinor ?? 0) })
  }
  return [...sums.values()]
}

/** What a receipt calls a tax: 'Includes 23% IVA', 'Sales tax 8.875%'. */
function taxLabel({ name, ratePpm, isInclusive }: Omit<TaxRate, 'id'>, locale = 'en-US'): string {
  const rate = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }).format(
    ratePpm / 1_000_000,
  )
  return isInclusive ? `Includes ${rate} ${name}` : `${name} ${rate}`
}

/**
 * The rows of taxes on a receipt: added ones are summands of its total, included ones are named below
 * it. A record that a browser stored before there were taxes has none.
 */
export const taxRowsOf = (
  taxes: readonly TaxAmount[] | undefined,
  kind: 'added' | 'included',
  locale?: string,
): { label: string; taxMinor: number }[] =>
  (taxes ?? [])
    .filter(({ isInclusive }) => isInclusive === (kind === 'included'))
    .map((tax) => ({ label: taxLabel(tax, locale), taxMinor: tax.taxMinor }))
