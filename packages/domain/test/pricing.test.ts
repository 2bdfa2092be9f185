import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { quoteCancellation } from '../src/cancellation.ts'
import { refundSharePpm } from '../src/change-policy.ts'
import { evaluate, type RuleFacts } from '../src/checkout-rules/evaluate.ts'
import { parseConditions } from '../src/checkout-rules/parse-rule.ts'
import { quoteWithRules } from '../src/checkout-rules/quote-with-rules.ts'
import { type FrozenRule, RULE_FIELDS } from '../src/checkout-rules/rule.ts'
import { selectRules } from '../src/checkout-rules/select-rules.ts'
import { isWaiver, withWaiver } from '../src/checkout-rules/small-totals.ts'
import { DEMO_RULE, demandPrice, pricingDemoAt } from '../src/demand-price.ts'
import { formatAmount, formatPrice, prorate } from '../src/money.ts'
import {
  chargePostings,
  disputePostings,
  LEDGER_ACCOUNTS,
  type Posting,
  platformFeePostings,
  providerFeePostings,
  refundPostings,
  reversed,
} from '../src/money-ledger.ts'
import { quoteOrderChange, remainingDiscounts, type TicketExchange } from '../src/order-change.ts'
import { type OrderUnit, ticketUnitsOf, unitPricesOf, unitPricesText } from '../src/order-units.ts'
import { platformFeeOf, platformFeeReturned } from '../src/platform-fee.ts'
import { buildQuote, feeSetFor, type Quote, type QuoteRequestLine } from '../src/quote.ts'
import {
  cancelledTickets,
  cancelShares,
  discounts,
  feeSet,
  lines,
  list,
  minor,
  minutes,
  ratePpm,
  refundRequest,
  refundRequests,
  rules,
  taxRate,
  ticketChanges,
} from './pricing-words.ts'
import { type BoughtOrder, refundInTurn } from './refund-in-turn.ts'
import { readTables, rowsOf } from './worked-table.ts'

const page = readFileSync(new URL('../../../docs/pricing.md', import.meta.url), 'utf8')
const tables = readTables(page)

const UNTAXED_ACCOUNTS = LEDGER_ACCOUNTS.filter((account) => account !== 'taxes')

const TABLES = {
  Fees: ['Price', 'Quantity', "Event's fee set", "Type's own", 'Fee', 'Line total'],
  'How a price reads': ['Amount', 'Currency', 'On a card', 'In a column'],
  Shares: ['Amount', 'Weights', 'Shares'],
  'Prices per ticket': ['Line', 'Discount', 'Units', 'Total'],
  Discounts: ['Lines', 'Discounts', 'Off each line', 'Fees', 'Total'],
  'Checkout rules': ['Lines', 'Automatic rules', "Coupon's rules", 'Each takes off', 'Total'],
  'Fields and operators': ['Field', 'Operator', 'Value', 'The cart has', 'Holds'],
  'Small totals': ['Lines', 'Coupon', 'Waived', 'Total'],
  Refunds: ['Order', 'Lines', 'Discount', 'Paid', 'Each ticket', 'Add-ons'],
  'Refund by refund': ['Order', 'Before', 'Request', 'Gives back', 'Of it fees', 'Left'],
  'Shares by time': ['Shares', 'Before the session', 'Share'],
  'Cancellation by cancellation': [
    'Order',
    'Before',
    'Cancelled',
    'Fees',
    'Each gets',
    'Refunded',
    'Of it fees',
    'Kept',
  ],
  'Order changes': [
    'Lines',
    'Discount',
    'Given back',
    'Change',
    'Before',
    'After',
    'Difference',
    'To pay',
    'Refunded',
  ],
  'A price that follows demand': ['Sold', 'Days left', 'Added', 'Price'],
  'The demonstration on the landing page': [
    'Position',
    'Sold',
    'Days left',
    'Target',
    'Added',
    'Price',
  ],
  'Platform fee': ['Payment', 'Share', 'Fixed', 'Fee'],
  'What goes back of it': ['Payment', 'Fee', 'Refunded before', 'Refund', 'Goes back'],
  'The money ledger': ['Event', 'Amount', 'Of it fees', ...UNTAXED_ACCOUNTS],
  'Absorbed fees': ['Price', 'Quantity', 'Discount', 'Fee set', 'Absorbed', 'Line total'],
  Taxes: [
    'Price',
    'Quantity',
    'Discount',
    'Fee set',
    'Tax on price',
    'Tax on fee',
    'Tax of the price',
    'Tax of the fee',
    'Line total',
  ],
  'Refunds of tax': [
    'Lines',
    'Before',
    'Request',
    'Gives back',
    'Of it fees',
    'Of it tax',
    'Of it tax on fees',
    'Left',
  ],
  'Changes of tax': [
    'Lines',
    'Change',
    'Difference',
    'Of it fees',
    'Of it tax',
    'Of it tax on fees',
  ],
  'Taxes in the ledger': [
    'Event',
    'Amount',
    'Of it fees',
    'Of it tax',
    'Of it tax on fees',
    'provider_balance',
    'sales',
    'service_fees',
    'taxes',
    'refunds',
  ],
}
const rowsUnder = (heading: keyof typeof TABLES) => rowsOf(tables, heading, TABLES[heading])

