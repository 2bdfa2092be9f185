import type Stripe from 'stripe'
import type { Store } from '../store/store.ts'

/** The sum of all movements by currency; it may be below 0. */
export function presentBalance(store: Store): Stripe.Balance {
  const totals = new Map<string, number>()
  for (const { currency, amountMinor, feeMinor } of store.transactions.oldestFirst()) {
    totals.set(currency, (totals.get(currency) ?? 0) + amountMinor - feeMinor)
  }
  const available = Array.from(totals, ([currency, amount]) => ({
    amount,
    currency,
    source_types: { card: amount },
  }))
  return { object: 'balance', available, livemode: false, pending: [] }
}
