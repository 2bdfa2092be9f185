import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  amountOff,
  anyDiscountMinor,
  anyDiscountsOf,
  anyFeeSet,
  anyLines,
  shuffled,
} from '../test/arbitraries.ts'
import { ALL_TICKET_TYPES, type Discount } from './discount.ts'
import {
  type AppliedRule,
  aboveLowest,
  allInMinor,
  belowMinimumOf,
  buildQuote,
  discountRows,
  type FeeSet,
  feeMinorOf,
  feeSetFor,
  feesByName,
  inFixedOrder,
  type QuoteRequestLine,
  upgradeDifference,
} from './quote.ts'

const fees = (changes: Partial<FeeSet>): FeeSet => ({
  id: 'fee',
  name: 'Service fee',
  isActive: true,
  feeType: 'flat',
  flatMinor: 0,
  ratePpm: 0,
  ...changes,
})
const flat = (flatMinor: number) => fees({ feeType: 'flat', flatMinor })
const percent = (percentage: number) =>
  fees({ feeType: 'percentage', ratePpm: Math.round(percentage * 10_000) })

describe('figures that pages show of prices', () => {
  const line = (id: string, unitPriceMinor: number, feeSet: FeeSet | null, quantity = 2) => ({
    kind: 'ticket' as const,
    id,
    name: id,
    quantity,
    unitPriceMinor,
    feeSet,
  })

  test('the fees of a quote are added up by name, and free lines have none', () => {
    const own = { ...flat(100), name: 'VIP fee' }
    const lines = [line('a', 1000, flat(250)), line('b', 2000, own), line('c', 0, flat(250))]
    const quote = buildQuote([...lines, line('d', 500, flat(250), 1)], 'usd')
    expect(feesByName(quote)).toEqual([
      { name: 'Service fee', feeMinor: 750 },
      { name: 'VIP fee', feeMinor: 200 },
    ])
    const nameless = buildQuote([line('a', 1000, null)], 'usd').lines
    expect(feesByName({ lines: nameless.map((each) => ({ ...each, feeMinor: 50 })) })).toEqual([
      { name: 'Service fee', feeMinor: 50 },
    ])
  })

  test('each price is compared with the lowest one, in any order; a price that is not set is left out', () => {
    expect(aboveLowest([6998, 3498, null, 4498])).toEqual([3500, 0, null, 1000])
    expect(aboveLowest([0, 3498])).toEqual([0, 3498])
    expect(aboveLowest([null])).toEqual([null])
    expect(aboveLowest([])).toEqual([])
  })

  test('an upgrade costs the difference of the totals, and each ticket the difference of the prices with fees', () => {
    const select = (...lines: QuoteRequestLine[]) => ({ lines, quote: buildQuote(lines, 'usd') })
    const photo = { ...line('photo', 500, null, 1), kind: 'addOn' as const }
    const from = select(line('adult', 2999, percent(12.5)), line('child', 1999, null, 1), photo)
    const to = select(line('vip', 5999, flat(250), 3), photo)
    expect(upgradeDifference(from, to)).toEqual({
      differenceMinor: 3 * 6249 - (2 * 2999 + 750) - 1999,
      each: [
        { ticketTypeId: 'adult', differenceMinor: 6249 - 3374 },
        { ticketTypeId: 'child', differenceMinor: 6249 - 1999 },
      ],
    })
    expect(upgradeDifference(to, from).differenceMinor).toBeLessThan(0)
  })
})

describe('fees, worked', () => {
  test.each<[string, number, number, FeeSet | null, number]>([
    ['none', 2999, 2, null, 0],
    ['flat × quantity', 2999, 3, flat(250), 750],
    ['flat on one', 2999, 1, flat(250), 250],
    ['percent of price × quantity', 2999, 2, percent(12.5), 750],
    ['rounded once a line, not once a ticket', 999, 3, percent(10), 300],
    ['half a cent goes up', 5, 1, percent(10), 1],
    ['less than half goes down', 4, 1, percent(10), 0],
    ['a free ticket has no flat fee', 0, 2, flat(250), 0],
    ['a free ticket has no percentage fee', 0, 2, percent(10), 0],
    ['an inactive set charges nothing', 1000, 1, { ...flat(250), isActive: false }, 0],
    ['an inactive percentage charges nothing', 1000, 1, { ...percent(10), isActive: false }, 0],
    ['all of the price', 1000, 2, percent(100), 2000],
  ])('%s', (_, unitPrice, quantity, feeSet, fee) => {
    expect(feeMinorOf(unitPrice, quantity, feeSet)).toBe(fee)
  })

  test("a type's own set overrides the event's, even when the own one is inactive", () => {
    const own = { ...flat(100), isActive: false }
    expect(feeSetFor(own, flat(250))).toBe(own)
    expect(feeSetFor(null, own)).toBe(own)
    expect(feeSetFor(null, null)).toBeNull()
  })

  test('a card shows the price of one ticket with its fee', () => {
    expect(allInMinor(2999, percent(12.5))).toBe(3374)
    expect(allInMinor(2999, flat(499))).toBe(3498)
    expect(allInMinor(0, flat(499))).toBe(0)
  })
})

