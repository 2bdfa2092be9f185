import { formatShortDate, formatTime } from './calendar.ts'
import { ORDER_CHANGE_KINDS, type OrderChangeKind } from './change-policy.ts'
import { formatAmount, formatSummand } from './money.ts'
import type { RefundState } from './states.ts'

/** The kinds of entries in the history of an order: its purchase, which is the first, and its changes. */
export const HISTORY_KINDS = ['purchase', ...ORDER_CHANGE_KINDS] as const

/** A ticket before or after a change. */
export interface HistoryTicketSide {
  ticketTypeId: string
  typeName: string
  /** `date` is the calendar date in the venue's zone. */
  session: { id: string; startTime: string; date: string }
}

export interface HistoryTicket {
  number: number
  from: HistoryTicketSide
  /** Null: the ticket ended. */
  to: HistoryTicketSide | null
  differenceMinor: number
}

/** An entry as texts about it need it; the fields are those of the contract's view of an order. */
export interface HistoryEntry {
  kind: 'purchase' | OrderChangeKind
  outcome: 'done' | 'refunded'
  madeBy: 'buyer' | 'organizer' | 'provider'
  tickets: readonly HistoryTicket[]
  differenceMinor: number
  changeFeeMinor: number
  paidMinor: number
  creditMinor: number
  waivedMinor: number
  keptMinor: number
}

export interface HistoryRow {
  label: string
  value: string
}

interface HistoryFormat {
  currency: string
  /** Of the venue. */
  timeZone: string
  locale: string
}

/** '+$10.00', '−$10.00' or '$0.00'. */
export function formatDifference(minor: number, currency: string, locale: string): string {
  return `${minor > 0 ? '+' : ''}${formatSummand(minor, currency, locale)}`
}

/**
 * The tickets of an entry with what each became and what it cost more: 'Ticket 1, General admission',
 * 'Dec 4, 2026, 7:00 PM → Dec 5, 2026, 8:00 PM', '+$10.00'.
 */
export const ticketRowsOf = (
  { tickets }: Pick<HistoryEntry, 'tickets'>,
  format: HistoryFormat,
): (HistoryRow & { number: number; difference: string })[] =>
  tickets.map(({ number, from, to, differenceMinor }) => {
    const when = ({ session }: HistoryTicketSide) =>
      `${formatShortDate(session.date, format.locale)}, ${formatTime(session.startTime, format.timeZone, format.locale)}`
    const isMoved = to !== null && to.session.id !== from.session.id
    const isOtherType = to !== null && to.ticketTypeId !== from.ticketTypeId
    const textOf = (side: HistoryTicketSide) =>
      [...(isOtherType ? [side.typeName] : []), ...(isMoved ? [when(side)] : [])].join(', ')
    return {
      number,
      label: `Ticket ${number}${isOtherType ? '' : `, ${from.typeName}`}`,
      value: to ? `${textOf(from)} → ${textOf(to)}` : `${when(from)}, cancelled`,
      difference: formatDifference(differenceMinor, format.currency, format.locale),
    }
  })

/**
 * What an entry cost beside its tickets, and the outcome of the difference, a row each; rows of 0 are left
 * out. Its refunds are not among them: they have a state, and a reference.
 */
export function amountRowsOf(
  entry: HistoryEntry,
  { currency, locale }: Omit<HistoryFormat, 'timeZone'>,
): HistoryRow[] {
  if (entry.outcome === 'refunded') return []
  const amount = (minor: number) => formatAmount(minor, currency, locale)
  const ofTickets = entry.tickets.reduce((sum, ticket) => sum + ticket.differenceMinor, 0)
  // The last ticket of an order takes its add-ons with it.
  const ofAddOns =
    entry.kind === 'purchase' ? 0 : entry.differenceMinor - entry.changeFeeMinor - ofTickets
  const rows: [string, number, (minor: number) => string][] = [
    ['Add-ons', ofAddOns, (minor) => formatDifference(minor, currency, locale)],
    ['Change fee', entry.changeFeeMinor, amount],
    ['Credit used', Math.max(0, -entry.creditMinor), amount],
    ['Left open before, now included', Math.max(0, -entry.waivedMinor), amount],
    ['Paid', entry.paidMinor, amount],
    ['Not charged: too small for a card', Math.max(0, entry.waivedMinor), amount],
    ['Not refunded', Math.max(0, entry.keptMinor), amount],
    ['Stays as credit for the next change', Math.max(0, entry.creditMinor), amount],
  ]
  return rows.flatMap(([label, minor, show]) => (minor === 0 ? [] : { label, value: show(minor) }))
}

