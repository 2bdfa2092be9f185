import { formatLongDate, formatTime } from '@foyer/domain'
import type { Draft } from '../draft.ts'
import type { MailChange, MailOrder, MailViewOf } from '../mail.ts'
import { Say } from '../parts/blocks.tsx'
import {
  Attached,
  Bill,
  ChangeBill,
  GoodToKnow,
  NewCodes,
  OrderLink,
  RefundNote,
  Tickets,
  ticketNumbersText,
  Waivers,
} from '../parts/order-parts.tsx'
import { Title } from '../parts/page.tsx'
import { whenOf } from '../parts/ticket-card.tsx'

/** An order at its new time, with what that cost and the codes that replace the old ones. */
export function reschedule({ brand, change, order }: MailViewOf<'reschedule'>): Draft {
  const { event } = order
  const after = newSessionOf(change, order)
  const fresh = after && whenOf(event, after.startTime, after.date, brand.locale)
  const when = ({ date, startTime }: SessionFacts) =>
    `${formatLongDate(date, brand.locale)}, ${formatTime(startTime, event.timeZone, brand.locale)}`
  const sessions = new Map(change?.tickets.map(({ from }) => [from.session.id, from.session]))
  const [before, ...others] = sessions.values()
  // The tickets may come from several sessions; each is in the list of what changed.
  const instead = before && others.length === 0 ? ` instead of ${when(before)}` : ''
  return {
    subject: `New time for ${event.name} (order ${order.number})`,
    preview: fresh ? `Now ${fresh.day}, ${fresh.time}` : `Order ${order.number}`,
    body: (
      <>
        <Title below={`Order ${order.number}`}>Your new time is set.</Title>
        {after && <Say>{`${whichTickets(change, order)} now for ${when(after)}${instead}.`}</Say>}
        <NewCodes change={change} />
        <Tickets order={order} locale={brand.locale} />
        <Waivers order={order} />
        <ChangeBill change={change} order={order} brand={brand} />
        <RefundNote change={change} />
        <Bill order={order} brand={brand} isChanged />
        <OrderLink order={order} />
        <Attached order={order} hasTickets />
        <GoodToKnow order={order} />
      </>
    ),
  }
}

interface SessionFacts {
  startTime: string
  date: string
}

function newSessionOf(change: MailChange | null, { visits }: MailOrder): SessionFacts | undefined {
  const session = change?.tickets[0]?.to?.session
  const [visit] = visits
  return session ?? (visit && { startTime: visit.startsAt, date: visit.date })
}

/** 'Your tickets are', or which of them are, if others stay at their time. */
function whichTickets(change: MailChange | null, { visits }: MailOrder): string {
  const count = visits.reduce((sum, { tickets }) => sum + tickets.length, 0)
  const numbers = change?.tickets.map(({ number }) => number) ?? []
  if (numbers.length > 0 && numbers.length < count) return ticketNumbersText(numbers)
  return count === 1 ? 'Your ticket is' : 'Your tickets are'
}
