import type Stripe from 'stripe'
import type { Store } from '../store/store.ts'

/** What was charged less what was refunded, per currency; there are no fees and no payouts. */
export function presentBalance(store: Store): Stripe.Balance {
  const totals = new Map<string, number>()
  for (const charge of store.charges.newestFirst()) {
    if (charge.status !== 'succeeded') continue
    const kept = charge.amountMinor - charge.amountRefundedMinor
    totals.set(charge.currency, (totals.get(charge.currency) ?? 0) + kept)
  }
  const available = Array.from(totals, ([currency, amount]) => ({
    amount,
    currency,
    source_types: { card: amount },
  }))
  return { object: 'balance', available, livemode: false, pending: [] }
}
