import { formatShortDate, formatTime } from './calendar.ts'
import { formatAmount } from './money.ts'
import { ORDER_CHANGE_KINDS, type OrderChangeKind } from './change-policy.ts'

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
  const sign = minor > 0 ? '+' : minor < 0 ? '−' : ''
  return sign + formatAmount(Math.abs(minor), currency, locale)
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
 * What an entry cost beside its tickets, and what became of the difference, a row each; rows of 0 are left
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
  return rows.flatMap(([label, minor, valueOf]) =>
    minor === 0 ? [] : { label, value: valueOf(minor) },
  )
}