test('every table of docs/pricing.md is checked here', () => {
  expect([...tables.keys()].toSorted()).toEqual(Object.keys(TABLES).toSorted())
})

describe('fees', () => {
  test.each(rowsUnder('Fees'))(
    '%s × %s, event %s, own %s: %s',
    (price = '', quantity = '', ofEvent = '', own = '', fee = '', total = '') => {
      const line = {
        kind: 'ticket' as const,
        id: 'type',
        name: 'Type',
        quantity: Number(quantity),
        unitPriceMinor: minor(price),
        feeSet: feeSetFor(feeSet(own), feeSet(ofEvent)),
      }
      expect(buildQuote([line], 'usd').lines[0]).toMatchObject({
        feeMinor: minor(fee),
        totalMinor: minor(total),
      })
    },
  )
})

const ticketLine = (
  price: string,
  quantity: string,
  changes: Partial<QuoteRequestLine>,
): QuoteRequestLine => ({
  kind: 'ticket',
  id: 'type',
  name: 'Type',
  quantity: Number(quantity),
  unitPriceMinor: minor(price),
  feeSet: null,
  ...changes,
})

describe('absorbed fees', () => {
  test.each(rowsUnder('Absorbed fees'))(
    '%s × %s less %s, %s: absorbs %s',
    (price = '', quantity = '', less = '', set = '', absorbed = '', total = '') => {
      const lines = [ticketLine(price, quantity, { feeSet: feeSet(set) })]
      const [line] = buildQuote(lines, 'usd', discounts(less)).lines
      expect(line).toMatchObject({ feeMinor: 0, feeName: null, totalMinor: minor(total) })
      expect(line?.charges?.absorbedFeeMinor ?? 0).toBe(minor(absorbed))
    },
  )
})

