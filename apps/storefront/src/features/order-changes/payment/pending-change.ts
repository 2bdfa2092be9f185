import type { ChangeParams } from '@foyer/contract'
import { removeStored } from '../../../data/stored/browser-storage.ts'
import { readRecord, writeRecord } from '../../../data/stored/stored-record.ts'
import type { Target } from '../../../routing/address.ts'
import { paths } from '../../../routing/paths.ts'

/** The payment intent over what is due for a change. */
export interface ChangeIntent {
  id: string
  clientSecret: string
  /** The organizer's account that it is paid on; absent: the platform's own. */
  accountId?: string | undefined
  /** Until then the new tickets are held; an ISO instant. */
  expiresAt: string
}

/** A change that a buyer has confirmed, with what its quote said. */
export interface RequestedChange {
  /** The address that opens the order; the server compares it. */
  email: string
  /** The link's token, if the team has offered the change; the address is not known then. */
  token?: string
  change: ChangeParams
  /** What is due, in minor units; 0 if the change costs nothing more. */
  dueMinor: number
  currency: string
}

/**
 * The record of a change whose payment is not resolved yet. It is stored from the moment the bank is
 * asked until the outcome is known, so that a reload or a bank's redirect goes on with the change. After
 * a refund it is kept until its page is left, so that a reload shows the refund again. It has no card
 * data.
 */
export interface PendingChange extends RequestedChange {
  intent: ChangeIntent
}

const keyOf = (orderId: string) => `foyer-change-${orderId}`

/** A second copy, because a browser may forbid storage. */
const copies = new Map<string, PendingChange>()

/** The change of an order whose payment is not resolved yet; null if there is none. */
export function readPendingChange(orderId: string): PendingChange | null {
  const stored = readRecord<PendingChange>('local', keyOf(orderId))
  return stored.kind === 'found' ? stored.value : (copies.get(orderId) ?? null)
}

export function savePendingChange(orderId: string, pending: PendingChange): void {
  copies.set(orderId, pending)
  writeRecord('local', keyOf(orderId), pending)
}

export function removePendingChange(orderId: string): void {
  copies.delete(orderId)
  removeStored('local', keyOf(orderId))
}

/**
 * The page on which a change is paid, whose address names the change: a reload there shows the same
 * quote. Whatever interrupted a payment (a bank's redirect, a closed tab), it is finished there.
 */
export function checkoutOf(orderId: string, { email, token, change }: RequestedChange): Target {
  if (token) return paths.payChange(orderId, { token })
  return change.type === 'reschedule'
    ? paths.rescheduleCheckout(orderId, change.newSessionId, {
        email,
        ticketIds: change.ticketIds?.join(','),
      })
    : paths.upgradeCheckout(orderId, {
        email,
        upgradeTicketType: change.newTicketTypeId,
        ticketIds: change.ticketIds.join(','),
      })
}
