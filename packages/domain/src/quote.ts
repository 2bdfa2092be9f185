import type { FrozenRule } from './checkout-rules/rule.ts'
import { type Discount, type DiscountStep, discountShares } from './discount.ts'
import { applyRate } from './money.ts'
import {
  addedTaxMinor,
  type Charges,
  chargesOrNone,
  type TaxRate,
  type TaxSums,
  taxOn,
  taxSums,
} from './tax.ts'

/** A service fee. `flatMinor` counts per ticket; `ratePpm` is parts per million (12.5 % = 125,000). */
export interface FeeSet {
  id: string
  name: string
  isActive: boolean
  feeType: 'flat' | 'percentage'
  flatMinor: number
  ratePpm: number
  /** The organizer owes the fee within the price, and buyers pay no fee. */
  isAbsorbed?: boolean
  /** The tax on the fee. */
  taxRate?: TaxRate | null
}

/** A line to price, with current prices and fees, or with those that the hold froze. */
export interface QuoteRequestLine {
  kind: 'ticket' | 'addOn'
  id: string
  name: string
  quantity: number
  unitPriceMinor: number
  /** The type's own fee set, else the event's, else null: see {@link feeSetFor}. */
  feeSet: FeeSet | null
  /** The tax on the price. */
  taxRate?: TaxRate | null
  /** Whether the cart's discounts apply to this line; true by default. */
  isDiscounted?: boolean
}

export interface QuoteLine {
  kind: 'ticket' | 'addOn'
  id: string
  name: string
  quantity: number
  unitPriceMinor: number
  subtotalMinor: number
  /** The line's share of the quote's discount; absent without one. */
  discountMinor?: number
  feeMinor: number
  totalMinor: number
  feeName: string | null
  /** Its taxes and absorbed fee; absent without. */
  charges?: Charges
}

/**
 * A priced cart that explains itself: total = subtotal - discount + fee + added tax, and so do its
 * lines.
 */
export interface Quote {
  currency: string
  lines: QuoteLine[]
  /** The use of a coupon that gives the discount; absent without one. */
  coupon?: { id: string; code: string }
  /**
   * The rules that give the discount, in the order in which they apply, if the coupon's rule is not the
   * only one.
   */
  rules?: readonly AppliedRule[]
  ticketCount: number
  subtotalMinor: number
  discountMinor: number
  feeMinor: number
  /** The tax of its lines; absent without. */
  tax?: TaxSums
  totalMinor: number
}

/** A rule with what it took off. */
export interface AppliedRule extends FrozenRule {
  isOfCoupon: boolean
  discountMinor: number
}

/** A row of a receipt for what was taken off: 'Early birds', 'Discount (SUMMER20)'. */
export interface DiscountRow {
  label: string
  discountMinor: number
}

interface WithDiscounts {
  discountMinor: number
  coupon?: { code: string } | undefined
  rules?: Quote['rules'] | undefined
  /** The rows as the server has sent them. */
  discounts?: readonly DiscountRow[] | undefined
}

/**
 * The discount of a quote as rows that add up to it: one for each automatic rule by its name, and one for
 * the coupon.
 */
export function discountRows({
  discountMinor,
  coupon,
  rules,
  discounts,
}: WithDiscounts): readonly DiscountRow[] {
  if (discounts) return discounts
  if (discountMinor === 0) return []
  const ofCoupon = coupon ? `Discount (${coupon.code})` : 'Discount'
  const rows = new Map<string, number>()
  for (const { name, isOfCoupon, discountMinor: off } of rules ?? []) {
    const label = isOfCoupon ? ofCoupon : name
    rows.set(label, (rows.get(label) ?? 0) + off)
  }
  if (rows.size === 0) return [{ label: ofCoupon, discountMinor }]
  return [...rows].map(([label, off]) => ({ label, discountMinor: off }))
}

/** A ticket type's own fee set overrides the event's. */
export const feeSetFor = (own: FeeSet | null, ofEvent: FeeSet | null): FeeSet | null =>
  own ?? ofEvent

/**
 * The fee that a buyer pays. Flat: amount × quantity. Percentage: price × quantity × percent, rounded to
 * the minor unit. Zero if the set is missing, inactive or absorbed, or the price is 0.
 */
export const feeMinorOf = (
  unitPriceMinor: number,
  quantity: number,
  feeSet: FeeSet | null,
): number => (feeSet?.isAbsorbed ? 0 : wholeFeeMinor(unitPriceMinor, quantity, feeSet))

/** The fee that the buyer or the organizer pays. */
function wholeFeeMinor(unitPriceMinor: number, quantity: number, feeSet: FeeSet | null): number {
  if (!feeSet?.isActive || unitPriceMinor === 0) return 0
  if (feeSet.feeType === 'flat') return feeSet.flatMinor * quantity
  return applyRate(unitPriceMinor * quantity, feeSet.ratePpm)
}

