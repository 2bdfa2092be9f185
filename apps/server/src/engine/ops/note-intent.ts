import { granted } from '@foyer/contract'
import type { Intent } from '../../adapters/payment-gateway.ts'
import type { LaneOp } from '../lane-op.ts'
import { PAYMENT_NOT_FOUND } from '../refusals.ts'

interface NewIntent {
  paymentId: string
  intent: Pick<Intent, 'id' | 'amountMinor' | 'currency'>
  /** Those of the payment's cart. */
  sessionIds: readonly string[]
}

/**
 * Writes down under which intent the provider knows a payment; only then anybody may be asked to pay
 * it. Refused with `payment_not_found` where the payment was settled meanwhile, has another intent or
 * another price: the intent is a stray one then. It changes no stock: the sessions are told so that
 * it goes along with the batch that is about to be written there.
 */
export const noteIntentOp = ({
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
    book.payments.noteIntent(payment, intent.id)
    return granted(null)
  },
})
