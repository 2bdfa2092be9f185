import { type AmountWithFee, drawOnCharges, type RefundKind } from '@foyer/domain'
import type { Book } from '../lanes/aggregates.ts'
import type { LaneOrder } from '../orders/order-types.ts'
import { type Charge, refundedOf } from '../orders/order-value.ts'
import type { LanePayment } from '../payments/payment-types.ts'
import type { NewRefund } from './money-types.ts'

interface RefundOfOrder extends AmountWithFee {
  kind: RefundKind
  withFees: boolean
  /** Tickets that end with it. */
  ticketIds: readonly string[]
  reason: string | null
  /**
   * The key of this decision. Its first refund has this key; refunds of further charges have it
   * with a number appended.
   */
  key: string
}

/**
 * Refunds an amount of an order, drawn on its charges from the newest on: one refund for each charge that
 * it touches. None for an amount of 0. The charges must be locked.
 */
export function refundCharges(
  book: Book,
  order: Pick<LaneOrder, 'id'>,
  charges: readonly LanePayment[],
  { amountMinor, feeMinor, taxMinor, feeTaxMinor, key, ticketIds, ...refund }: RefundOfOrder,
): NewRefund[] {
  const draws = drawsOf({ amountMinor, feeMinor, taxMinor, feeTaxMinor }, charges)
  return draws.flatMap((draw, index) => {
    const charge = charges.find(({ id }) => id === draw.id)
    if (!charge) return []
    return book.money.refund(charge, {
      ...refund,
      amountMinor: draw.amountMinor,
      feeMinor: draw.feeMinor,
      taxMinor: draw.taxMinor,
      feeTaxMinor: draw.feeTaxMinor,
      // Only the first refund names the tickets, because they end only once.
      ticketIds: index === 0 ? ticketIds : [],
      requestKey: index === 0 ? key : `${key}#${index + 1}`,
      state: 'queued',
      providerRefundId: null,
      orderId: order.id,
    })
  })
}

/** What a refund takes of each charge. */
export const drawsOf = (refund: AmountWithFee, charges: readonly Charge[]) =>
  drawOnCharges(
    refund,
    charges.map((charge) => ({
      id: charge.id,
      leftMinor: (charge.capturedMinor ?? 0) - refundedOf(charge).amountMinor,
    })),
  )

/** Whether a refund is one of those that were decided under a key. */
export const isOfKey = (requestKey: string, key: string): boolean =>
  requestKey === key ||
  (requestKey.startsWith(`${key}#`) && !Number.isNaN(Number(requestKey.slice(key.length + 1))))
