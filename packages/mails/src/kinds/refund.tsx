import { formatAmount, type MailDataOf } from '@foyer/domain'
import type { Draft } from '../draft.ts'
import type { MailOrder, MailViewOf } from '../mail.ts'
import { Action, Facts, Note, Say } from '../parts/blocks.tsx'
import { ChangeBill, OrderLink, Tickets } from '../parts/order-parts.tsx'
import { Title } from '../parts/page.tsx'

type Refund = MailDataOf['refund']

/** A refund, with the reference that a bank or an organizer will ask for. */
export function refund(mail: MailViewOf<'refund'>): Draft {
  const { brand, data, order, event } = mail
  const amount = formatAmount(data.amountMinor, data.currency, brand.locale)
  const isUnplaced = data.extent === 'unplaced'
  if (isUnplaced && order) return unmadeChange(mail, order, amount)
  return {
    subject: `Your refund of ${amount} for ${event.name}`,
    preview: `Reference ${data.reference}. ${whatHappened(data)}`,
    body: (
      <>
        <Title below={event.name}>
          {isUnplaced ? whyUnplaced(data) : `${amount} is on its way back.`}
        </Title>
        <Say>{whatHappened(data)}</Say>
        <Facts facts={factsOf(data, amount, order)} />
        <Note>
          It goes back to the card or account that you paid with. Banks take up to ten days to show
          it.
        </Note>
        {isUnplaced && !data.isOverLimit && <Action href={event.url}>Look for other times</Action>}
        {data.extent === 'partial' && order && <Tickets order={order} locale={brand.locale} />}
        {order && <OrderLink order={order} />}
      </>
    ),
  }
}

/** The payment of a change that arrived when the change could no longer be made. */
function unmadeChange(
  { brand, data, event, change }: MailViewOf<'refund'>,
  order: MailOrder,
  amount: string,
): Draft {
  return {
    subject: `Your refund of ${amount} for ${event.name}`,
    preview: `Reference ${data.reference}. Your change could not be made; your tickets stay as they were.`,
    body: (
      <>
        <Title below={`${event.name}, order ${order.number}`}>
          Your change could not be made. You get your money back.
        </Title>
        <Say>
          {data.isCalledOff
            ? 'The organizer called the session of this change off before your payment reached us.'
            : 'Your payment reached us when this change could no longer be made.'}{' '}
          Your tickets stay as they were, and all that you paid for the change goes back to you.
        </Say>
        <ChangeBill change={change} order={order} brand={brand} />
        {!change && <Facts facts={factsOf(data, amount, order)} />}
        <Note>
          It goes back to the card or account that you paid with. Banks take up to ten days to show
          it.
        </Note>
        <Tickets order={order} locale={brand.locale} />
        <OrderLink order={order} />
      </>
    ),
  }
}

const NOTHING_ISSUED =
  'No tickets were issued, and all that you paid goes back to you. You need not do anything.'

const WHAT_HAPPENED: Readonly<Record<Refund['extent'], string>> = {
  whole: 'Your order is refunded in full. Its tickets are no longer valid.',
  partial: 'A part of your order is refunded. The tickets below stay valid.',
  unplaced: `Your payment reached us after your places had gone back on sale, and by then others had taken them. ${NOTHING_ISSUED}`,
}

function whatHappened({ extent, isCalledOff, isOverLimit, isNotAllowed }: Refund): string {
  if (isNotAllowed) {
    return `The organizer does not sell this at this price to the e-mail address of the order. ${NOTHING_ISSUED}`
  }
  if (isCalledOff) {
    return `The organizer called this session off before your payment reached us. ${NOTHING_ISSUED}`
  }
  return isOverLimit
    ? `With the tickets that this address has already, this is more than one customer may have. ${NOTHING_ISSUED} Tickets of earlier orders stay valid.`
    : WHAT_HAPPENED[extent]
}

function whyUnplaced({ isCalledOff, isOverLimit, isNotAllowed }: Refund): string {
  if (isNotAllowed) return 'This was not sold to your e-mail address. You get your money back.'
  if (isCalledOff) return 'This session was called off. You get your money back.'
  return isOverLimit
    ? 'You have as many tickets as one customer may have. You get your money back.'
    : 'No places were left. You get your money back.'
}

const factsOf = (data: Refund, amount: string, order: MailOrder | null) => [
  { label: 'Reference', value: data.reference },
  ...(order ? [{ label: 'Order', value: order.number }] : []),
  { label: 'Refund', value: amount, isStrong: true },
]
