import type { Quote } from './quote.ts'

/**
 * Double-entry postings of the money ledger, as data. The postings of each event sum to zero for
 * all amounts, so a ledger that does not was not written by these functions.
 */

export const LEDGER_ACCOUNTS = [
  /** What the payment provider holds for the tenant. */
  'provider_balance',
  /** Sales of tickets and add-ons, after discounts, before refunds. */
  'sales',
  /** Service fees, less those that were refunded. */
  'service_fees',
  /** What is owed to tax authorities, of sales and of fees. */
  'taxes',
  /** Refunds of sales, and what was lost in disputes. */
  'refunds',
  /** What the provider holds back while a dispute is open. */
  'disputes',
  /** The provider's own fees. */
  'provider_fees',
  /** The platform's fees, less those that went back; only of payments on accounts of organizers. */
  'platform_fees',
] as const
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]

/** Minor units of the entry's one currency: positive is debit, negative is credit. Never 0. */
export interface Posting {
  account: LedgerAccount
  amountMinor: number
}

/**
 * An amount in minor units, the service fees within it with the tax on them, and the taxes within it.
 * A refund plan is one.
 */
export interface AmountWithFee {
  amountMinor: number
  feeMinor: number
  /** The tax within what is no fee; 0 if absent. */
  taxMinor?: number
  /** The tax within the fees; 0 if absent. */
  feeTaxMinor?: number
}

/** The taxes within an amount, as {@link AmountWithFee} has them: none if they are 0. */
export const taxesWithin = (
  taxMinor: number,
  feeTaxMinor: number,
): Pick<AmountWithFee, 'taxMinor' | 'feeTaxMinor'> =>
  taxMinor + feeTaxMinor === 0 ? {} : { taxMinor, feeTaxMinor }

export const DISPUTE_STAGES = ['opened', 'won', 'lost'] as const
export type DisputeStage = (typeof DISPUTE_STAGES)[number]

// An event has at most one posting per account, on which the ledger's unique key relies.
const entry = (amounts: Partial<Record<LedgerAccount, number>>): Posting[] =>
  LEDGER_ACCOUNTS.flatMap((account) => {
    const amountMinor = amounts[account] ?? 0
    return amountMinor === 0 ? [] : [{ account, amountMinor }]
  })

/**
 * The service fees and taxes within a charge; none if the amount is not the quote's, since they are
 * unknown then.
 */
export function chargeOf(quote: Quote, capturedMinor: number): AmountWithFee {
  if (capturedMinor !== quote.totalMinor) return { amountMinor: capturedMinor, feeMinor: 0 }
  const { feeMinor, tax } = quote
  return {
    amountMinor: capturedMinor,
    feeMinor: feeMinor + (tax?.addedOnFeesMinor ?? 0),
    ...taxesWithin(tax?.onPricesMinor ?? 0, tax?.onFeesMinor ?? 0),
  }
}

/** A captured payment, gross: the provider's own fee is posted separately, once it is known. */
export const chargePostings = ({
  amountMinor,
  feeMinor,
  taxMinor = 0,
  feeTaxMinor = 0,
}: AmountWithFee): Posting[] =>
  entry({
    provider_balance: amountMinor,
    sales: -(amountMinor - feeMinor - taxMinor),
    service_fees: -(feeMinor - feeTaxMinor),
    taxes: -(taxMinor + feeTaxMinor),
  })

/** A refund. If it fails later, its {@link reversed} postings take it back. */
export const refundPostings = ({
  amountMinor,
  feeMinor,
  taxMinor = 0,
  feeTaxMinor = 0,
}: AmountWithFee): Posting[] =>
  entry({
    provider_balance: -amountMinor,
    refunds: amountMinor - feeMinor - taxMinor,
    service_fees: feeMinor - feeTaxMinor,
    taxes: taxMinor + feeTaxMinor,
  })

/**
 * Opened: the provider withdraws the amount. Won: it returns the amount. Lost: it counts as
 * refunded.
 */
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

/** The provider's own fee, in minor units; negative if the provider returns some of it. */
export const providerFeePostings = (amountMinor: number): Posting[] =>
  entry({ provider_balance: -amountMinor, provider_fees: amountMinor })

/** What the platform takes of a payment on the organizer's own account, in minor units. */
export const platformFeePostings = (amountMinor: number): Posting[] =>
  entry({ provider_balance: -amountMinor, platform_fees: amountMinor })

/** The postings that undo an entry, for example a refund that the buyer's bank refused. */
export const reversed = (postings: readonly Posting[]): Posting[] =>
  postings.map(({ account, amountMinor }) => ({ account, amountMinor: -amountMinor }))
