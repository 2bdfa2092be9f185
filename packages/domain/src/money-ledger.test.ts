import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyOrder, anyRefundRequest } from '../test/arbitraries.ts'
import { refundInTurn } from '../test/refund-in-turn.ts'
import {
  chargeOf,
  chargePostings,
  DISPUTE_STAGES,
  disputePostings,
  LEDGER_ACCOUNTS,
  type Posting,
  platformFeePostings,
  providerFeePostings,
  refundPostings,
  reversed,
  taxesWithin,
} from './money-ledger.ts'
import { buildQuote } from './quote.ts'

const balances = (entries: readonly Posting[][]) => {
  const sums = new Map(LEDGER_ACCOUNTS.map((account) => [account, 0]))
  for (const { account, amountMinor } of entries.flat()) {
    sums.set(account, (sums.get(account) ?? 0) + amountMinor)
  }
  return Object.fromEntries(sums)
}
const sumOf = (postings: readonly Posting[]) =>
  postings.reduce((total, posting) => total + posting.amountMinor, 0)

const anyAmount = fc.integer({ min: 0, max: 2 ** 40 })
const anyAmountWithFee = fc
  .tuple(anyAmount, anyAmount)
  .map((two) => ({ amountMinor: Math.max(...two), feeMinor: Math.min(...two) }))
const anyEntry: fc.Arbitrary<Posting[]> = fc.oneof(
  anyAmountWithFee.map(chargePostings),
  anyAmountWithFee.map(refundPostings),
  fc.tuple(fc.constantFrom(...DISPUTE_STAGES), anyAmount).map((of) => disputePostings(...of)),
  fc.integer({ min: -(2 ** 40), max: 2 ** 40 }).map(providerFeePostings),
  anyAmount.map(platformFeePostings),
)

describe('an entry of the money ledger', () => {
  test('sums to zero, names an account once, and posts no zeros', () => {
    fc.assert(
      fc.property(anyEntry, (postings) => {
        for (const entry of [postings, reversed(postings)]) {
          expect(sumOf(entry)).toBe(0)
          expect(new Set(entry.map((posting) => posting.account)).size).toBe(entry.length)
          // Not -0 either: a database driver reads it as 0, a comparison of the test does not.
          expect(entry.every((posting) => posting.amountMinor !== 0)).toBe(true)
        }
      }),
    )
  })

  test('and its reversal add up to nothing', () => {
    fc.assert(
      fc.property(anyEntry, (postings) => {
        expect(Object.values(balances([postings, reversed(postings)])).every((b) => b === 0)).toBe(
          true,
        )
      }),
    )
  })
})

describe('the ledger of an order', () => {
  const orderAndRequests = anyOrder.chain((order) =>
    fc.record({
      order: fc.constant(order),
      requests: fc.array(anyRefundRequest(order), { maxLength: 8 }),
    }),
  )

  test('has what is left, and nothing once all was refunded', () => {
    fc.assert(
      fc.property(orderAndRequests, ({ order: { quote, tickets }, requests }) => {
        const charge = chargePostings({ amountMinor: quote.totalMinor, feeMinor: quote.feeMinor })
        const after = (all: typeof requests) => {
          const { decisions, refunded } = refundInTurn({ quote, tickets }, all)
          const refunds = decisions.flatMap((each) => (each.ok ? [refundPostings(each.plan)] : []))
          return { refunded, balance: balances([charge, ...refunds]) }
        }
        const some = after(requests)
        expect(some.balance.provider_balance).toBe(quote.totalMinor - some.refunded.amountMinor)
        expect(0 - (some.balance.service_fees ?? 0)).toBe(quote.feeMinor - some.refunded.feeMinor)
        const all = after([...requests, { kind: 'whole', withFees: true }])
        expect(all.balance.provider_balance).toBe(0)
        expect(all.balance.service_fees).toBe(0)
        expect((all.balance.sales ?? 0) + (all.balance.refunds ?? 0)).toBe(0)
      }),
    )
  })

  test('a dispute that was won adds up to nothing; one that was lost counts as refunded', () => {
    fc.assert(
      fc.property(anyAmountWithFee, (charge) => {
        const paid = chargePostings(charge)
        const opened = disputePostings('opened', charge.amountMinor)
        const won = disputePostings('won', charge.amountMinor)
        const lost = disputePostings('lost', charge.amountMinor)
        expect(balances([paid, opened, won])).toEqual(balances([paid]))
        expect(balances([paid, opened, lost])).toMatchObject({
          provider_balance: 0,
          disputes: 0,
          refunds: charge.amountMinor,
        })
      }),
    )
  })
})

describe('a charge', () => {
  const line = { kind: 'ticket' as const, id: 'ga', name: 'GA', quantity: 1, unitPriceMinor: 1000 }
  const fee = { id: 'fee', name: 'Fee', isActive: true, feeType: 'flat' as const, ratePpm: 0 }
  const quote = buildQuote([{ ...line, feeSet: { ...fee, flatMinor: 100 } }], 'usd')

  test('has the fees of its quote, and no taxes if there are none', () => {
    expect(chargeOf(quote, 1100)).toEqual({ amountMinor: 1100, feeMinor: 100 })
    expect(taxesWithin(0, 0)).toEqual({})
  })

  test('of another amount than the quote has no fees, since nobody knows them', () => {
    expect(chargeOf(quote, 1099)).toEqual({ amountMinor: 1099, feeMinor: 0 })
  })
})
