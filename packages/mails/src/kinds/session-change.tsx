import {
  formatInstantDate,
  formatTime,
  localDateOf,
  MOVED,
  statusLabel,
  zoneName,
} from '@foyer/domain'
import type { Draft } from '../draft.ts'
import type { MailBrand, MailEvent, MailViewOf } from '../mail.ts'
import { Action, Note, Say } from '../parts/blocks.tsx'
import { OrderLink } from '../parts/order-parts.tsx'
import { Title } from '../parts/page.tsx'
import { whenOf } from '../parts/ticket-card.tsx'

type Mail = MailViewOf<'session_change'>

/** The organizer moved or called off a session of the order: what the buyer may do, and by when. */
export function sessionChange({ brand, data, order }: Mail): Draft {
  const { event } = order
  const isCalledOff = data.change === 'called_off'
  const before = when(event, data.fromStartsAt, brand)
  const after = data.toStartsAt && when(event, data.toStartsAt, brand)
  return {
    subject: isCalledOff
      ? `${statusLabel('called_off')}: ${event.name} (order ${order.number})`
      : `${MOVED.label} for ${event.name}: please check (order ${order.number})`,
    preview: data.answerBy
      ? `Please choose by ${deadline(data.answerBy, event, brand)}.`
      : withoutAnswer(data, 'now'),
    body: (
      <>
        <Title below={`Order ${order.number}`}>
          {isCalledOff
            ? `Your session of ${event.name} is called off.`
            : `Your session of ${event.name} has a new time.`}
        </Title>
        <Say>
          {isCalledOff
            ? `${brand.name} had to call off the session that your tickets are for. Your tickets are no longer valid for entry.`
            : `${brand.name} had to move the session that your tickets are for. Your tickets and their codes are valid at the new time.`}
        </Say>
        <Say>{`Was: ${before}`}</Say>
        {after && <Say>{`Now: ${after}`}</Say>}
        {data.message && <Say>{`${brand.name} writes: “${data.message}”`}</Say>}
        {data.answerBy ? (
          <>
            <Say>
              {`Please choose by ${deadline(data.answerBy, event, brand)}: ${
                isCalledOff ? '' : 'keep your tickets, '
              }another time at no extra cost, or all your money back, fees included.`}
            </Say>
            <Action href={order.changeUrl}>Choose what to do</Action>
            <Note>{withoutAnswer(data, 'then')}</Note>
          </>
        ) : (
          <Say>{withoutAnswer(data, 'now')}</Say>
        )}
        <OrderLink order={order} />
      </>
    ),
  }
}

function when(event: MailEvent, startsAt: string, { locale }: MailBrand): string {
  const date = localDateOf(new Date(startsAt), event.timeZone)
  const { day, time } = whenOf(event, startsAt, date, locale)
  return `${day}, ${time}`
}

/** 'Saturday, November 21, 2026, 7:30 PM, Pacific Standard Time', at the venue. */
const deadline = (at: string, { timeZone }: MailEvent, { locale }: MailBrand): string =>
  `${formatInstantDate(at, timeZone, locale)}, ${formatTime(at, timeZone, locale)}, ${zoneName(at, timeZone, locale)}`

function withoutAnswer({ unanswered }: Mail['data'], since: 'now' | 'then'): string {
  if (unanswered === 'refund') {
    return since === 'now'
      ? 'What you paid for these tickets goes back to you, fees included. You need not do anything.'
      : 'Without an answer, what you paid for these tickets goes back to you.'
  }
  return since === 'now'
    ? 'Your tickets stay valid. You need not do anything.'
    : 'Without an answer, your tickets stay valid for the new time.'
}