describe('taxes', () => {
  test.each(rowsUnder('Taxes'))(
    '%s × %s less %s, %s, price %s, fee %s',
    (price = '', quantity = '', less = '', set = '', onPrice = '', onFee = '', ...amounts) => {
      const fee = feeSet(set)
      const line = ticketLine(price, quantity, {
        feeSet: fee && { ...fee, taxRate: taxRate(onFee) },
        taxRate: taxRate(onPrice),
      })
      const quote = buildQuote([line], 'usd', discounts(less))
      const { charges } = quote.lines[0] ?? {}
      const taxes = [charges?.priceTax, charges?.feeTax].map((tax) => tax?.taxMinor ?? 0)
      expect([...taxes, quote.totalMinor]).toEqual(amounts.map((amount) => minor(amount)))
    },
  )

  test.each(rowsUnder('Refunds of tax'))(
    '%s, before %s: %s gives %s',
    (wanted = '', before = '', request = '', ...amounts) => {
      const quote = buildQuote(lines(wanted), 'usd')
      const requests = [...refundRequests(before), refundRequest(request)]
      const last = refundInTurn({ quote, tickets: ticketsOf(quote) }, requests).decisions.at(-1)
      if (!last?.ok) throw new Error(`${request} was refused`)
      const { amountMinor, feeMinor, taxMinor = 0, feeTaxMinor = 0, leftMinor } = last.plan
      expect([amountMinor, feeMinor, taxMinor, feeTaxMinor, leftMinor]).toEqual(
        amounts.map((amount) => minor(amount)),
      )
    },
  )

  test.each(rowsUnder('Changes of tax'))('%s: %s', (wanted = '', change = '', ...amounts) => {
    const order = orderToChange(wanted, '–', '–')
    const terms = { changeFeeMinor: 0, refundsDecrease: true }
    const quoted = quoteOrderChange(order, exchangesOf(order.units, change), terms)
    const { differenceMinor, due, refund } = quoted
    const {
      amountMinor,
      feeMinor,
      taxMinor = 0,
      feeTaxMinor = 0,
    } = differenceMinor > 0 ? due : refund
    const sign = Math.sign(differenceMinor)
    expect([amountMinor, feeMinor, taxMinor, feeTaxMinor].map((part) => sign * part || 0)).toEqual(
      amounts.map((amount) => minor(amount)),
    )
  })

  test.each(rowsUnder('Taxes in the ledger'))(
    '%s of %s, fees %s, tax %s and %s',
    (event = '', amount = '', fees = '', tax = '', feeTax = '', ...accounts) => {
      const post = event === 'charge' ? chargePostings : refundPostings
      const postings = post({
        amountMinor: minor(amount),
        feeMinor: minor(fees),
        taxMinor: minor(tax),
        feeTaxMinor: minor(feeTax),
      })
      const expected = TABLES['Taxes in the ledger'].slice(5).map((account, index) => ({
        account,
        amountMinor: minor(accounts[index] ?? ''),
      }))
      expect(postings).toEqual(expected.filter(({ amountMinor }) => amountMinor !== 0))
      expect(postings.reduce((sum, posting) => sum + posting.amountMinor, 0)).toBe(0)
    },
  )
})

describe('how a price reads', () => {
  test.each(rowsUnder('How a price reads'))(
    '%s %s',
    (amount = '', currency = '', onCard = '', inColumn = '') => {
      expect(formatPrice(minor(amount, currency), currency)).toBe(onCard)
      expect(formatAmount(minor(amount, currency), currency)).toBe(inColumn)
    },
  )
})

describe('shares', () => {
  test.each(rowsUnder('Shares'))('%s by %s', (amount = '', weights = '', shares = '') => {
    expect(prorate(minor(amount), list(weights, ',', Number))).toEqual(list(shares, ',', minor))
  })
})

describe('prices per ticket', () => {
  test.each(rowsUnder('Prices per ticket'))(
    '%s less %s is %s',
    (wanted = '', less = '', units = '', total = '') => {
      const [line] = buildQuote(lines(wanted), 'usd', discounts(less)).lines
      const prices = line ? unitPricesOf(line) : []
      expect(unitPricesText(prices, 'usd')).toBe(units)
      const sum = prices.reduce((all, price) => all + price.quantity * price.amountMinor, 0)
      expect([sum, line?.totalMinor]).toEqual([minor(total), minor(total)])
    },
  )
})

describe('discounts', () => {
  test.each(rowsUnder('Discounts'))(
    '%s less %s',
    (wanted = '', less = '', off = '', fees = '', total = '') => {
      const quote = buildQuote(lines(wanted), 'usd', discounts(less))
      expect(quote.lines.map((line) => line.discountMinor ?? 0)).toEqual(list(off, ';', minor))
      expect(quote).toMatchObject({ feeMinor: minor(fees), totalMinor: minor(total) })
    },
  )
})

