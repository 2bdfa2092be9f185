import type Stripe from 'stripe'
import type { TransactionRecord } from '../store/records.ts'

/** The wire form of a movement of the balance; money is available at once. */
export function presentTransaction(transaction: TransactionRecord): Stripe.BalanceTransaction {
  const { amountMinor, feeMinor, currency, created } = transaction
  return {
    id: transaction.id,
    object: 'balance_transaction',
    amount: amountMinor,
    available_on: created,
    balance_type: 'payments',
    created,
    currency,
    description: null,
    exchange_rate: null,
    fee: feeMinor,
    fee_details: presentFees(transaction),
    net: amountMinor - feeMinor,
    reporting_category: transaction.category,
    source: transaction.sourceId,
    status: 'available',
    type: transaction.type,
  }
}

function presentFees(transaction: TransactionRecord): Stripe.BalanceTransaction.FeeDetail[] {
  const { feeMinor, applicationFeeMinor = 0, currency, category } = transaction
  const description = category === 'dispute' ? 'Dispute fee' : 'Stripe processing fees'
  const details = [
    { amount: feeMinor - applicationFeeMinor, description, type: 'stripe_fee' },
    { amount: applicationFeeMinor, description: 'application fee', type: 'application_fee' },
  ]
  return details
    .filter(({ amount }) => amount !== 0)
    .map((detail) => ({ ...detail, application: null, currency }))
}