/** The price of one with its fee and added tax, as cards, calendars and slots show it. */
export function allInMinor(
  unitPriceMinor: number,
  feeSet: FeeSet | null,
  taxRate?: TaxRate | null,
): number {
  const feeMinor = feeMinorOf(unitPriceMinor, 1, feeSet)
  const charges = {
    priceTax: taxOn(unitPriceMinor, taxRate),
    feeTax: taxOn(feeMinor, feeSet?.taxRate),
  }
  return unitPriceMinor + feeMinor + addedTaxMinor(charges)
}

/** The fees of one name in a quote, in minor units. */
export interface NamedFee {
  name: string
  feeMinor: number
}

/** The fees of a quote by name, in order of first appearance; they add up to its `feeMinor`. */
export function feesByName({ lines }: Pick<Quote, 'lines'>): NamedFee[] {
  const sums = new Map<string, number>()
  for (const { feeName, feeMinor } of lines) {
    if (feeMinor === 0) continue
    const name = feeName ?? 'Service fee'
    sums.set(name, (sums.get(name) ?? 0) + feeMinor)
  }
  return [...sums].map(([name, feeMinor]) => ({ name, feeMinor }))
}

/**
 * How much more each price is than the lowest of them, in minor units: 0 for the lowest, null for a
 * price that is not set.
 */
export function aboveLowest(pricesMinor: readonly (number | null)[]): (number | null)[] {
  const lowest = Math.min(...pricesMinor.filter((price) => price !== null))
  return pricesMinor.map((price) => (price === null ? null : price - lowest))
}

/** What tickets cost more than those they would replace, in minor units; below 0 if they cost less. */
export interface UpgradeDifference {
  /** The difference of the two quotes' totals. */
  differenceMinor: number
  /** The difference of one ticket with its fee, before any discount, for each replaced type. */
  each: { ticketTypeId: string; differenceMinor: number }[]
}

/** A selection with its price. */
export interface PricedSelection {
  lines: readonly QuoteRequestLine[]
  quote: Pick<Quote, 'totalMinor'>
}

/** Compares a selection of one ticket type with the selection that it would replace. */
export function upgradeDifference(from: PricedSelection, to: PricedSelection): UpgradeDifference {
  const ticketsOf = ({ lines }: PricedSelection) => lines.filter(({ kind }) => kind === 'ticket')
  const oneOf = (line: QuoteRequestLine) =>
    allInMinor(line.unitPriceMinor, line.feeSet, line.taxRate)
  const [upgraded] = ticketsOf(to)
  return {
    differenceMinor: to.quote.totalMinor - from.quote.totalMinor,
    each: ticketsOf(from).flatMap((line) =>
      upgraded ? [{ ticketTypeId: line.id, differenceMinor: oneOf(upgraded) - oneOf(line) }] : [],
    ),
  }
}

/** Sorts lines, so that no cent depends on the order in which a cart was filled. */
export const inFixedOrder = (lines: readonly QuoteLine[]): QuoteLine[] =>
  lines
    .map((line) => ({ line, key: identityOf(line) }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1))
    .map(({ line }) => line)

// One type may have several lines: for sessions with different prices, or holds with different fees.
const identityOf = ({ kind, id, unitPriceMinor, quantity, feeMinor, charges }: QuoteLine) =>
  [
    kind,
    id,
    unitPriceMinor,
    quantity,
    feeMinor,
    ...(charges ? [JSON.stringify(charges)] : []),
  ].join(' ')

function priceLine(line: QuoteRequestLine): QuoteLine {
  const subtotalMinor = line.unitPriceMinor * line.quantity
  const feeMinor = feeMinorOf(line.unitPriceMinor, line.quantity, line.feeSet)
  const priced: QuoteLine = {
    kind: line.kind,
    id: line.id,
    name: line.name,
    quantity: line.quantity,
    unitPriceMinor: line.unitPriceMinor,
    subtotalMinor,
    feeMinor,
    totalMinor: subtotalMinor + feeMinor,
    feeName: feeMinor > 0 ? (line.feeSet?.name ?? null) : null,
  }
  addCharges(priced, line)
  return priced
}

/**
 * Adds taxes and absorbed fee to a line, after its discount: a tax is one of what is paid, and an
 * absorbed fee is at most what is left of the price.
 */
function addCharges(line: QuoteLine, { feeSet, taxRate }: QuoteRequestLine): void {
  const netMinor = line.subtotalMinor - (line.discountMinor ?? 0)
  const absorbedFeeMinor = feeSet?.isAbsorbed
    ? Math.min(netMinor, wholeFeeMinor(line.unitPriceMinor, line.quantity, feeSet))
    : 0
  const priceTax = taxOn(netMinor, taxRate)
  const feeTax = taxOn(line.feeMinor, feeSet?.taxRate)
  const charges = chargesOrNone({
    ...(priceTax ? { priceTax } : {}),
    ...(feeTax ? { feeTax } : {}),
    ...(absorbedFeeMinor > 0 ? { absorbedFeeMinor } : {}),
  })
  if (charges || line.charges) line.charges = charges
  line.totalMinor = netMinor + line.feeMinor + addedTaxMinor(charges)
}

