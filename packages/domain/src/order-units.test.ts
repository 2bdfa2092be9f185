import { describe, expect, test } from 'vitest'
import { type OrderUnit, receiptOf, unitsOfLine } from './order-units.ts'
import type { AppliedRule } from './quote.ts'

const unit = (more: Partial<OrderUnit> = {}): OrderUnit => ({
  ticketId: null,
  kind: 'ticket',
  id: 'ga',
  name: 'General Admission',
  feeName: 'Service fee',
  priceMinor: 1000,
  discountMinor: 0,
  feeMinor: 100,
  amountMinor: 1100,
  ...more,
})
const photo = unit({
  ...{ kind: 'addOn', id: 'photo', name: 'Photo', feeName: null },
  ...{ priceMinor: 500, feeMinor: 0, amountMinor: 500 },
})
const discounted = unit({ discountMinor: 300, amountMinor: 800 })
const of = { currency: 'usd' }

describe('the receipt of units', () => {
  test('has a line for the units of each type and price, and their sums', () => {
    const dearer = unit({ priceMinor: 2000, amountMinor: 2100 })
    const line = { kind: 'ticket', id: 'ga', name: 'General Admission', feeName: 'Service fee' }
    expect(receiptOf([unit(), dearer, photo, discounted], of)).toEqual({
      currency: 'usd',
      lines: [
        {
          ...line,
          quantity: 2,
          unitPriceMinor: 1000,
          subtotalMinor: 2000,
          discountMinor: 300,
          feeMinor: 200,
          totalMinor: 1900,
        },
        {
          ...line,
          quantity: 1,
          unitPriceMinor: 2000,
          subtotalMinor: 2000,
          feeMinor: 100,
          totalMinor: 2100,
        },
        {
          ...{ kind: 'addOn', id: 'photo', name: 'Photo', feeName: null },
          quantity: 1,
          unitPriceMinor: 500,
          subtotalMinor: 500,
          feeMinor: 0,
          totalMinor: 500,
        },
      ],
      ticketCount: 3,
      subtotalMinor: 4500,
      discountMinor: 300,
      feeMinor: 300,
      totalMinor: 4500,
    })
  })

  test('has a line for each fee and each tax rate, with the taxes of its units together', () => {
    const tax = { name: 'IVA', ratePpm: 100_000, isInclusive: true, taxMinor: 90 }
    const charges = { priceTax: tax, absorbedFeeMinor: 20 }
    const { lines, tax: sums } = receiptOf(
      [
        unit({ charges }),
        unit({ charges: { ...charges, priceTax: { ...tax, taxMinor: 91 } } }),
        unit({ charges: { priceTax: { ...tax, ratePpm: 200_000 } } }),
        unit({ charges: { priceTax: { ...tax, name: 'Sales tax' } } }),
        unit({ feeName: 'Facility fee' }),
      ],
      of,
    )
    expect(lines.map((line) => [line.quantity, line.feeName, line.charges])).toEqual([
      [2, 'Service fee', { priceTax: { ...tax, taxMinor: 181 }, absorbedFeeMinor: 40 }],
      [1, 'Service fee', { priceTax: { ...tax, ratePpm: 200_000 } }],
      [1, 'Service fee', { priceTax: { ...tax, name: 'Sales tax' } }],
      [1, 'Facility fee', undefined],
    ])
    expect(sums?.onPricesMinor).toBe(361)
  })

  test('names the coupon and the rules as long as something of their discount is left', () => {
    const rule = (ruleId: string, discountMinor: number): AppliedRule => ({
      ...{ ruleId, name: ruleId, discounts: [], combines: true },
      ...{ isOfCoupon: false, discountMinor },
    })
    const coupon = { id: 'use', code: 'SUMMER' }
    const bought = { ...of, coupon, rules: [rule('early', 600), rule('group', 300)] }
    const { rules, ...named } = receiptOf([unit(), discounted], bought)
    expect(named.coupon).toBe(coupon)
    expect(rules?.map(({ ruleId, discountMinor }) => [ruleId, discountMinor])).toEqual([
      ['early', 200],
      ['group', 100],
    ])
    const left = receiptOf([unit()], bought)
    expect(left).not.toHaveProperty('coupon')
    expect(left).not.toHaveProperty('rules')
    expect(receiptOf([discounted], of)).not.toHaveProperty('coupon')
    expect(receiptOf([discounted], of)).not.toHaveProperty('rules')
  })
})

test('a unit that has none of the fee of its line names no fee', () => {
  const line = {
    ...{ kind: 'ticket' as const, id: 'ga', name: 'General Admission', quantity: 3 },
    ...{ unitPriceMinor: 10, feeMinor: 2, feeName: 'Service fee' },
  }
  expect(unitsOfLine(line).map(({ feeMinor, feeName }) => [feeMinor, feeName])).toEqual([
    [1, 'Service fee'],
    [1, 'Service fee'],
    [0, null],
  ])
})
