import type { Draft } from '../draft.ts'
import type { MailViewOf } from '../mail.ts'
import { Note, Say } from '../parts/blocks.tsx'
import { Bill, ChangeBill, OrderLink, RefundNote, Tickets } from '../parts/order-parts.tsx'
import { Title } from '../parts/page.tsx'
import { whenOf } from '../parts/ticket-card.tsx'

/** An order at its new time, with what that cost and the codes that replace the old ones. */
export function reschedule({ brand, change, order }: MailViewOf<'reschedule'>): Draft {
  const { event, visits } = order
  const [ticket] = change?.tickets ?? []
  const before = ticket?.from.session
  const after = ticket?.to?.session ?? visits[0]
  const when = (session: { startsAt: string; date: string }) =>
    whenOf(event, session.startsAt, session.date, brand.locale)
  const old = before && when({ startsAt: before.startTime, date: before.date })
  const fresh =
    after &&
    when({ startsAt: 'startTime' in after ? after.startTime : after.startsAt, date: after.date })
  return {
    subject: `New time for ${event.name} (order ${order.number})`,
    preview: fresh ? `Now ${fresh.day}, ${fresh.time}` : `Order ${order.number}`,
    body: (
      <>
        <Title below={`Order ${order.number}`}>Your new time is set.</Title>
        {old && <Say>{`You had ${old.day}, ${old.time}. From now on this counts:`}</Say>}
        <Tickets order={order} locale={brand.locale} />
        <ChangeBill change={change} order={order} brand={brand} />
        <Bill order={order} brand={brand} isChanged />
        <RefundNote change={change} />
        <OrderLink order={order} />
        <Note>
          The codes are new. Those of the old time are no longer valid: please use these, also if
          you have printed the old ones.
        </Note>
      </>
    ),
  }
}
