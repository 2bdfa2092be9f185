import type { Draft } from '../draft.ts'
import type { MailViewOf } from '../mail.ts'
import { Note } from '../parts/blocks.tsx'
import { Bill, ChangeBill, OrderLink, RefundNote, Tickets } from '../parts/order-parts.tsx'
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
        <Tickets order={order} locale={brand.locale} />
        <ChangeBill change={change} order={order} brand={brand} />
        <Bill order={order} brand={brand} isChanged />
        <RefundNote change={change} />
        <OrderLink order={order} />
        <Note>
          Upgraded tickets have new codes. Their old codes are no longer valid, also where they were
          printed.
        </Note>
      </>
    ),
  }
}
