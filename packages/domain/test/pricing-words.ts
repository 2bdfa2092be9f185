import type { JudgedRule } from '../src/checkout-rules/rule.ts'
import { ALL_TICKET_TYPES, type Discount } from '../src/discount.ts'
import { fromMajor } from '../src/money.ts'
import type { FeeSet, QuoteRequestLine } from '../src/quote.ts'
import type { RefundRequest } from '../src/refund.ts'
import type { TaxRate } from '../src/tax.ts'

/** Reads the notation of the tables in docs/pricing.md. Throws for anything else. */

/** '29.99' -> 2999. */
export function minor(text: string, currency = 'usd'): number {
  const amount = /^-?\d+(\.\d\d)?$/.test(text) ? fromMajor(Number(text), currency) : null
  if (amount === null) throw new Error(`'${text}' is no amount`)
  return amount
}

export const list = <T>(text: string, separator: string, read: (item: string) => T): T[] =>
  text.split(separator).map((item) => read(item.trim()))

/** '–', '12.5 %', 'flat 2.50', 'inactive flat 2.50', 'absorbed 12.5 %'. */
export function feeSet(text: string): FeeSet | null {
  if (text === '–') return null
  const [, inactive, absorbed, flat, percent] =
    /^(inactive )?(absorbed )?(?:flat (\d+\.\d\d)|(\d+(?:\.\d+)?) %)$/.exec(text) ?? []
  if (!flat && !percent) throw new Error(`'${text}' is no fee set`)
  return {
    id: text,
    name: text,
    isActive: !inactive,
    feeType: flat ? 'flat' : 'percentage',
    flatMinor: flat ? minor(flat) : 0,
    ratePpm: Math.round(Number(percent ?? 0) * 10_000),
    ...(absorbed ? { isAbsorbed: true } : {}),
  }
}

/** '–', 'included 23 %', 'added 8.875 %'. */
export function taxRate(text: string): TaxRate | null {
  if (text === '–') return null
  const [, kind, percent] = /^(included|added) (\d+(?:\.\d+)?) %$/.exec(text) ?? []
  if (!kind) throw new Error(`'${text}' is no tax rate`)
  return {
    id: text,
    name: text,
    ratePpm: Math.round(Number(percent) * 10_000),
    isInclusive: kind === 'included',
  }
}

/** '29.99 taxed added 10 % at 12.5 % taxed added 20 %': a price, the tax on it, the fee and its tax. */
function priceOf(text: string) {
  const [, price, tax, fee, feeTax] =
    /^(\d+\.\d\d)(?: taxed (.+?))?(?: at (.+?)(?: taxed (.+))?)?$/.exec(text) ?? []
  if (!price) throw new Error(`'${text}' is no price`)
  const set = feeSet(fee ?? '–')
  return {
    unitPriceMinor: minor(price),
    feeSet: set && feeTax ? { ...set, taxRate: taxRate(feeTax) } : set,
    ...(tax ? { taxRate: taxRate(tax) } : {}),
  }
}

/** '2 × 29.99 at 12.5 %; add-on 1 × 15.99': each line has a type of its own. */
export const lines = (text: string): QuoteRequestLine[] =>
  text.split('; ').map((line, index) => {
    const [, addOn, quantity, price] = /^(add-on )?(\d+) × (.+)$/.exec(line) ?? []
    if (!quantity || !price) throw new Error(`'${line}' is no line`)
    return {
      kind: addOn ? 'addOn' : 'ticket',
      id: `type ${index + 1}`,
      name: line,
      quantity: Number(quantity),
      ...priceOf(price),
    }
  })

