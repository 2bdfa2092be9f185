import { type Refused, refused } from '@foyer/contract'
import type { BeyondBuyers, ChangedBy, ChangeRequestKind } from '@foyer/domain'

/** Why an order cannot be changed, as its buyer and as the team read it. */

type CannotChange<K extends ChangeRequestKind> = `${K}_not_possible`
export type CannotChangeCode = CannotChange<ChangeRequestKind>

/** The sentences of the specification. */
const GENERAL: Readonly<Record<ChangeRequestKind, string>> = {
  reschedule: 'This order cannot be rescheduled at this time.',
  upgrade: 'No upgrade options are available for this order.',
}

const cannot = <K extends ChangeRequestKind>(
  kind: K,
  message = GENERAL[kind],
  details?: Record<string, unknown>,
): Refused<CannotChange<K>> => refused(`${kind}_not_possible` as const, message, details)

export const CANNOT_RESCHEDULE = cannot('reschedule')
export const CANNOT_UPGRADE = cannot('upgrade')

/** Why nobody can make a change, the team included. */
export type NeverChangeable =
  | 'no_valid_ticket'
  | 'redeemed'
  | 'closed'
  | 'called_off'
  | 'over'
  | 'not_sold'
  | 'not_priced'
  | 'not_dearer'
  | 'shop_paused'

const SENTENCES: Readonly<Record<NeverChangeable, string>> = {
  no_valid_ticket: 'None of the tickets of this order is valid any more.',
  redeemed: 'Tickets that were used at the door stay as they are.',
  closed: 'That date is closed, so no ticket can be taken to it. Open it again, or choose another.',
  called_off: 'That date was called off. Choose another one.',
  over: 'That date is over. Choose one that is ahead or has just begun.',
  not_sold: 'That ticket type is not sold on that date. Choose another date or type.',
  not_priced: 'That ticket type has no price on that date yet. Set one first.',
  not_dearer: 'An upgrade is to a ticket type that costs more. Choose another type.',
  shop_paused:
    'This shop is paused, so a given ticket cannot be changed into one that has to be paid for.',
}

/**
 * The refusal of a change that nobody can make. Buyers read the sentence of the specification, the team
 * what it is and what to do.
 */
export const neverChangeable = <K extends ChangeRequestKind>(
  kind: K,
  by: ChangedBy,
  reason: NeverChangeable,
): Refused<CannotChange<K>> =>
  by === 'buyer' ? cannot(kind) : cannot(kind, SENTENCES[reason], { reason })

/** The reasons that pages explain to a buyer. */
const OF_POLICY: ReadonlySet<BeyondBuyers> = new Set(['not_allowed', 'too_late', 'limit_reached'])

/** The refusal of a change that the team can make and a buyer cannot; with the reason of the policy. */
export const refusedToBuyers = <K extends ChangeRequestKind>(
  kind: K,
  reason: BeyondBuyers,
): Refused<CannotChange<K>> =>
  OF_POLICY.has(reason) ? cannot(kind, GENERAL[kind], { reason }) : cannot(kind)