describe('a quote', () => {
  const line = (changes: Partial<QuoteRequestLine>): QuoteRequestLine => ({
    kind: 'ticket',
    id: 'type',
    name: 'General Admission',
    quantity: 1,
    unitPriceMinor: 2999,
    feeSet: null,
    ...changes,
  })

  test('explains itself line by line', () => {
    const quote = buildQuote(
      [
        line({ id: 'ga', quantity: 2, feeSet: percent(12.5) }),
        line({ id: 'vip', name: 'VIP', unitPriceMinor: 5999, feeSet: flat(300) }),
        line({ kind: 'addOn', id: 'photo', name: 'Photo', unitPriceMinor: 1599, quantity: 3 }),
      ],
      'usd',
    )
    expect(quote).toEqual({
      currency: 'usd',
      lines: [
        expect.objectContaining({ id: 'ga', subtotalMinor: 5998, feeMinor: 750, totalMinor: 6748 }),
        expect.objectContaining({
          id: 'vip',
          subtotalMinor: 5999,
          feeMinor: 300,
          totalMinor: 6299,
        }),
        expect.objectContaining({ id: 'photo', subtotalMinor: 4797, feeMinor: 0, feeName: null }),
      ],
      ticketCount: 3,
      subtotalMinor: 16_794,
      discountMinor: 0,
      feeMinor: 1050,
      totalMinor: 17_844,
    })
    expect(quote.lines[0]?.feeName).toBe('Service fee')
  })

  test('drops lines of quantity 0, and is 0 without lines', () => {
    expect(buildQuote([line({ quantity: 0 }), line({ quantity: -2 })], 'usd')).toMatchObject({
      lines: [],
      ticketCount: 0,
      totalMinor: 0,
    })
  })

  const anyCart = anyLines.chain((lines) =>
    fc.record({ lines: fc.constant(lines), discounts: anyDiscountsOf(lines) }),
  )

  test('adds up: total = subtotal - discount + fees, and so do its lines', () => {
    fc.assert(
      fc.property(anyCart, ({ lines, discounts }) => {
        const quote = buildQuote(lines, 'usd', discounts)
        const sum = (of: 'subtotalMinor' | 'discountMinor' | 'feeMinor' | 'totalMinor') =>
          quote.lines.reduce((total, each) => total + (each[of] ?? 0), 0)
        expect(sum('subtotalMinor')).toBe(quote.subtotalMinor)
        expect(sum('discountMinor')).toBe(quote.discountMinor)
        expect(sum('feeMinor')).toBe(quote.feeMinor)
        expect(sum('totalMinor')).toBe(quote.totalMinor)
        expect(quote.totalMinor).toBe(quote.subtotalMinor - quote.discountMinor + quote.feeMinor)
        for (const each of quote.lines) {
          const off = each.discountMinor ?? 0
          expect(each.totalMinor).toBe(each.subtotalMinor - off + each.feeMinor)
        }
      }),
    )
  })

  test('takes an amount off the tickets, but no more than they cost', () => {
    fc.assert(
      fc.property(anyLines, anyDiscountMinor, (lines, discountMinor) => {
        const quote = buildQuote(lines, 'usd', amountOff(discountMinor))
        const tickets = quote.lines.filter((each) => each.kind === 'ticket')
        const ticketsMinor = tickets.reduce((sum, each) => sum + each.subtotalMinor, 0)
        expect(quote.discountMinor).toBe(Math.min(discountMinor, ticketsMinor))
      }),
    )
  })

  test('does not change add-ons, and keeps the fees of tickets that the discount does not make free', () => {
    fc.assert(
      fc.property(anyCart, ({ lines, discounts }) => {
        const [off, full] = [buildQuote(lines, 'usd', discounts), buildQuote(lines, 'usd')]
        for (const [index, each] of off.lines.entries()) {
          const discountMinor = each.discountMinor ?? 0
          expect(discountMinor).toBeLessThanOrEqual(each.subtotalMinor)
          if (each.kind === 'addOn') expect(discountMinor).toBe(0)
          const isMadeFree = discountMinor > 0 && discountMinor === each.subtotalMinor
          expect(each.feeMinor).toBe(isMadeFree ? 0 : full.lines[index]?.feeMinor)
          if (isMadeFree) expect(each).toMatchObject({ totalMinor: 0, feeName: null })
        }
      }),
    )
  })

  test('has a total of 0 if all lines are free', () => {
    const all: Discount[] = [
      { ticketTypeId: ALL_TICKET_TYPES, discountType: 'percentage', ratePpm: 1_000_000 },
    ]
    fc.assert(
      fc.property(anyLines, (lines) => {
        const tickets = lines.map((each) => ({ ...each, kind: 'ticket' as const }))
        expect(buildQuote(tickets, 'usd', all)).toMatchObject({ feeMinor: 0, totalMinor: 0 })
      }),
    )
  })

  test('takes the last cent off the same line in any order of lines', () => {
    const alike = [
      line({ id: 'a', unitPriceMinor: 1000 }),
      line({ id: 'b', unitPriceMinor: 1000 }),
      line({ id: 'b', unitPriceMinor: 1000, feeSet: percent(10) }),
    ]
    const off = (lines: QuoteRequestLine[]) =>
      inFixedOrder(buildQuote(lines, 'usd', amountOff(2)).lines).map((each) => each.totalMinor)
    expect(off(alike)).toEqual([999, 999, 1100])
    expect(off(alike.toReversed())).toEqual([999, 999, 1100])
  })

  test('without a discount has the shape that orders were stored in before there were any', () => {
    const quote = buildQuote([line({ quantity: 2 })], 'usd')
    expect(quote.lines[0]).not.toHaveProperty('discountMinor')
    expect(quote.discountMinor).toBe(0)
    expect(quote).not.toHaveProperty('coupon')
    expect(buildQuote([line({})], 'usd', amountOff(-100))).toEqual(buildQuote([line({})], 'usd'))
  })

  test('is the same in any order of lines, whole and never negative', () => {
    const inTwoOrders = anyCart.chain(({ lines, discounts }) =>
      fc.tuple(fc.constant(lines), shuffled(lines), fc.constant(discounts)),
    )
    fc.assert(
      fc.property(inTwoOrders, ([lines, inAnyOrder, discounts]) => {
        const { lines: one, ...quote } = buildQuote(lines, 'usd', discounts)
        const { lines: two, ...other } = buildQuote(inAnyOrder, 'usd', discounts)
        expect(other).toEqual(quote)
        expect(inFixedOrder(two)).toEqual(inFixedOrder(one))
        const { currency, coupon, rules, tax, ...figures } = quote
        const ofLines = one.flatMap((each) => [each.subtotalMinor, each.feeMinor, each.totalMinor])
        for (const figure of [...Object.values(figures), ...ofLines]) {
          expect(Number.isSafeInteger(figure) && figure >= 0).toBe(true)
        }
      }),
    )
  })

  test('is the same for the same lines, and changes none of them', () => {
    fc.assert(
      fc.property(anyCart, ({ lines, discounts }) => {
        const again = structuredClone(lines)
        expect(buildQuote(lines, 'usd', discounts)).toEqual(buildQuote(again, 'usd', discounts))
        expect(lines).toEqual(again)
      }),
    )
  })
})

