import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEMO_RULE, demandPrice, pricingDemoAt } from './demand-price.ts'

const percent = fc.integer({ min: 0, max: 100 })
const days = fc.integer({ min: 0, max: 365 })

describe('a price that follows demand', () => {
  test('is a whole number of minor units between the base and the base plus the maximum', () => {
    fc.assert(
      fc.property(percent, days, (soldPercent, daysLeft) => {
        const { priceMinor, adjustmentMinor } = demandPrice(DEMO_RULE, { soldPercent, daysLeft })
        expect(Number.isSafeInteger(priceMinor)).toBe(true)
        expect(priceMinor).toBe(DEMO_RULE.baseMinor + adjustmentMinor)
        expect(adjustmentMinor).toBeGreaterThanOrEqual(0)
        expect(adjustmentMinor).toBeLessThanOrEqual(DEMO_RULE.maximumMinor)
      }),
    )
  })

  test('never falls when more is sold or the event comes nearer', () => {
    fc.assert(
      fc.property(percent, percent, days, days, (a, b, c, d) => {
        const calm = { soldPercent: Math.min(a, b), daysLeft: Math.max(c, d) }
        const busy = { soldPercent: Math.max(a, b), daysLeft: Math.min(c, d) }
        expect(demandPrice(DEMO_RULE, busy).priceMinor).toBeGreaterThanOrEqual(
          demandPrice(DEMO_RULE, calm).priceMinor,
        )
      }),
    )
  })
})

describe('the demonstration on the landing page', () => {
  test('begins at 35 % sold, 7 days, $79, a target of 60 % and nothing added', () => {
    expect(pricingDemoAt(0)).toEqual({
      soldPercent: 35,
      daysLeft: 7,
      targetPercent: 60,
      adjustmentMinor: 0,
      priceMinor: 7900,
    })
  })

  test('ends at 85 % sold, 1 day, $149, a target of 95 % and $70 added', () => {
    expect(pricingDemoAt(1)).toEqual({
      soldPercent: 85,
      daysLeft: 1,
      targetPercent: 95,
      adjustmentMinor: 7000,
      priceMinor: 14_900,
    })
  })

  test('takes a position beyond its ends as the nearest end', () => {
    expect(pricingDemoAt(-3)).toEqual(pricingDemoAt(0))
    expect(pricingDemoAt(1.2)).toEqual(pricingDemoAt(1))
  })

  test('only rises from its beginning to its end, while the days fall', () => {
    const steps = Array.from({ length: 201 }, (_, step) => pricingDemoAt(step / 200))
    for (const [index, step] of steps.slice(1).entries()) {
      const before = steps[index] ?? step
      expect(step.soldPercent).toBeGreaterThanOrEqual(before.soldPercent)
      expect(step.targetPercent).toBeGreaterThanOrEqual(before.targetPercent)
      expect(step.priceMinor).toBeGreaterThanOrEqual(before.priceMinor)
      expect(step.daysLeft).toBeLessThanOrEqual(before.daysLeft)
    }
  })
})
