import { applyRate } from './money.ts'

/** What the platform takes of a payment on an organizer's account: a share of it, and an amount. */
export interface PlatformFee {
  ppm: number
  /** Minor units of the payment's currency. */
  fixedMinor: number
}

/**
 * The platform's fee of a payment, in minor units; never more than the payment. The worked table is in
 * docs/pricing.md, 'Platform fee'.
 */
export const platformFeeOf = (amountMinor: number, { ppm, fixedMinor }: PlatformFee): number =>
  Math.min(amountMinor, applyRate(amountMinor, ppm) + fixedMinor)

/**
 * How much of a payment's platform fee goes back with a refund: the share of the fee that is the share
 * of the payment refunded by now, rounded down, less what went back before. So a payment that was
 * refunded whole costs no fee, in however many parts, and a refund that bounced takes none twice.
 */
export function platformFeeReturned({
  feeMinor,
  returnedMinor,
  capturedMinor,
  refundedMinor,
}: {
  feeMinor: number
  /** What went back of the fee before this refund. */
  returnedMinor: number
  /** What the payment charged. */
  capturedMinor: number
  /** What was refunded of it, with this refund. */
  refundedMinor: number
}): number {
  if (capturedMinor <= 0) return 0
  const due = (BigInt(feeMinor) * BigInt(refundedMinor)) / BigInt(capturedMinor)
  return Math.max(0, Number(due) - returnedMinor)
}