/** '10.00', '10 %', 'type 1: 50 %', or several: '10 %; type 1: 5.00'. */
export const discounts = (text: string): Discount[] =>
  list(text, ';', (item): Discount => {
    const [, type, percent, amount = ''] =
      /^(?:(type \d+): )?(?:(\d+) %|(\d+\.\d\d))$/.exec(item) ?? []
    const ticketTypeId = type ?? ALL_TICKET_TYPES
    return percent
      ? { ticketTypeId, discountType: 'percentage', ratePpm: Number(percent) * 10_000 }
      : { ticketTypeId, discountType: 'fixed', amountMinor: minor(amount) }
  })

/**
 * '–', or rules in the order in which they are tried: '10 %', 'combines 10 %', 'from 90.00: 5.00' (of an
 * order total), 'from 90.00: block', 'for type 1: 10 %'.
 */
export const rules = (text: string): JudgedRule[] =>
  text === '–' ? [] : list(text, ';', (item) => item).map(rule)

function rule(text: string, index: number): JudgedRule {
  const [, combines, from, what = ''] =
    /^(combines )?(?:from (\d+\.\d\d): )?(?:for )?(.+)$/.exec(text) ?? []
  return {
    id: `rule ${index + 1}`,
    name: text,
    conditions: {
      type: 'and',
      rules: from ? [{ field: 'orderTotal', operator: '>=', value: Number(from) }] : [],
    },
    action:
      what === 'block'
        ? { type: 'block', message: text }
        : { type: 'discount', discounts: discounts(what) },
    combines: combines !== undefined,
    eventIds: null,
  }
}

/** 'whole', 'ticket 1', 'tickets 1 + 2', '10.00', each also 'without fees'. */
export function refundRequest(text: string): RefundRequest {
  const [, what = '', without] = /^(.+?)( without fees)?$/.exec(text) ?? []
  const withFees = !without
  if (what === 'whole') return { kind: 'whole', withFees }
  const numbers = /^tickets? (\d+(?: \+ \d+)*)$/.exec(what)?.[1]
  if (!numbers) return { kind: 'amount', amountMinor: minor(what), withFees }
  return { kind: 'tickets', ticketIds: list(numbers, '+', (n) => `ticket ${n}`), withFees }
}

/** '–', or a sequence of requests: 'ticket 1, then whole'. */
export const refundRequests = (text: string): RefundRequest[] =>
  text === '–' ? [] : list(text, ', then ', refundRequest)

/** '7 days', '24 hours' -> minutes. */
export function minutes(text: string): number {
  const [, count, unit] = /^(\d+) (days|hours)$/.exec(text) ?? []
  if (!count) throw new Error(`'${text}' is no time`)
  return Number(count) * (unit === 'days' ? 24 * 60 : 60)
}

/** '50 %' -> 500,000. */
export function ratePpm(text: string): number {
  const percent = /^(\d+) %$/.exec(text)?.[1]
  if (!percent) throw new Error(`'${text}' is no share`)
  return Number(percent) * 10_000
}

/** '7 days: 100 %; 24 hours: 50 %': the shares of a policy. */
export const cancelShares = (text: string) =>
  list(text, ';', (item) => {
    const [time = '', share = ''] = item.split(': ')
    return { untilMinutes: minutes(time), ratePpm: ratePpm(share) }
  })

/** 'ticket 1: 100 %, ticket 2: 50 %': the share that each ticket gives back. */
export const cancelledTickets = (text: string) =>
  list(text, ',', (item) => {
    const [ticketId = '', share = ''] = item.split(': ')
    return { ticketId, sharePpm: ratePpm(share) }
  })

/** 'line 1: 2 to 35.00 at 12.5 %', 'line 1: 1 to type 9 35.00', or several: what changes of which line. */
export const ticketChanges = (text: string) =>
  list(text, ';', (item) => {
    const [, line, quantity, type, price = ''] =
      /^line (\d+): (\d+) to (?:(type \d+) )?(.+)$/.exec(item) ?? []
    if (!line) throw new Error(`'${item}' is no change`)
    return {
      line: Number(line) - 1,
      quantity: Number(quantity),
      ticketTypeId: type ?? `type ${line}`,
      ...priceOf(price),
    }
  })