describe('fields and operators', () => {
  const word = (cell: string) => cell.replaceAll('`', '')

  /** A cart in which every field has this value. */
  const cartWith = (has: string): RuleFacts => ({
    eventId: 'e',
    eventName: has,
    currency: 'usd',
    totalAmountMinor: Math.round(Number(has) * 100),
    tickets: [{ typeId: 't', typeName: has, quantity: Number(has) }],
    classes: new Map(),
    dates: [has.slice(0, 10)],
    sessionTimes: [has],
    timeOfDay: has,
    customerEmail: has,
  })

  test.each(rowsUnder('Fields and operators'))(
    '%s %s %s, with %s in the cart: %s',
    (field = '', operator = '', value = '', has = '', expected = '') => {
      const rules = [{ field: word(field), operator: word(operator), value }]
      const parsed = parseConditions({ type: 'and', rules })
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
      const cart = cartWith(has)
      expect(evaluate(parsed.value, cart, cart.totalAmountMinor).holds).toBe(expected === 'yes')
    },
  )

  test('has a row for each field', () => {
    const named = new Set(rowsUnder('Fields and operators').map(([field = '']) => word(field)))
    expect([...named].toSorted()).toEqual([...RULE_FIELDS].toSorted())
  })
})

describe('checkout rules', () => {
  test.each(rowsUnder('Checkout rules'))(
    '%s by %s and %s',
    (wanted = '', automatic = '', coupon = '', off = '', total = '') => {
      const cart = lines(wanted)
      const selected = selectRules({
        automatic: rules(automatic),
        coupon: rules(coupon),
        price: (ofCart, ofCoupon) =>
          quoteWithRules(cart, 'usd', { automatic: ofCart, coupon: ofCoupon }).quote,
        facts: {
          eventId: 'event',
          eventName: 'Event',
          currency: 'usd',
          totalAmountMinor: 0,
          tickets: [],
          classes: new Map(),
          dates: [],
          sessionTimes: [],
          timeOfDay: '12:00',
        },
      })
      const taken = selected.trace.map(({ outcome, discountMinor }) =>
        outcome === 'applied' ? discountMinor : outcome === 'blocks' ? 'blocks' : null,
      )
      const expected = list(off, ';', (each) =>
        each === '–' ? null : each === 'blocks' ? each : minor(each),
      )
      expect(taken).toEqual(expected)
      const { quote } = quoteWithRules(cart, 'usd', selected)
      expect(selected.block ? 'refused' : quote.totalMinor).toBe(
        total === 'refused' ? total : minor(total),
      )
    },
  )
})

describe('small totals that are waived', () => {
  test.each(rowsUnder('Small totals'))(
    '%s less %s',
    (wanted = '', coupon = '', waived = '', total = '') => {
      const { quote } = quoteWithRules(lines(wanted), 'usd', {
        automatic: withWaiver([], true),
        coupon: coupon === '–' ? [] : [frozen(coupon)],
      })
      const waiver = quote.rules?.find(isWaiver)
      expect(waiver?.discountMinor ?? null).toBe(waived === '–' ? null : minor(waived))
      expect(quote.totalMinor).toBe(minor(total))
    },
  )

  const frozen = (taken: string): FrozenRule => ({
    ruleId: 'coupon',
    name: 'Coupon',
    discounts: discounts(taken),
    combines: false,
  })
})

function ticketsOf(quote: Quote) {
  return quote.lines
    .filter((line) => line.kind === 'ticket')
    .flatMap((line) => Array.from({ length: line.quantity }, () => line))
    .map((line, index) => ({
      id: `ticket ${index + 1}`,
      ticketTypeId: line.id,
      priceMinor: line.unitPriceMinor,
    }))
}

const orders = new Map(
  rowsUnder('Refunds').map(([name = '', wanted = '', discount = '']) => {
    const quote = buildQuote(lines(wanted), 'usd', discounts(discount))
    return [name, { quote, tickets: ticketsOf(quote) }]
  }),
)
function orderNamed(name: string): BoughtOrder {
  const order = orders.get(name)
  if (!order) throw new Error(`No order '${name}' in docs/pricing.md`)
  return order
}

