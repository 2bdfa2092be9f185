import { expect, test } from 'vitest'
import { quoteCancellation } from './cancellation.ts'
import type { OrderUnit } from './order-units.ts'
import type { Charges } from './tax.ts'

const IVA = { name: 'IVA', ratePpm: 111_111, isInclusive: true }
const priceTax = { ...IVA, taxMinor: 1000 }
const feeTax = { ...IVA, taxMinor: 100 }

const ticket = (charges: Charges): OrderUnit => ({
  ...{ ticketId: 'a', kind: 'ticket', id: 'ga', name: 'General Admission', feeName: 'Fee' },
  ...{ priceMinor: 10_000, discountMinor: 0, feeMinor: 1000, amountMinor: 11_000, charges },
})

/** The half of one ticket that is given back. */
const half = (charges: Charges, withFees = true) =>
  quoteCancellation(
    {
      charged: {
        ...{ amountMinor: 11_000, feeMinor: 1000 },
        taxMinor: charges.priceTax?.taxMinor ?? 0,
        feeTaxMinor: charges.feeTax?.taxMinor ?? 0,
      },
      refunded: { amountMinor: 0, feeMinor: 0 },
      units: [ticket(charges)],
      endedTicketIds: [],
    },
    [{ ticketId: 'a', sharePpm: 500_000 }],
    { withFees },
  ).refund

test('a cancelled ticket gives its share of its taxes back, and of the taxes of its fee', () => {
  expect(half({ priceTax, feeTax })).toEqual({
    ...{ amountMinor: 5500, feeMinor: 500 },
    ...{ taxMinor: 500, feeTaxMinor: 50 },
  })
  expect(half({ priceTax })).toMatchObject({ taxMinor: 500, feeTaxMinor: 0 })
  expect(half({ feeTax })).toMatchObject({ taxMinor: 0, feeTaxMinor: 50 })
})

test('the tax of a fee that is kept is kept', () => {
  expect(half({ priceTax, feeTax }, false)).toEqual({
    ...{ amountMinor: 5000, feeMinor: 0 },
    ...{ taxMinor: 500, feeTaxMinor: 0 },
  })
})

test('what is given back at last has no more tax than is left of the price beside the fee', () => {
  const { refund } = quoteCancellation(
    {
      charged: { amountMinor: 11_000, feeMinor: 1000, taxMinor: 1000, feeTaxMinor: 100 },
      refunded: { amountMinor: 10_600, feeMinor: 0 },
      units: [ticket({ priceTax, feeTax })],
      endedTicketIds: [],
    },
    [{ ticketId: 'a', sharePpm: 500_000 }],
    { withFees: true },
  )
  expect(refund).toMatchObject({ amountMinor: 400, feeMinor: 400, taxMinor: 0 })
})
