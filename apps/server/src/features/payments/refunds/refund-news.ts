import type { RefundState } from '@foyer/domain'
import type { ProviderRefund } from '../../../adapters/payment-gateway.ts'

/** bounced: the buyer's bank returned it, or the provider could not deliver it. */
type RefundNews = 'pending' | 'succeeded' | 'bounced'

interface KnownRefund {
  state: RefundState
  /** The provider's refund that ours is made by now, or was made by last. */
  providerRefundId: string | null
  /** The number in the key of our next call for it, or of our last one. */
  keyNumber: number
}

/**
 * What the provider's state of one of its refunds changes about our refund; null if it contains
 * nothing new. A bounced refund is made again as another refund of the provider, which goes on
 * reporting the first one for ever: only the latest counts for ours.
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
