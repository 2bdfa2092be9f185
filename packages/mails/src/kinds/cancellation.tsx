import { formatAmount } from '@foyer/domain'
import type { Draft } from '../draft.ts'
import type { MailBrand, MailChange, MailOrder, MailViewOf } from '../mail.ts'
import { Say } from '../parts/blocks.tsx'
import {
  Attached,
  Bill,
  ChangeBill,
  GoodToKnow,
  OrderLink,
  RefundNote,
  Tickets,
  ticketNumbersText,
  Waivers,
} from '../parts/order-parts.tsx'
import { Title } from '../parts/page.tsx'

/** Tickets that were cancelled: which, what goes back, what is kept, and the tickets that stay valid. */
export function cancellation({ brand, change, order }: MailViewOf<'cancellation'>): Draft {
  const isWhole = order.visits.length === 0
  const numbers = change?.tickets.map(({ number }) => number) ?? []
  const what = isWhole
    ? 'Your order is cancelled.'
    : numbers.length === 1
      ? 'Your ticket is cancelled.'
      : 'Your tickets are cancelled.'
  return {
    subject: `Cancelled: ${order.event.name} (order ${order.number})`,
    preview: `${numbersOf(numbers)} ${refundText(change, order, brand)}`.trim(),
    body: (
      <>
        <Title below={`${order.event.name}, order ${order.number}`}>{what}</Title>
        <Say>
          {isWhole
            ? `None of its tickets is valid any more. ${refundText(change, order, brand)}`
            : `${numbersOf(numbers)} ${staysText(order)} ${refundText(change, order, brand)}`}
        </Say>
        <ChangeBill change={change} order={order} brand={brand} />
        <RefundNote change={change} />
        <Tickets order={order} locale={brand.locale} />
        <Waivers order={order} />
        <Bill order={order} brand={brand} isChanged />
        <OrderLink order={order} />
        <Attached order={order} />
        {!isWhole && <GoodToKnow order={order} />}
      </>
    ),
  }
}

function staysText({ visits }: MailOrder): string {
  const count = visits.reduce((sum, { tickets }) => sum + tickets.length, 0)
  return count === 1
    ? 'The ticket below stays valid, and its code is the same.'
    : 'The tickets below stay valid, and their codes are the same.'
}

const numbersOf = (numbers: readonly number[]): string =>
  numbers.length === 0 ? '' : `${ticketNumbersText(numbers)} no longer valid.`

function refundText(change: MailChange | null, order: MailOrder, brand: MailBrand): string {
  const minor = (change?.refunds ?? []).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return minor === 0
    ? 'Nothing is refunded.'
    : `${formatAmount(minor, order.quote.currency, brand.locale)} is on its way back.`
}