describe('any fee', () => {
  test('is 0 for a quantity of 0, a free ticket and an inactive set, and never negative', () => {
    const anyPrice = fc.integer({ min: 0, max: 10_000_000 })
    const anyQuantity = fc.integer({ min: 0, max: 100 })
    fc.assert(
      fc.property(anyPrice, anyQuantity, anyFeeSet, (price, quantity, feeSet) => {
        const fee = feeMinorOf(price, quantity, feeSet)
        expect(Number.isSafeInteger(fee) && fee >= 0).toBe(true)
        const isFree = !feeSet?.isActive || price === 0 || quantity === 0
        if (isFree) expect(fee).toBe(0)
        // A percentage of a line is within half a minor unit of the exact one.
        else if (feeSet.feeType === 'percentage') {
          const off = BigInt(fee) * 1_000_000n - BigInt(price * quantity) * BigInt(feeSet.ratePpm)
          expect(off > -500_000n && off <= 500_000n).toBe(true)
        } else expect(fee).toBe(feeSet.flatMinor * quantity)
      }),
    )
  })
})

describe('the rows of a discount', () => {
  const rule = (name: string, discountMinor: number, isOfCoupon = false): AppliedRule => ({
    ...{ ruleId: name, name, discounts: [], combines: true, isOfCoupon, discountMinor },
  })
  const coupon = { code: 'SUMMER20' }

  test('are one for each name of a rule, and one for the coupon', () => {
    const rules = [rule('Early birds', 300), rule('Early birds', 100), rule('s', 100, true)]
    expect(discountRows({ discountMinor: 500, coupon, rules })).toEqual([
      { label: 'Early birds', discountMinor: 400 },
      { label: 'Discount (SUMMER20)', discountMinor: 100 },
    ])
  })

  test('are one if the rules are not named, and none without a discount', () => {
    expect(discountRows({ discountMinor: 500, coupon })).toEqual([
      { label: 'Discount (SUMMER20)', discountMinor: 500 },
    ])
    expect(discountRows({ discountMinor: 500 })).toEqual([
      { label: 'Discount', discountMinor: 500 },
    ])
    expect(discountRows({ discountMinor: 0, coupon })).toEqual([])
  })

  test('are those that the server has sent', () => {
    const discounts = [{ label: 'Early birds', discountMinor: 500 }]
    expect(discountRows({ discountMinor: 500, coupon, discounts })).toBe(discounts)
  })
})