describe('what each ticket was paid with', () => {
  test.each(rowsUnder('Refunds'))(
    '%s: %s less %s',
    (name = '', _lines = '', _discount = '', paid = '', each = '', addOns = '') => {
      const order = orderNamed(name)
      expect(order.quote.totalMinor).toBe(minor(paid))
      const parts = ticketUnitsOf(order.quote, order.tickets)
      const ofTicket = new Map(parts.map((part) => [part.ticketId, part.amountMinor]))
      const shares = order.tickets.map((ticket) => ofTicket.get(ticket.id))
      expect(shares).toEqual(list(each, ',', minor))
      const rest = parts.filter((part) => part.ticketId === null)
      expect(rest.reduce((sum, part) => sum + part.amountMinor, 0)).toBe(minor(addOns))
    },
  )
})

describe('refunds', () => {
  test.each(rowsUnder('Refund by refund'))(
    '%s, before %s: %s gives %s',
    (name = '', before = '', wanted = '', gives = '', fees = '', left = '') => {
      const earlier = refundRequests(before)
      const { decisions } = refundInTurn(orderNamed(name), [...earlier, refundRequest(wanted)])
      for (const decision of decisions.slice(0, -1)) expect(decision.ok).toBe(true)
      const last = decisions.at(-1)
      if (last?.ok) {
        const { amountMinor, feeMinor, leftMinor } = last.plan
        expect([amountMinor, feeMinor, leftMinor]).toEqual([gives, fees, left].map((m) => minor(m)))
      } else {
        expect([last?.code, '–', last?.leftMinor]).toEqual([gives, fees, minor(left)])
      }
    },
  )
})

describe('cancellations', () => {
  test.each(rowsUnder('Shares by time'))(
    '%s: %s before, %s',
    (shares = '', time = '', share = '') => {
      const startsAt = new Date('2026-12-01T20:00:00Z')
      const now = new Date(startsAt.getTime() - minutes(time) * 60_000)
      expect(refundSharePpm({ shares: cancelShares(shares) }, { startsAt, now })).toBe(
        ratePpm(share),
      )
    },
  )

  test.each(rowsUnder('Cancellation by cancellation'))(
    '%s, before %s: %s with fees %s',
    (name = '', before = '', cancelled = '', fees = '', each = '', ...amounts) => {
      const { order } = refundInTurn(orderNamed(name), refundRequests(before))
      const withFees = fees === 'refunded'
      const quote = quoteCancellation(order, cancelledTickets(cancelled), { withFees })
      expect(quote.units.map(({ refundMinor }) => refundMinor)).toEqual(list(each, ',', minor))
      expect([quote.refund.amountMinor, quote.refund.feeMinor, quote.keptMinor]).toEqual(
        amounts.map((amount) => minor(amount)),
      )
    },
  )
})

/** The order of these lines, with `cancelled` tickets given back ('ticket 1'), ready to be changed. */
function orderToChange(wanted: string, less: string, cancelled: string) {
  const frozen = less === '–' ? [] : discounts(less)
  const quote = buildQuote(lines(wanted), 'usd', frozen)
  const units = ticketUnitsOf(quote, ticketsOf(quote))
  const gone = units.filter(({ ticketId }) => ticketId === cancelled)
  return {
    quote,
    units: units.filter((unit) => !gone.includes(unit)),
    discounts: remainingDiscounts(
      frozen,
      gone.map(({ id, discountMinor }) => ({ ticketTypeId: id, discountMinor })),
    ),
    creditMinor: 0,
  }
}

const exchangesOf = (units: readonly OrderUnit[], change: string): TicketExchange[] =>
  ticketChanges(change).flatMap(({ line, quantity, ...to }) =>
    units
      .filter(({ id }) => id === `type ${line + 1}`)
      .slice(0, quantity)
      .map(({ ticketId }) => ({ ticketId: ticketId ?? '', to: { ...to, name: to.ticketTypeId } })),
  )

