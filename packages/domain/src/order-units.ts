import { groupBy } from './group-by.ts'
import { formatAmount, prorate } from './money.ts'
import { type AppliedRule, inFixedOrder, type Quote, type QuoteLine } from './quote.ts'
import {
  addedFeeTaxMinor,
  addedTaxMinor,
  type Charges,
  joinCharges,
  ratesOf,
  splitCharges,
  taxSums,
} from './tax.ts'

/**
 * One ticket, or one unit of an add-on, at what it was bought at: amount = price - discount + fee +
 * added tax, in minor units. An order stores these amounts with its tickets and add-ons when they are bought; nothing
 * computes them again.
 */
export interface OrderUnit {
  /** Null for an add-on, and as long as no ticket was issued for the unit. */
  ticketId: string | null
  kind: QuoteLine['kind']
  /** The ticket type or the add-on. */
  id: string
  name: string
  /** The name of its fee on the receipt; null without a fee. */
  feeName: string | null
  priceMinor: number
  discountMinor: number
  feeMinor: number
  /** Its taxes and absorbed fee; null or absent without. */
  charges?: Charges | null
  amountMinor: number
}

/** What a ticket was bought at, as it is stored with the ticket. */
export type FrozenAmounts = Pick<OrderUnit, 'priceMinor' | 'discountMinor' | 'feeMinor' | 'charges'>

/** What a ticket costs with the amounts that it was bought at. */
export const amountOf = ({ priceMinor, discountMinor, feeMinor, charges }: FrozenAmounts): number =>
  priceMinor - discountMinor + feeMinor + addedTaxMinor(charges)

/** The fee of a unit with the tax that comes on top of it: what a refund without fees keeps. */
export const feeWithTaxMinor = ({ feeMinor, charges }: Pick<OrderUnit, 'feeMinor' | 'charges'>) =>
  feeMinor + addedFeeTaxMinor(charges)

/** Amounts of units that can be summed. */
export type UnitAmount = 'priceMinor' | 'discountMinor' | 'feeMinor' | 'amountMinor'

export const sumOfUnits = (units: readonly OrderUnit[], amount: UnitAmount): number =>
  units.reduce((sum, unit) => sum + unit[amount], 0)

/**
 * Splits a quote into units, with the discount and the fee of each line spread over its units to the
 * cent. The amounts add up to the quote's. The result depends on the lines, not on their order.
 */
export const unitsOf = (quote: Quote): OrderUnit[] => inFixedOrder(quote.lines).flatMap(unitsOfLine)

/** The units of one line; see {@link unitsOf}. */
export function unitsOfLine(
  line: Omit<QuoteLine, 'subtotalMinor' | 'totalMinor' | 'charges'> & { charges?: Charges | null },
): OrderUnit[] {
  const each = Array.from({ length: line.quantity }, () => 1)
  const discounts = prorate(line.discountMinor ?? 0, each)
  const fees = prorate(line.feeMinor, each)
  const priceMinor = line.unitPriceMinor
  const shares = splitCharges(
    line.charges,
    each.map((_, index) => ({
      netMinor: priceMinor - (discounts[index] ?? 0),
      feeMinor: fees[index] ?? 0,
    })),
  )
  return each.map((_, index) => {
    const discountMinor = discounts[index] ?? 0
    const feeMinor = fees[index] ?? 0
    const charges = shares[index]
    return {
      ticketId: null,
      kind: line.kind,
      id: line.id,
      name: line.name,
      feeName: feeMinor > 0 ? line.feeName : null,
      priceMinor,
      discountMinor,
      feeMinor,
      ...(charges ? { charges } : {}),
      amountMinor: amountOf({ priceMinor, discountMinor, feeMinor, charges }),
    }
  })
}

/** So many units of a line have this amount, fee and discount included, in minor units. */
export interface UnitPrice {
  quantity: number
  amountMinor: number
}

/**
 * What the units of a line cost, dearest first. A fee is rounded once per line, so two tickets at
 * 168.75 are one at 84.38 and one at 84.37: shown this way, prices per ticket add up to the line's
 * total (docs/pricing.md, 'Prices per ticket').
 */
