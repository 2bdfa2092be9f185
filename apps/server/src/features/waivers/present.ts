import type { WaiverOrder, WaiverView } from '@foyer/contract'
import { formatTime, knownZone, maskEmail } from '@foyer/domain'
import type { Tenant } from '../../context.ts'
import type { FoundOrder } from '../../engine/orders/find-order.ts'
import { hasSigned, type Participant, type WaiverText } from '../../engine/waivers/participants.ts'

/** If only the order's link opened it, the participant's address is masked and no signature is shown. */
export function presentWaiver(
  participant: Participant,
  text: WaiverText | null,
  isByLinkAlone: boolean,
): WaiverView {
  const { id, number, place, places, typeName, signed } = participant
  const completed = text !== null && hasSigned(participant, text)
  const email = signed?.email ?? ''
  return {
    id,
    ticketNumber: number,
    ...(places > 1 && { place }),
    typeName,
    name: signed?.participant_name ?? '',
    email: isByLinkAlone && email ? maskEmail(email) : email,
    guardianName: signed?.guardian_name ?? null,
    completed,
    completedAt: signed?.signed_at.toISOString() ?? null,
    signature:
      signed && !isByLinkAlone ? { kind: signed.signature_kind, value: signed.signature } : null,
    // A signature is stored only with both agreements.
    agreedToTerms: completed,
    agreedToRisks: completed,
  }
}

interface Waivers {
  text: WaiverText | null
  participants: readonly Participant[]
  /** The one participant to show; null for all. */
  only: string | null
}

export function presentWaiverOrder(
  { locale }: Tenant,
  { row, isByLinkAlone }: FoundOrder,
  { text, participants, only }: Waivers,
): WaiverOrder {
  const shown = only === null ? participants : participants.filter(({ id }) => id === only)
  return {
    orderId: row.id,
    eventName: row.event_name,
    orderDetails: {
      date: row.local_date,
      time: formatTime(row.starts_at.toISOString(), knownZone(row.timezone), locale),
      quantity: participants.length,
    },
    text,
    waivers: shown.map((participant) => presentWaiver(participant, text, isByLinkAlone)),
  }
}

/** 'ticket 3', or 'ticket 3, person 2 of 4'. */
export const ticketText = ({ number, place, places }: Participant): string =>
  places > 1 ? `ticket ${number}, person ${place} of ${places}` : `ticket ${number}`
