import { discountLabel, formatAmount } from '@foyer/domain'
import type { MailBrand, MailOrder } from '../mail.ts'
import { Action, Also, Facts, Note } from './blocks.tsx'
import { TicketCard } from './ticket-card.tsx'

/** A ticket card for each date of an order, with its codes, and the link to the tickets. */
export function Tickets({ order, locale }: { order: MailOrder; locale: string }) {
  return (
    <>
      {order.visits.map((visit) => (
        <TicketCard key={visit.startsAt} event={order.event} visit={visit} locale={locale} />
      ))}
      {order.visits.length > 0 && <Action href={order.ticketsUrl}>Open your tickets</Action>}
    </>
  )
}

/** What was bought and paid, line by line. */
export function Bill({ order, brand }: { order: MailOrder; brand: MailBrand }) {
  const { quote } = order
  const money = (minor: number) => formatAmount(minor, quote.currency, brand.locale)
  const lines = quote.lines.map((line) => ({
    label: `${line.quantity} × ${line.name}`,
    value: money(line.subtotalMinor),
  }))
  return (
    <Facts
      title="What you paid"
      facts={[
        ...lines,
        { label: 'Subtotal', value: money(quote.subtotalMinor) },
        ...(quote.discountMinor > 0
          ? [{ label: discountLabel(quote), value: money(-quote.discountMinor) }]
          : []),
        ...(quote.feeMinor > 0 ? [{ label: 'Service fees', value: money(quote.feeMinor) }] : []),
        { label: 'Total paid', value: money(quote.totalMinor), isStrong: true },
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
