import type { MethodType } from '../wire/shapes.ts'

/** Stripe's own fee for a payment: its list prices in the United States, in minor units. */
const FEES: Record<MethodType, (amountMinor: number) => number> = {
  card: (amountMinor) => Math.round(amountMinor * 0.029) + 30,
  us_bank_account: (amountMinor) => Math.min(Math.round(amountMinor * 0.008), 500),
  ideal: () => 80,
  amazon_pay: (amountMinor) => Math.round(amountMinor * 0.029) + 30,
}

/** What a dispute costs, won or lost. */
export const DISPUTE_FEE_MINOR = 1500

export function feeMinor(type: MethodType, amountMinor: number): number {
  return FEES[type](amountMinor)
}