describe('a line of a quote', () => {
  const line = (changes: Partial<QuoteRequestLine> = {}): QuoteRequestLine => ({
    ...{ kind: 'ticket', id: 'ga', name: 'GA', quantity: 1, unitPriceMinor: 1000, feeSet: null },
    ...changes,
  })
  const rate = { id: 'rate', name: 'IVA', ratePpm: 100_000, isInclusive: true }

  test('that is not discounted keeps its price', () => {
    const lines = [line({ isDiscounted: false }), line({ id: 'vip', isDiscounted: true })]
    const quote = buildQuote(lines, 'usd', amountOff(100))
    expect(quote.lines.map(({ discountMinor = 0 }) => discountMinor)).toEqual([0, 100])
  })

  test('counts as tickets only if it is of tickets', () => {
    const addOn = line({ kind: 'addOn', id: 'photo', quantity: 5 })
    expect(buildQuote([line({ quantity: 2 }), addOn], 'usd').ticketCount).toBe(2)
  })

  test('has exactly the charges that there are, and none without taxes and absorbed fees', () => {
    const [taxed, bare] = buildQuote([line({ taxRate: rate }), line({ id: 'vip' })], 'usd').lines
    const { id: _, ...named } = rate
    expect(taxed?.charges).toEqual({ priceTax: { ...named, taxMinor: 91 } })
    expect(bare).not.toHaveProperty('charges')
  })

  test('differs from one with another tax, so that the last cent falls on the same one in any order', () => {
    const lines = [line({ taxRate: rate }), line({ taxRate: { ...rate, ratePpm: 200_000 } })]
    const discountedIn = (all: QuoteRequestLine[]) =>
      buildQuote(all, 'usd', amountOff(1)).lines.find(({ discountMinor }) => discountMinor)?.charges
        ?.priceTax?.ratePpm
    expect(discountedIn(lines)).toBe(discountedIn(lines.toReversed()))
  })

  test('without a fee is no row of fees', () => {
    expect(feesByName(buildQuote([line()], 'usd'))).toEqual([])
  })

  test('has nothing to compare with if an upgrade has no tickets', () => {
    const selected = (lines: QuoteRequestLine[]) => ({ lines, quote: buildQuote(lines, 'usd') })
    expect(upgradeDifference(selected([line()]), selected([]))).toEqual({
      ...{ differenceMinor: -1000, each: [] },
    })
  })
})

describe('a selection that costs less than a card can be charged', () => {
  const line = (unitPriceMinor: number, changes: Partial<QuoteRequestLine> = {}) => ({
    ...{ kind: 'ticket' as const, id: 'ga', name: 'GA', quantity: 1, unitPriceMinor, feeSet: null },
    ...changes,
  })
  const leastOf = (lines: QuoteRequestLine[], maxQuantity = 10) =>
    belowMinimumOf(lines, maxQuantity, 50, (all) => buildQuote(all, 'usd'))

  test('can be paid with so many tickets that it reaches the minimum', () => {
    expect(leastOf([line(20)])).toEqual({ minimumMinor: 50, leastTickets: 3 })
    expect(leastOf([line(25)], 2)).toEqual({ minimumMinor: 50, leastTickets: 2 })
    expect(leastOf([line(12, { quantity: 2 })])).toEqual({ minimumMinor: 50, leastTickets: 5 })
  })

  test('can be paid with no number of tickets that a line may have', () => {
    expect(leastOf([line(25)], 1)).toEqual({ minimumMinor: 50, leastTickets: null })
    expect(leastOf([line(49)], 1)).toEqual({ minimumMinor: 50, leastTickets: null })
  })

  test('is one only between nothing and the minimum', () => {
    expect([0, 50, 51].map((minor) => leastOf([line(minor)]))).toEqual([null, null, null])
  })

  test('gets more of the first tickets that were chosen, and not of add-ons', () => {
    const photo = line(10, { kind: 'addOn', id: 'photo' })
    const notChosen = line(5, { id: 'child', quantity: 0 })
    expect(leastOf([photo, notChosen, line(20)])).toEqual({ minimumMinor: 50, leastTickets: 2 })
    expect(leastOf([photo])).toEqual({ minimumMinor: 50, leastTickets: null })
  })
})
