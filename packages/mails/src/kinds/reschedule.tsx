import { localDateOf } from '@foyer/domain'
import type { Draft } from '../draft.ts'
import type { MailViewOf } from '../mail.ts'
import { Note, Say } from '../parts/blocks.tsx'
import { OrderLink, Tickets } from '../parts/order-parts.tsx'
import { Title } from '../parts/page.tsx'
import { whenOf } from '../parts/ticket-card.tsx'

/** An order at its new time, with the codes that replace the old ones. */
export function reschedule({ brand, data, order }: MailViewOf<'reschedule'>): Draft {
  const { event, visits } = order
  const before = localDateOf(new Date(data.fromStartsAt), event.timeZone)
  const old = whenOf(event, data.fromStartsAt, before, brand.locale)
  const [first] = visits
  const fresh = first && whenOf(event, first.startsAt, first.date, brand.locale)
  return {
    subject: `New time for ${event.name} (order ${order.number})`,
    preview: fresh ? `Now ${fresh.day}, ${fresh.time}` : `Was ${old.day}`,
    body: (
      <>
        <Title below={`Order ${order.number}`}>Your new time is set.</Title>
        <Say>{`You had ${old.day}, ${old.time}. From now on this counts:`}</Say>
        <Tickets order={order} locale={brand.locale} />
        <OrderLink order={order} />
        <Note>
          The codes are new. Those of the old time are no longer valid: please use these, also if
          you have printed the old ones.
        </Note>
      </>
    ),
  }
}