/**
 * Takes the discounts of each step off what the steps before it left of the lines, before their taxes.
 * Fees are those of the full price, but a line that becomes free by its discount has no fee. Returns what
 * each step took off.
 */
function takeOff(
  lines: readonly QuoteLine[],
  steps: readonly DiscountStep<QuoteRequestLine>[],
  requestOf: ReadonlyMap<QuoteLine, QuoteRequestLine>,
): number[] {
  const inOrder = inFixedOrder(lines)
  return steps.map(({ discounts, isIn }) => {
    const left = inOrder
      .filter((line) => {
        const request = requestOf.get(line)
        return request !== undefined && isIn?.(request) !== false
      })
      .map((line) => ({
        line,
        kind: line.kind,
        id: line.id,
        subtotalMinor: line.subtotalMinor - (line.discountMinor ?? 0),
      }))
    const shares = discountShares(left, discounts)
    for (const [index, { line }] of left.entries()) {
      const share = shares[index]
      if (!share) continue
      line.discountMinor = (line.discountMinor ?? 0) + share
      if (line.discountMinor < line.subtotalMinor) continue
      line.feeMinor = 0
      line.feeName = null
    }
    return shares.reduce((sum, share) => sum + share, 0)
  })
}

/**
 * Prices a cart. Pure: the same lines give the same quote, in any order of lines.
 * Lines of quantity 0 are dropped.
 *
 * @param discounts what is taken off the tickets of the lines that are discounted, no more than they
 *   cost (docs/pricing.md)
 */
export const buildQuote = (
  lines: readonly QuoteRequestLine[],
  currency: string,
  discounts: readonly Discount[] = [],
): Quote =>
  buildQuoteInSteps(lines, currency, [
    { discounts, isIn: ({ isDiscounted }) => isDiscounted !== false },
  ]).quote

/**
 * {@link buildQuote} with the discounts of several rules: each step takes its discounts off what the steps
 * before it left. `offMinor` is what each step took off.
 */
export function buildQuoteInSteps(
  lines: readonly QuoteRequestLine[],
  currency: string,
  steps: readonly DiscountStep<QuoteRequestLine>[],
): { quote: Quote; offMinor: number[] } {
  const wanted = lines.filter((line) => line.quantity > 0)
  const priced = wanted.map(priceLine)
  const requestOf = new Map(
    priced.flatMap((line, index) => {
      const request = wanted[index]
      return request ? [[line, request] as const] : []
    }),
  )
  const offMinor = takeOff(priced, steps, requestOf)
  for (const [index, line] of priced.entries()) {
    const request = wanted[index]
    if (request) addCharges(line, request)
  }
  const sum = (pick: (line: QuoteLine) => number) => priced.reduce((total, l) => total + pick(l), 0)
  const tax = taxSums(priced.map(({ charges }) => charges))
  const quote = {
    currency,
    lines: priced,
    ticketCount: sum((line) => (line.kind === 'ticket' ? line.quantity : 0)),
    subtotalMinor: sum((line) => line.subtotalMinor),
    discountMinor: sum((line) => line.discountMinor ?? 0),
    feeMinor: sum((line) => line.feeMinor),
    ...(tax ? { tax } : {}),
    totalMinor: sum((line) => line.totalMinor),
  }
  return { quote, offMinor }
}

/** Why a total cannot be charged, and what can. */
export interface BelowMinimum {
  minimumMinor: number
  /** The fewest tickets that can be paid; null if no allowed number can. */
  leastTickets: number | null
}

/**
 * Whether a selection costs more than 0 and less than a card can be charged. If so, more tickets of
 * its first ticket type, up to that type's maximum, may reach the minimum. Null if it can be paid.
 *
 * @param price prices the lines, discounts included
 */
export function belowMinimumOf(
  lines: readonly QuoteRequestLine[],
  maxQuantity: number,
  minimumMinor: number,
  price: (lines: readonly QuoteRequestLine[]) => Quote,
): BelowMinimum | null {
  const { totalMinor } = price(lines)
  if (totalMinor === 0 || totalMinor >= minimumMinor) return null
  const at = lines.findIndex(({ kind, quantity }) => kind === 'ticket' && quantity > 0)
  const line = lines[at]
  for (let quantity = (line?.quantity ?? 0) + 1; line && quantity <= maxQuantity; quantity += 1) {
    const more = price(lines.with(at, { ...line, quantity }))
    if (more.totalMinor >= minimumMinor) return { minimumMinor, leastTickets: more.ticketCount }
  }
  return { minimumMinor, leastTickets: null }
}
