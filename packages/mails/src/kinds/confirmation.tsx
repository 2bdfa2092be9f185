import type { Draft } from '../draft.ts'
import type { MailViewOf } from '../mail.ts'
import {
  Bill,
  CalendarLink,
  CannotGo,
  GoodToKnow,
  OrderLink,
  Tickets,
  Waivers,
} from '../parts/order-parts.tsx'
import { Title } from '../parts/page.tsx'
import { whenOf } from '../parts/ticket-card.tsx'

/** An order with its tickets. If no ticket is valid any more, the mail says so. */
export function confirmation({ brand, order }: MailViewOf<'confirmation'>): Draft {
  const { event, visits } = order
  const [first] = visits
  if (!first) {
    return {
      subject: `Your order ${order.number} for ${event.name}`,
      preview: 'This order has no valid tickets any more.',
      body: (
        <>
          <Title below={`Order ${order.number}`}>{`No valid tickets for ${event.name}.`}</Title>
          <Bill order={order} brand={brand} />
          <OrderLink order={order} />
        </>
      ),
    }
  }
  const { day, time } = whenOf(event, first.startsAt, first.date, brand.locale)
  return {
    subject: `Your tickets for ${event.name} (order ${order.number})`,
    preview: `${day}, ${time}. ${event.place}`,
    body: (
      <>
        <Title below={`Order ${order.number}`}>
          {order.firstName ? `You’re going, ${order.firstName}.` : 'You’re going.'}
        </Title>
        <Tickets order={order} locale={brand.locale} />
        <CalendarLink order={order} />
        <Waivers order={order} />
        <Bill order={order} brand={brand} />
        <GoodToKnow order={order} />
        <CannotGo order={order} brand={brand} />
      </>
    ),
  }
}