export function unitPricesOf(line: QuoteLine): UnitPrice[] {
  const groups = groupBy(unitsOfLine(line), ({ amountMinor }) => amountMinor)
  return [...groups]
    .map(([amountMinor, units]) => ({ quantity: units.length, amountMinor }))
    .sort((a, b) => b.amountMinor - a.amountMinor)
}

/** The prices of a line's units as a sum: '$33.74', '2 × $33.74', '$84.38 + $84.37'. */
export const unitPricesText = (
  prices: readonly UnitPrice[],
  currency: string,
  locale?: string,
): string =>
  prices
    .map(({ quantity, amountMinor }) => {
      const price = formatAmount(amountMinor, currency, locale)
      return quantity === 1 ? price : `${quantity} × ${price}`
    })
    .join(' + ')

/**
 * Splits a quote into units and assigns each ticket one of its type and price. Tickets that the quote
 * has no unit for are left out.
 */
export function ticketUnitsOf(
  quote: Quote,
  tickets: readonly { id: string; ticketTypeId: string; priceMinor: number }[],
): OrderUnit[] {
  const units = unitsOf(quote)
  for (const ticket of tickets.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const unit = units.find(
      ({ kind, ticketId, id, priceMinor }) =>
        kind === 'ticket' &&
        ticketId === null &&
        id === ticket.ticketTypeId &&
        priceMinor === ticket.priceMinor,
    )
    if (unit) unit.ticketId = ticket.id
  }
  return units
}

/**
 * The receipt of units: a quote whose lines have the units of one type, price, fee name and tax rate
 * each.
 */
export function receiptOf(
  units: readonly OrderUnit[],
  { currency, coupon, rules = [] }: Pick<Quote, 'currency' | 'coupon' | 'rules'>,
): Quote {
  const groups = new Map<string, OrderUnit[]>()
  for (const unit of units) {
    const key = [unit.kind, unit.id, unit.priceMinor, unit.feeName, ratesOf(unit.charges)].join(' ')
    groups.set(key, [...(groups.get(key) ?? []), unit])
  }
  const lines = [...groups.values()].flatMap(lineOf)
  const discountMinor = sumOfUnits(units, 'discountMinor')
  const tax = taxSums(units.map(({ charges }) => charges))
  return {
    currency,
    lines,
    ...(coupon && discountMinor > 0 ? { coupon } : {}),
    ...(rules.length > 0 && discountMinor > 0 ? { rules: withShares(rules, discountMinor) } : {}),
    ticketCount: units.filter(({ kind }) => kind === 'ticket').length,
    subtotalMinor: sumOfUnits(units, 'priceMinor'),
    discountMinor,
    feeMinor: sumOfUnits(units, 'feeMinor'),
    ...(tax ? { tax } : {}),
    totalMinor: sumOfUnits(units, 'amountMinor'),
  }
}

/** The rules of an order with what is left of its discount, in the proportion in which they gave it. */
function withShares(rules: readonly AppliedRule[], discountMinor: number): AppliedRule[] {
  const shares = prorate(
    discountMinor,
    rules.map((rule) => rule.discountMinor),
  )
  return rules.map((rule, index) => ({ ...rule, discountMinor: shares[index] ?? 0 }))
}

function lineOf(units: readonly OrderUnit[]): QuoteLine[] {
  const [first] = units
  if (!first) return []
  const { kind, id, name, priceMinor: unitPriceMinor, feeName } = first
  const discountMinor = sumOfUnits(units, 'discountMinor')
  const charges = joinCharges(units.map((unit) => unit.charges))
  return [
    {
      kind,
      id,
      name,
      quantity: units.length,
      unitPriceMinor,
      subtotalMinor: sumOfUnits(units, 'priceMinor'),
      ...(discountMinor > 0 ? { discountMinor } : {}),
      feeMinor: sumOfUnits(units, 'feeMinor'),
      totalMinor: sumOfUnits(units, 'amountMinor'),
      feeName,
      ...(charges ? { charges } : {}),
    },
  ]
}
