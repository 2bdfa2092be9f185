import { formatAmount } from '@foyer/domain'
import type { Draft } from '../draft.ts'
import type { MailViewOf } from '../mail.ts'
import { Facts, Note } from '../parts/blocks.tsx'
import { OrderLink, Tickets } from '../parts/order-parts.tsx'
import { Title } from '../parts/page.tsx'

/** The upgraded tickets with their new types and codes. */
export function upgrade({ brand, data, order }: MailViewOf<'upgrade'>): Draft {
  const changes = data.tickets.map(({ number, fromType, toType }) => ({
    label: `Ticket ${number}`,
    value: `${fromType} → ${toType}`,
  }))
  const paid = formatAmount(data.paidMinor, data.currency, brand.locale)
  return {
    subject: `Upgraded: ${order.event.name} (order ${order.number})`,
    preview: changes.map(({ label, value }) => `${label}: ${value}`).join(', '),
    body: (
      <>
        <Title below={`Order ${order.number}`}>
          {changes.length === 1 ? 'Your ticket is upgraded.' : 'Your tickets are upgraded.'}
        </Title>
        <Facts facts={[...changes, { label: 'Paid for it', value: paid, isStrong: true }]} />
        <Tickets order={order} locale={brand.locale} />
        <OrderLink order={order} />
        <Note>
          Upgraded tickets have new codes. Their old codes are no longer valid, also where they were
          printed.
        </Note>
      </>
    ),
  }
}
