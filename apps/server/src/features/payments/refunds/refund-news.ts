import type { RefundState } from '@foyer/domain'
import type { ProviderRefund } from '../../../adapters/payment-gateway.ts'

/** `bounced`: the buyer's bank returned it, or the provider could not deliver it. */
type RefundNews = 'pending' | 'succeeded' | 'bounced'

interface KnownRefund {
  state: RefundState
  /** The provider's refund for ours, or its latest one if there were several. */
  providerRefundId: string | null
  /** The number in the key of our next call for it, or of our last call. */
  keyNumber: number
}

/**
 * Says what the provider's state of one of its refunds changes in our refund; null if nothing. A
 * bounced refund is made again as another refund of the provider. The provider keeps reporting the
 * first one, so only the latest counts for ours.
 */
export function newsOf(
  known: KnownRefund,
  reported: Pick<ProviderRefund, 'id' | 'state' | 'keyNumber'>,
): RefundNews | null {
  const isCurrent = known.providerRefundId === reported.id
  const isOpen = known.state === 'queued' || known.state === 'pending'
  if (reported.state === 'failed') {
    const isFirst = known.providerRefundId === null && isOpen
    const isAnew = known.state === 'queued' && reported.keyNumber === known.keyNumber
    const wasThere = isCurrent && (known.state === 'pending' || known.state === 'succeeded')
    return isFirst || isAnew || wasThere ? 'bounced' : null
  }
  return isOpen && reported.state !== known.state ? reported.state : null
}
