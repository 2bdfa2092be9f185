import { granted } from '@foyer/contract'
import type { Intent } from '../../adapters/payment-gateway.ts'
import type { LaneOp } from '../lanes/operation.ts'
import { PAYMENT_NOT_FOUND } from '../refusals.ts'

interface NewIntent {
  paymentId: string
  intent: Pick<Intent, 'id' | 'amountMinor' | 'currency'>
  /** The sessions of the payment's cart. */
  sessionIds: readonly string[]
}

/**
 * Stores the provider's intent id on the payment. Until then the client must not confirm it.
 * Refuses with `payment_not_found` if the payment was settled meanwhile, or has another intent or
 * another price; then the intent is a stray one. The operation changes no stock. It names the
 * cart's sessions only to join the batch that is about to be written there.
 */
export const attachIntentOp = ({
  paymentId,
  intent,
  sessionIds,
}: NewIntent): LaneOp<null, 'payment_not_found'> => ({
  finishes: true,
  needs: { sessionIds, paymentIds: [paymentId] },
  decide(book) {
    const payment = book.payments.of(paymentId)
    const isOpen = payment?.state === 'created' || payment?.state === 'open'
    if (!isOpen || (payment.intentId !== null && payment.intentId !== intent.id)) {
      return PAYMENT_NOT_FOUND
    }
    if (payment.amountMinor !== intent.amountMinor || payment.currency !== intent.currency) {
      return PAYMENT_NOT_FOUND
    }
    book.payments.attachIntent(payment, intent.id)
    return granted(null)
  },
})
