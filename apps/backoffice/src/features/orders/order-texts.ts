import type { DeskOrder } from '@foyer/contract'
import type { MailState, OrderStatus } from '@foyer/domain'
import type { Tone } from '@foyer/ui'

/** How the desk names the states of orders and mails. */

export const ORDER_STATES: Readonly<Record<OrderStatus, { label: string; tone: Tone }>> = {
  PAID: { label: 'Paid', tone: 'success' },
  REFUNDED: { label: 'Refunded', tone: 'warning' },
  CANCELLED: { label: 'Cancelled', tone: 'neutral' },
}

export const MAIL_STATE_TEXTS: Readonly<Record<MailState, string>> = {
  queued: 'On its way',
  held_back: 'Waits: the address had many mails',
  sent: 'Delivered to the mail server',
  bounced: 'Not delivered',
  failed: 'Not delivered',
  suppressed: 'Not sent',
}

const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** 'Visa •••• 4242' */
export function cardText(card: DeskOrder['payments'][number]['card']): string {
  if (!card) return 'Not a card, or not known yet'
  return `${BRANDS[card.brand] ?? 'Card'} •••• ${card.last4}`
}

/** 'Sat, Dec 5, 2026, 7:00 PM', by the clock of the venue. */
export const sessionText = (instant: string, timeZone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(new Date(instant))

const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** 'Nov 23, 2026, 7:00 PM', by the clock of the reader. */
export const momentText = (instant: string): string => MOMENT.format(new Date(instant))

const COUNT = new Intl.NumberFormat('en-US')

/** '12,345' */
export const countText = (count: number): string => COUNT.format(count)
