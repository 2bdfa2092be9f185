import type { Draft } from '../draft.ts'
import type { MailViewOf } from '../mail.ts'
import {
  Attached,
  Bill,
  ChangeBill,
  GoodToKnow,
  NewCodes,
  OrderLink,
  RefundNote,
  Tickets,
  Waivers,
} from '../parts/order-parts.tsx'
import { Title } from '../parts/page.tsx'

/** The upgraded tickets with their new types and codes, and what the upgrade cost. */
export function upgrade({ brand, change, order }: MailViewOf<'upgrade'>): Draft {
  const tickets = change?.tickets ?? []
  const changes = tickets.map(
    ({ number, from, to }) => `Ticket ${number}: ${from.typeName} → ${to?.typeName ?? ''}`,
  )
  return {
    subject: `Upgraded: ${order.event.name} (order ${order.number})`,
    preview: changes.join(', ') || `Order ${order.number} has new tickets.`,
    body: (
      <>
        <Title below={`Order ${order.number}`}>
          {tickets.length === 1 ? 'Your ticket is upgraded.' : 'Your tickets are upgraded.'}
        </Title>
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
