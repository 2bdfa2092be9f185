import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  anyDiscountsOf,
  anyLines,
  anyTaxedOrder,
  partitionOf,
  withTaxes,
} from '../test/arbitraries.ts'
import { refundable, refundInTurn } from '../test/refund-in-turn.ts'
import { chargeOf, chargePostings, refundPostings } from './money-ledger.ts'
import { receiptOf, sumOfUnits, ticketUnitsOf, unitsOfLine } from './order-units.ts'
import { allInMinor, buildQuote } from './quote.ts'
import { planRefund } from './refund.ts'
import { addedTaxMinor, joinCharges, splitCharges, taxesByRate, taxOn, taxRowsOf } from './tax.ts'

const anyCart = anyLines
  .chain((lines) => fc.tuple(...lines.map(withTaxes)))
  .chain((lines) => fc.record({ lines: fc.constant(lines), discounts: anyDiscountsOf(lines) }))

describe('a quote with taxes', () => {
  test('adds up: total = subtotal - discount + fees + added tax, and so do its lines', () => {
    fc.assert(
      fc.property(anyCart, ({ lines, discounts }) => {
        const quote = buildQuote(lines, 'usd', discounts)
        const { subtotalMinor, discountMinor, feeMinor, tax, totalMinor } = quote
        expect(totalMinor).toBe(subtotalMinor - discountMinor + feeMinor + (tax?.addedMinor ?? 0))
        expect(quote.lines.reduce((sum, line) => sum + line.totalMinor, 0)).toBe(totalMinor)
        for (const line of quote.lines) {
          const netMinor = line.subtotalMinor - (line.discountMinor ?? 0)
          expect(line.totalMinor).toBe(netMinor + line.feeMinor + addedTaxMinor(line.charges))
          expect(line.charges?.absorbedFeeMinor ?? 0).toBeLessThanOrEqual(netMinor)
        }
        const named = taxesByRate(quote.lines).reduce((sum, { taxMinor }) => sum + taxMinor, 0)
        expect(named).toBe((tax?.onPricesMinor ?? 0) + (tax?.onFeesMinor ?? 0))
      }),
    )
  })

  test('costs the same with and without included taxes and absorbed fees', () => {
    fc.assert(
      fc.property(anyCart, ({ lines, discounts }) => {
        const included = lines.map((line) => ({
          ...line,
          taxRate: line.taxRate && { ...line.taxRate, isInclusive: true },
          feeSet: line.feeSet && { ...line.feeSet, taxRate: null, isAbsorbed: true },
        }))
        const bare = lines.map((line) => ({ ...line, taxRate: null, feeSet: null }))
        expect(buildQuote(included, 'usd', discounts).totalMinor).toBe(
          buildQuote(bare, 'usd', discounts).totalMinor,
        )
      }),
    )
  })

  test('of one ticket is its all-in price', () => {
    fc.assert(
      fc.property(anyCart, ({ lines }) => {
        for (const line of lines) {
          expect(allInMinor(line.unitPriceMinor, line.feeSet, line.taxRate)).toBe(
            buildQuote([{ ...line, quantity: 1 }], 'usd').totalMinor,
          )
        }
      }),
    )
  })

  test('has each tax within half a minor unit of the exact one', () => {
    const anyAmount = fc.integer({ min: 0, max: 100_000_000 })
    const anyRate = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(anyAmount, anyRate, fc.boolean(), (amountMinor, ratePpm, isInclusive) => {
        const rate = { id: 'rate', name: 'Tax', ratePpm, isInclusive }
        const taxMinor = BigInt(taxOn(amountMinor, rate)?.taxMinor ?? 0)
        const base = isInclusive ? 1_000_000n + BigInt(ratePpm) : 1_000_000n
        const off = 2n * (taxMinor * base - BigInt(amountMinor) * BigInt(ratePpm))
        expect(off >= -base && off <= base).toBe(true)
      }),
    )
  })
})

