import type { TicketTypeView } from '@foyer/contract'
import { formatDay, formatTime, knownZone, localDateOf } from '@foyer/domain'

/** 'On sale Nov 27, 10:00 AM' of a type that is out of its own window; undefined for any other. */
export function typeSaleWords(
  { sale }: TicketTypeView,
  timeZone: string,
  locale: string,
): string | undefined {
  if (!sale) return undefined
  if (sale.state === 'ended' || !sale.opensAt) return 'Sales have ended'
  const zone = knownZone(timeZone)
  const day = formatDay(localDateOf(new Date(sale.opensAt), zone), locale, { weekday: 'short' })
  return `On sale ${day}, ${formatTime(sale.opensAt, zone)}`
}
