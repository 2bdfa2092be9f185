import {
  amountRowsOf,
  cannotGoTexts,
  discountRows,
  formatAmount,
  MOST_ATTACHED_TICKETS,
  taxesByRate,
  taxRowsOf,
  ticketRowsOf,
} from '@foyer/domain'
import type { MailBrand, MailChange, MailOrder } from '../mail.ts'
import { Action, Also, Facts, Line, Note, Say, Subtitle } from './blocks.tsx'
import { TicketCard } from './ticket-card.tsx'

/** A ticket card for each date of an order, with its codes, and the link to the tickets. */
export function Tickets({ order, locale }: { order: MailOrder; locale: string }) {
  return (
    <>
      {order.visits.map((visit, index) => (
        <TicketCard
          key={visit.startsAt}
          event={order.event}
          visit={visit}
          locale={locale}
          currency={order.quote.currency}
          hasPicture={index === 0}
        />
      ))}
      {order.visits.length > 0 && <Action href={order.ticketsUrl}>Open your tickets</Action>}
    </>
  )
}

/** 'Ticket 2 is', 'Tickets 1 and 3 are'. */
export function ticketNumbersText(numbers: readonly number[]): string {
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(numbers.map(String))
  return numbers.length === 1 ? `Ticket ${list} is` : `Tickets ${list} are`
}

/** Which codes are valid after an exchange; above the codes, because a printed ticket is useless now. */
export function NewCodes({ change }: { change: MailChange | null }) {
  const numbers = change?.tickets.map(({ number }) => number) ?? []
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(numbers.map(String))
  const isOne = numbers.length === 1
  const which =
    numbers.length === 0
      ? 'Your tickets have'
      : isOne
        ? `Ticket ${list} has`
        : `Tickets ${list} have`
  return (
    <Say>
      {isOne
        ? `${which} a new code, shown below. The old code is no longer valid, also where you have printed or saved it.`
        : `${which} new codes, shown below. The old codes are no longer valid, also where you have printed or saved them.`}
    </Say>
  )
}

/** The files that the server attaches to a mail about a change. */
export function Attached({
  order,
  hasTickets = false,
}: {
  order: MailOrder
  hasTickets?: boolean
}) {
  const count = order.visits.reduce((sum, { tickets }) => sum + tickets.length, 0)
  const isWithTickets = hasTickets && count > 0 && count <= MOST_ATTACHED_TICKETS
  return (
    <Note>
      {isWithTickets
        ? 'Attached: your tickets to print, a receipt, and a file that updates your calendar.'
        : 'Attached: a receipt, and a file that updates your calendar.'}
    </Note>
  )
}

interface ChangeBillProps {
  change: MailChange | null
  order: MailOrder
  brand: MailBrand
}

/** What changed of each ticket, what that cost, and what goes back; nothing without a change. */
export function ChangeBill({ change, order, brand }: ChangeBillProps) {
  if (!change) return null
  const { currency } = order.quote
  const format = { currency, timeZone: order.event.timeZone, locale: brand.locale }
  const isMade = change.outcome === 'done'
  return (
    <Facts
      title={isMade ? 'What changed' : 'The change that was not made'}
      facts={[
        ...ticketRowsOf(change, format).map(({ label, value, difference }) => ({
          label: `${label}: ${value}`,
          value: isMade ? difference : '',
        })),
        ...amountRowsOf(change, format),
        ...change.refunds.map(({ reference, amountMinor }) => ({
          label: `Refund ${reference}`,
          value: formatAmount(amountMinor, currency, brand.locale),
          isStrong: true,
        })),
      ].map((fact) => ({ ...fact, isAmount: true }))}
    />
  )
}

/** When a refund arrives; nothing without one. */
export function RefundNote({ change }: { change: MailChange | null }) {
  if (!change || change.refunds.length === 0) return null
  return (
    <Note>
      The refund goes back to the card or account that you paid with. Banks take up to ten days to
      show it.
    </Note>
  )
}

interface BillProps {
  order: MailOrder
  brand: MailBrand
  /** After a change: what the order is now, which need not be what was paid for it. */
  isChanged?: boolean
}

/** What was bought and paid, line by line; nothing if no ticket is left. */
export function Bill({ order, brand, isChanged = false }: BillProps) {
  const { quote } = order
  if (isChanged && quote.lines.length === 0) return null
  const money = (minor: number) => formatAmount(minor, quote.currency, brand.locale)
  const taxes = (kind: 'added' | 'included') =>
    taxRowsOf(taxesByRate(quote.lines), kind, brand.locale).map(({ label, taxMinor }) => ({
      label,
      value: money(taxMinor),
    }))
  const lines = quote.lines.map((line) => ({
    label: `${line.quantity} × ${line.name}`,
    value: money(line.subtotalMinor),
  }))
  return (
    <Facts
      title={isChanged ? 'Your order now' : 'What you paid'}
      facts={[
        ...lines,
        { label: 'Subtotal', value: money(quote.subtotalMinor) },
        ...discountRows(quote).map(({ label, discountMinor }) => ({
          label,
          value: money(-discountMinor),
        })),
        ...(quote.feeMinor > 0 ? [{ label: 'Service fees', value: money(quote.feeMinor) }] : []),
        ...taxes('added'),
        {
          label: isChanged ? 'Total' : 'Total paid',
          value: money(quote.totalMinor),
          isStrong: true,
        },
        ...taxes('included'),
      ]}
    />
  )
}

/** Says how many participants have not signed the event's waiver yet; nothing if all have. */
export function Waivers({ order }: { order: MailOrder }) {
  const { waivers } = order
  if (!waivers || waivers.missing === 0) return null
  return (
    <>
      <Note>
        {waivers.missing === 1
          ? 'One participant has not signed the waiver of this event yet.'
          : `${waivers.missing} participants have not signed the waiver of this event yet.`}
      </Note>
      <Also href={waivers.url}>Sign the waivers</Also>
    </>
  )
}

/** Where to keep the date. */
export function CalendarLink({ order }: { order: MailOrder }) {
  return <Also href={order.calendarUrl}>Add to calendar</Also>
}

/** What a buyer who can't go can do, and until when. */
export function CannotGo({ order, brand }: { order: MailOrder; brand: MailBrand }) {
  const { changePolicy, hasOtherSession, event, visits, quote } = order
  const [visit, ...others] = visits
  const { reschedule, cancel, transfer } = cannotGoTexts(changePolicy, event.isTransferable, {
    currency: quote.currency,
    locale: brand.locale,
    hasOtherSession,
    session:
      visit && others.length === 0 ? { startsAt: visit.startsAt, timeZone: event.timeZone } : null,
  })
  return (
    <>
      <Subtitle>If you can’t go</Subtitle>
      {[reschedule, cancel, transfer, 'Anything else? Reply to this mail.'].map((text) => (
        <Line key={text}>{text}</Line>
      ))}
      <Also href={order.url}>Manage your order</Also>
    </>
  )
}

export function OrderLink({ order }: { order: MailOrder }) {
  return <Also href={order.url}>See your order</Also>
}

export function GoodToKnow({ order }: { order: MailOrder }) {
  return (
    <Note>
      {[
        ...order.event.importantInformation,
        'Each ticket has a code of its own: please do not post it anywhere.',
      ].join(' ')}
    </Note>
  )
}