const TITLES: Readonly<Record<HistoryEntry['kind'], string>> = {
  purchase: 'Bought',
  reschedule: 'Rescheduled',
  upgrade: 'Upgraded',
  cancellation: 'Cancelled',
  correction: 'Refunded',
}

const NOT_MADE: Readonly<Partial<typeof TITLES>> = {
  reschedule: 'Not rescheduled',
  upgrade: 'Not upgraded',
}

/** What an entry is called: 'Rescheduled, 2 tickets', 'Cancelled by Foyer Demo, 1 ticket'. */
export function historyTitleOf(
  { kind, outcome, madeBy, tickets }: HistoryEntry,
  organizer: string,
): string {
  if (kind === 'purchase' && madeBy === 'organizer') return `Complimentary, from ${organizer}`
  const title = outcome === 'refunded' ? (NOT_MADE[kind] ?? TITLES[kind]) : TITLES[kind]
  const by = { buyer: '', organizer: ` by ${organizer}`, provider: ' by the payment provider' }
  const count = tickets.length === 1 ? ', 1 ticket' : `, ${tickets.length} tickets`
  return `${title}${by[madeBy]}${tickets.length === 0 ? '' : count}`
}

/** Why an entry whose outcome is 'refunded' was not made. */
export const NOT_MADE_TEXT =
  'The payment arrived when this change could no longer be made. It is refunded, and your tickets stay as they were.'

/** A refund as its buyer sees it. */
export interface HistoryRefund {
  reference: string
  amountMinor: number
  state: RefundState
}

export const REFUND_STATE_TEXTS: Readonly<Record<HistoryRefund['state'], string>> = {
  queued: 'on its way',
  pending: 'on its way',
  succeeded: 'returned',
  failed: 'came back; we look after it',
}

/** What an order has been charged and refunded, and the parts of the rest that its receipt lacks. */
export interface HistoryBalance {
  paidMinor: number
  changeFeesMinor: number
  keptMinor: number
  creditMinor: number
}

interface BalanceRows {
  /** Between the receipt's total and the total paid: what was paid besides, added up with it. */
  besides: HistoryRow[]
  /**
   * Below the total paid: the charges less each refund with its state; empty without a refund. One that
   * came back is listed with its amount, and not subtracted.
   */
  payments: HistoryRow[]
}

/**
 * The rows around the total paid of a changed order. Read downwards they add up: the total of the receipt
 * and `besides` are the total paid, and so are `payments`.
 */
export function balanceRowsOf(
  { paidMinor, changeFeesMinor, keptMinor, creditMinor }: HistoryBalance,
  refunds: readonly HistoryRefund[],
  { currency, locale }: Omit<HistoryFormat, 'timeZone'>,
): BalanceRows {
  const amount = (minor: number) => formatSummand(minor, currency, locale)
  const besides: [string, number][] = [
    ['Change fees', changeFeesMinor],
    [keptMinor > 0 ? 'Not refunded' : 'Refunded besides', keptMinor],
    [creditMinor > 0 ? 'Credit' : 'Not charged', creditMinor],
  ]
  const charged = { label: 'Charged', value: amount(paidMinor) }
  const returned = refunds.map(({ reference, state, amountMinor }) => ({
    label: `Refund ${reference}, ${REFUND_STATE_TEXTS[state]}`,
    value: amount(state === 'failed' ? amountMinor : -amountMinor),
  }))
  return {
    besides: besides.flatMap(([label, minor]) =>
      minor === 0 ? [] : { label, value: amount(minor) },
    ),
    payments: returned.length === 0 ? [] : [charged, ...returned],
  }
}

/** The refunds of what was charged for an order: without those of changes that were never made. */
export function refundsOfCharges<R extends { reference: string }>(
  refunds: readonly R[],
  changes: readonly { outcome: HistoryEntry['outcome']; refundReferences: readonly string[] }[],
): R[] {
  const unmade = changes
    .filter(({ outcome }) => outcome === 'refunded')
    .flatMap(({ refundReferences }) => refundReferences)
  return refunds.filter(({ reference }) => !unmade.includes(reference))
}