describe('order changes', () => {
  test.each(rowsUnder('Order changes'))(
    '%s less %s, %s given back: %s',
    (wanted = '', less = '', cancelled = '', change = '', ...amounts) => {
      const order = orderToChange(wanted, less, cancelled)
      const exchanges = exchangesOf(order.units, change)
      const terms = { changeFeeMinor: 0, refundsDecrease: true }
      const quoted = quoteOrderChange(order, exchanges, terms)
      const { before, after, differenceMinor, due, refund } = quoted
      expect([
        before.totalMinor,
        after.totalMinor,
        differenceMinor,
        due.amountMinor,
        refund.amountMinor,
      ]).toEqual(amounts.map((amount) => minor(amount)))
    },
  )
})

describe('the money ledger', () => {
  const postings = (event: string, amountMinor: number, feeMinor: number): Posting[] => {
    switch (event) {
      case 'charge':
        return chargePostings({ amountMinor, feeMinor })
      case 'refund':
        return refundPostings({ amountMinor, feeMinor })
      case 'refund returned':
        return reversed(refundPostings({ amountMinor, feeMinor }))
      case 'dispute opened':
        return disputePostings('opened', amountMinor)
      case 'dispute won':
        return disputePostings('won', amountMinor)
      case 'dispute lost':
        return disputePostings('lost', amountMinor)
      case 'provider fee':
        return providerFeePostings(amountMinor)
      case 'platform fee':
        return platformFeePostings(amountMinor)
      case 'platform fee returned':
        return reversed(platformFeePostings(amountMinor))
      default:
        throw new Error(`'${event}' is no event of the ledger`)
    }
  }

  test.each(rowsUnder('The money ledger'))(
    '%s of %s, fees %s',
    (event = '', amount = '', fees = '', ...accounts) => {
      const expected = UNTAXED_ACCOUNTS.map((account, index) => ({
        account,
        amountMinor: minor(accounts[index] ?? ''),
      })).filter((posting) => posting.amountMinor !== 0)
      expect(postings(event, minor(amount), minor(fees))).toEqual(expected)
      expect(expected.reduce((sum, posting) => sum + posting.amountMinor, 0)).toBe(0)
    },
  )
})

describe("the platform's fee", () => {
  test.each(rowsUnder('Platform fee'))(
    'of %s at %s and %s is %s',
    (payment = '', share = '', fixed = '', fee = '') => {
      const terms = { ppm: ratePpm(share), fixedMinor: minor(fixed) }
      expect(platformFeeOf(minor(payment), terms)).toBe(minor(fee))
    },
  )

  test.each(rowsUnder('What goes back of it'))(
    'of %s, %s, after %s: with a refund of %s goes back %s',
    (payment = '', fee = '', before = '', refund = '', back = '') => {
      const [capturedMinor, feeMinor, beforeMinor] = [minor(payment), minor(fee), minor(before)]
      const of = { feeMinor, capturedMinor }
      const first = { ...of, returnedMinor: 0, refundedMinor: beforeMinor }
      const returnedMinor = platformFeeReturned(first)
      const refundedMinor = beforeMinor + minor(refund)
      expect(platformFeeReturned({ ...of, returnedMinor, refundedMinor })).toBe(minor(back))
    },
  )
})

const wholePercent = (text: string): number => Number(text.replace(' %', ''))

describe('a price that follows demand', () => {
  test.each(rowsUnder('A price that follows demand'))(
    '%s sold, %s days left: %s more',
    (sold = '', daysLeft = '', added = '', price = '') => {
      const demand = { soldPercent: wholePercent(sold), daysLeft: Number(daysLeft) }
      expect(demandPrice(DEMO_RULE, demand)).toEqual({
        adjustmentMinor: minor(added),
        priceMinor: minor(price),
      })
    },
  )

  test.each(rowsUnder('The demonstration on the landing page'))(
    'at %s of the demonstration: %s sold, %s days left',
    (position = '', sold = '', daysLeft = '', target = '', added = '', price = '') => {
      expect(pricingDemoAt(Number(position))).toEqual({
        soldPercent: wholePercent(sold),
        daysLeft: Number(daysLeft),
        targetPercent: wholePercent(target),
        adjustmentMinor: minor(added),
        priceMinor: minor(price),
      })
    },
  )
})
