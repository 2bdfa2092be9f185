import type { DailyPriceView, TicketTypeView } from '@foyer/contract'
import { formatDay, formatTime, knownZone, localDateOf, statusLabel } from '@foyer/domain'

/** 'On sale Nov 27, 10:00 AM' of a type that is out of its own window; undefined for any other. */
export function typeSaleWords(
  { sale }: TicketTypeView,
  timeZone: string,
  locale: string,
): string | undefined {
  if (!sale) return undefined
  if (sale.state === 'ended' || !sale.opensAt) return 'Sales have ended'
  return opensWords(sale.opensAt, timeZone, locale)
}

/**
 * The same of a type that its buyer cannot have now in any session of the day: others of the event may
 * have been opened early by an access code.
 */
export function daySaleWords(
  { ticketTypes, timezone }: DailyPriceView,
  typeId: string,
  locale: string,
): string | undefined {
  const offer = ticketTypes.find(({ ticket_type_id }) => ticket_type_id === typeId)
  if (!offer?.status) return undefined
  return offer.opens_at ? opensWords(offer.opens_at, timezone, locale) : statusLabel(offer.status)
}

function opensWords(opensAt: string, timeZone: string, locale: string): string {
  const zone = knownZone(timeZone)
  const day = formatDay(localDateOf(new Date(opensAt), zone), locale, { weekday: 'short' })
  return `On sale ${day}, ${formatTime(opensAt, zone)}`
}
