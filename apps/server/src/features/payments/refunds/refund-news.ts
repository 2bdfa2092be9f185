import type { RefundState } from '@foyer/domain'
import type { ProviderRefund } from '../../../adapters/payment-gateway.ts'

/** bounced: the buyer's bank sent it back, or the provider could not bring it there. */
type RefundNews = 'pending' | 'succeeded' | 'bounced'

interface KnownRefund {
  state: RefundState
  /** The provider's refund that it is at, or was at last. */
  providerRefundId: string | null
  /** Under which the provider is asked for it next, or was last. */
  keyNumber: number
}

/**
 * What the provider's word on one of its refunds changes about the refund of ours that it is for;
 * null where it tells nothing new. A refund that bounced is made again as another of the provider's,
 * while the first is told of for ever: only the latest speaks for ours.
 */
export function newsOf(
  known: KnownRefund,
  told: Pick<ProviderRefund, 'id' | 'state' | 'keyNumber'>,
): RefundNews | null {
  const isCurrent = known.providerRefundId === told.id
  const isOpen = known.state === 'queued' || known.state === 'pending'
  if (told.state === 'failed') {
    const isFirst = known.providerRefundId === null && isOpen
    const isAnew = known.state === 'queued' && told.keyNumber === known.keyNumber
    const wasThere = isCurrent && (known.state === 'pending' || known.state === 'succeeded')
    return isFirst || isAnew || wasThere ? 'bounced' : null
  }
  return isOpen && told.state !== known.state ? told.state : null
}
