import type { EventSale } from '@foyer/contract'
import { formatLongDate, formatTime, knownZone, localDateOf, zoneName } from '@foyer/domain'

/** What buyers read about an event that is not simply on sale. */

interface Setting {
  timeZone: string
  locale: string
}

/** 'Friday, November 27, 2026 at 10:00 AM, Eastern Time', at the venue. */
function momentWords(instant: string, { timeZone, locale }: Setting): string {
  const zone = knownZone(timeZone)
  const day = formatLongDate(localDateOf(new Date(instant), zone), locale)
  return `${day} at ${formatTime(instant, zone)}, ${zoneName(instant, zone, locale)}`
}

export interface SaleWords {
  title: string
  text: string | null
}

export function saleWords(sale: EventSale, setting: Setting): SaleWords {
  switch (sale.state) {
    case 'not_started':
      return {
        title: sale.opensAt ? `On sale ${momentWords(sale.opensAt, setting)}` : 'On sale soon',
        text: 'This page opens by itself. You need not reload it.',
      }
    case 'paused':
      return {
        title: 'Sales are paused',
        text:
          sale.note ??
          'The organizer has stopped sales for a while. Tickets that you hold can still be paid.',
      }
    case 'with_code':
      return { title: 'Tickets need an access code', text: 'Enter the code that you were given.' }
    case 'ended':
      return { title: 'Sales have ended', text: null }
    case 'on_sale':
      return {
        title: 'On sale now',
        text: sale.closesAt ? `Until ${momentWords(sale.closesAt, setting)}.` : null,
      }
  }
}

/** 'At least 2 tickets per order. At most 8 per customer.'; null without limits. */
export function limitWords({ minPerOrder, maxPerOrder, maxPerCustomer }: EventSale): string | null {
  const parts = [
    minPerOrder !== null && minPerOrder > 1 && `At least ${minPerOrder} tickets per order.`,
    maxPerOrder !== null && `At most ${maxPerOrder} tickets per order.`,
    maxPerCustomer !== null && `At most ${maxPerCustomer} per customer, over all orders.`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : null
}

const SECOND = 1000
const DAY = 86_400 * SECOND

const twoDigits = (count: number) => String(count).padStart(2, '0')

/** '2 days 03:12:45', '03:12:45'; never below zero. */
export function countdownWords(milliseconds: number): string {
  const left = Math.max(0, Math.ceil(milliseconds / SECOND)) * SECOND
  const days = Math.floor(left / DAY)
  const seconds = (left % DAY) / SECOND
  const clock = [seconds / 3600, (seconds % 3600) / 60, seconds % 60]
    .map((part) => twoDigits(Math.floor(part)))
    .join(':')
  if (days === 0) return clock
  return `${days} ${days === 1 ? 'day' : 'days'} ${clock}`
}