describe('an order with taxes', () => {
  test('is split into units that add up to it, tax by tax', () => {
    fc.assert(
      fc.property(anyTaxedOrder, ({ quote, tickets }) => {
        const units = ticketUnitsOf(quote, tickets)
        expect(sumOfUnits(units, 'amountMinor')).toBe(quote.totalMinor)
        const receipt = receiptOf(units, quote)
        expect([receipt.totalMinor, receipt.tax]).toEqual([quote.totalMinor, quote.tax])
        for (const unit of units) expect(unit.amountMinor).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('has no tax on a ticket that its discount made free', () => {
    const tax = { name: 'IVA', ratePpm: 200_000, isInclusive: true, taxMinor: 1 }
    const line = {
      ...{ kind: 'ticket' as const, id: 'ga', name: 'Adult', quantity: 4, unitPriceMinor: 1 },
      ...{ discountMinor: 1, feeMinor: 0, feeName: null, charges: { priceTax: tax } },
    }
    for (const unit of unitsOfLine(line)) {
      if (unit.amountMinor === 0) expect(unit.charges?.priceTax?.taxMinor ?? 0).toBe(0)
    }
  })

  test('gives back exactly its amount, fees and taxes, in any sequence and grouping of its tickets', () => {
    const inTurn = anyTaxedOrder.chain((order) =>
      fc.tuple(fc.constant(order), partitionOf(order.tickets)),
    )
    fc.assert(
      fc.property(inTurn, ([order, groups]) => {
        const { refunded } = refundInTurn(
          order,
          groups.map((group) => ({
            kind: 'tickets' as const,
            ticketIds: group.map(({ id }) => id),
            withFees: true,
          })),
        )
        const charged = chargeOf(order.quote, order.quote.totalMinor)
        if (order.tickets.length > 0) {
          expect(refunded).toMatchObject({ ...charged })
          expect(refunded.taxMinor ?? 0).toBe(charged.taxMinor ?? 0)
        }
      }),
    )
  })

  test('leaves no account but sales and refunds open after it was refunded whole', () => {
    fc.assert(
      fc.property(anyTaxedOrder, (order) => {
        const decision = planRefund(refundable(order), { kind: 'whole', withFees: true })
        if (!decision.ok) return
        const charge = chargePostings(chargeOf(order.quote, order.quote.totalMinor))
        const sums = new Map<string, number>()
        for (const { account, amountMinor } of [...charge, ...refundPostings(decision.plan)]) {
          sums.set(account, (sums.get(account) ?? 0) + amountMinor)
        }
        for (const [account, minor] of sums) {
          if (account !== 'sales' && account !== 'refunds')
            expect([account, minor]).toEqual([account, 0])
        }
      }),
    )
  })
})

test('a receipt names added taxes among its summands and included ones below its total', () => {
  const iva = { name: 'IVA', ratePpm: 230_000, isInclusive: true, taxMinor: 467 }
  const sales = { name: 'Sales tax', ratePpm: 88_750, isInclusive: false, taxMinor: 266 }
  expect(taxRowsOf([iva, sales], 'included')).toEqual([
    { label: 'Includes 23% IVA', taxMinor: 467 },
  ])
  expect(taxRowsOf([iva, sales], 'added')).toEqual([{ label: 'Sales tax 8.875%', taxMinor: 266 }])
  expect(taxRowsOf(undefined, 'added')).toEqual([])
})

describe('taxes of several units', () => {
  const iva = { name: 'IVA', ratePpm: 230_000, isInclusive: true }
  const sales = { name: 'Sales tax', ratePpm: 88_750, isInclusive: false }
  const of = (rate: typeof iva, taxMinor: number) => ({ ...rate, taxMinor })

  test('are joined by what each is of, and there are none of units without', () => {
    expect(
      joinCharges([
        null,
        { priceTax: of(iva, 10) },
        { feeTax: of(sales, 3), absorbedFeeMinor: 5 },
        { priceTax: of(iva, 1), absorbedFeeMinor: 2 },
      ]),
    ).toEqual({ priceTax: of(iva, 11), feeTax: of(sales, 3), absorbedFeeMinor: 7 })
    expect(joinCharges([{ priceTax: of(iva, 10) }])).toEqual({ priceTax: of(iva, 10) })
    expect(joinCharges([null, undefined])).toBeUndefined()
  })

  test('are split by what is taxed of each, and a unit of which nothing is taxed has none', () => {
    const units = [1, 2, 0].map((netMinor) => ({ netMinor, feeMinor: netMinor }))
    expect(splitCharges({ absorbedFeeMinor: 3 }, units)).toEqual([
      { absorbedFeeMinor: 1 },
      { absorbedFeeMinor: 2 },
      undefined,
    ])
    expect(splitCharges({ feeTax: of(sales, 1) }, units)).toEqual([
      undefined,
      { feeTax: of(sales, 1) },
      undefined,
    ])
    expect(splitCharges(null, units)).toEqual([undefined, undefined, undefined])
  })

  test('are listed by rate on a receipt, those of prices and of fees together', () => {
    const lines = [
      { charges: { priceTax: of(iva, 10) } },
      { charges: { priceTax: of(sales, 2), feeTax: of(iva, 5) } },
      { charges: { priceTax: of({ ...iva, ratePpm: 60_000 }, 1) } },
      {},
    ]
    expect(taxesByRate(lines)).toEqual([
      of(iva, 15),
      of(sales, 2),
      of({ ...iva, ratePpm: 60_000 }, 1),
    ])
  })

  test('of an amount that is too small for them are none', () => {
    const rate = { id: 'rate', ...iva, ratePpm: 10_000 }
    expect([0, 1, 49].map((minor) => taxOn(minor, rate))).toEqual([undefined, undefined, undefined])
  })
})
