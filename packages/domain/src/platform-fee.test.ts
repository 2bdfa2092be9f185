import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { platformFeeOf, platformFeeReturned } from './platform-fee.ts'

const anyFee = fc.record({
  ppm: fc.integer({ min: 0, max: 1_000_000 }),
  fixedMinor: fc.integer({ min: 0, max: 10_000 }),
})
const anyAmount = fc.integer({ min: 1, max: 99_999_999 })

describe("the platform's fee", () => {
  test('is never below 0 nor above the payment', () => {
    fc.assert(
      fc.property(anyAmount, anyFee, (amount, fee) => {
        const feeMinor = platformFeeOf(amount, fee)
        expect(feeMinor).toBeGreaterThanOrEqual(0)
        expect(feeMinor).toBeLessThanOrEqual(amount)
      }),
    )
  })

  test('goes back to the cent with any sequence of refunds that gives all of the payment back', () => {
    fc.assert(
      fc.property(anyAmount, anyFee, fc.array(fc.nat(), { maxLength: 8 }), (amount, fee, cuts) => {
        const feeMinor = platformFeeOf(amount, fee)
        const totals = [...cuts.map((cut) => cut % amount), amount].toSorted((a, b) => a - b)
        let returnedMinor = 0
        for (const refundedMinor of totals) {
          const of = { feeMinor, returnedMinor, capturedMinor: amount, refundedMinor }
          const part = platformFeeReturned(of)
          expect(part).toBeGreaterThanOrEqual(0)
          returnedMinor += part
        }
        expect(returnedMinor).toBe(feeMinor)
      }),
    )
  })

  test('does not go back a second time with a refund that is made again after it bounced', () => {
    const payment = { feeMinor: 100, capturedMinor: 1000 }
    const first = platformFeeReturned({ ...payment, returnedMinor: 0, refundedMinor: 400 })
    const again = platformFeeReturned({ ...payment, returnedMinor: first, refundedMinor: 400 })
    expect([first, again]).toEqual([40, 0])
  })
})

test('of a payment that charged nothing no fee of the platform goes back', () => {
  const nothing = { returnedMinor: 0, capturedMinor: 0, refundedMinor: 0 }
  expect(platformFeeReturned({ ...nothing, feeMinor: 5 })).toBe(0)
})
