import type { Quote } from './quote.ts'

/**
 * Double-entry postings of the money ledger, as data. Whatever the amounts, one event's postings
 * sum to zero, so a ledger that does not was not written by these functions.
 */

export const LEDGER_ACCOUNTS = [
  /** What the payment provider holds for the tenant. */
  'provider_balance',
  /** Tickets and add-ons, after discounts, before refunds. */
  'sales',
  /** Service fees earned: a refunded fee is taken off here. */
  'service_fees',
  /** What was given back of the sales, and lost in disputes. */
  'refunds',
  /** What the provider holds back while a dispute is open. */
  'disputes',
  /** What the provider charges for its service. */
  'provider_fees',
] as const
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]

/** Minor units of the entry's one currency: positive is debit, negative is credit. Never 0. */
export interface Posting {
  account: LedgerAccount
  amountMinor: number
}

/** An amount in minor units, and the service fees within it. A refund plan is one. */
export interface AmountWithFee {
  amountMinor: number
  feeMinor: number
}

export const DISPUTE_STAGES = ['opened', 'won', 'lost'] as const
export type DisputeStage = (typeof DISPUTE_STAGES)[number]

// An event touches each account once at most, which the ledger's unique key counts on.
const entry = (amounts: Partial<Record<LedgerAccount, number>>): Posting[] =>
  LEDGER_ACCOUNTS.flatMap((account) => {
    const amountMinor = amounts[account] ?? 0
    return amountMinor === 0 ? [] : [{ account, amountMinor }]
  })

/** The service fees within a charge; in an amount other than the quote's they cannot be told apart. */
export const chargeOf = (quote: Quote, capturedMinor: number): AmountWithFee => ({
  amountMinor: capturedMinor,
  feeMinor: capturedMinor === quote.totalMinor ? quote.feeMinor : 0,
})

/** A captured payment, gross: the provider's own fee is a posting of its own, once it is known. */
export const chargePostings = ({ amountMinor, feeMinor }: AmountWithFee): Posting[] =>
  entry({
    provider_balance: amountMinor,
    sales: -(amountMinor - feeMinor),
    service_fees: -feeMinor,
  })

/** Money given back. One that fails later is taken back by its {@link reversed} postings. */
export const refundPostings = ({ amountMinor, feeMinor }: AmountWithFee): Posting[] =>
  entry({
    provider_balance: -amountMinor,
    refunds: amountMinor - feeMinor,
    service_fees: feeMinor,
  })

/** Opened: the provider withdraws the amount. Won: it returns it. Lost: it is as good as refunded. */
export function disputePostings(stage: DisputeStage, amountMinor: number): Posting[] {
  switch (stage) {
    case 'opened':
      return entry({ provider_balance: -amountMinor, disputes: amountMinor })
    case 'won':
      return entry({ provider_balance: amountMinor, disputes: -amountMinor })
    case 'lost':
      return entry({ refunds: amountMinor, disputes: -amountMinor })
  }
}

/** What the provider kept for itself, in minor units; negative when it gives some of it back. */
export const providerFeePostings = (amountMinor: number): Posting[] =>
  entry({ provider_balance: -amountMinor, provider_fees: amountMinor })

/** Undoes an entry that turned out not to have happened: a refund that the buyer's bank refused. */
export const reversed = (postings: readonly Posting[]): Posting[] =>
  postings.map(({ account, amountMinor }) => ({ account, amountMinor: -amountMinor }))
