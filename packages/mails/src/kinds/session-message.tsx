import type { Draft } from '../draft.ts'
import type { MailViewOf } from '../mail.ts'
import { Action, Note, Say } from '../parts/blocks.tsx'
import { OrderLink } from '../parts/order-parts.tsx'
import { Title } from '../parts/page.tsx'

/** What the organizer writes to the buyers of a session, in its own words, or to one of them with a link. */
export function sessionMessage({ brand, data, order, url }: MailViewOf<'session_message'>): Draft {
  const paragraphs = data.body.split(/\r?\n\s*\r?\n/)
  return {
    subject: data.subject,
    preview: `${brand.name} about ${order.event.name}`,
    body: (
      <>
        <Title below={`Order ${order.number}`}>{data.subject}</Title>
        {paragraphs.map((paragraph, index) => (
          // The paragraphs of a text never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Say key={index}>{paragraph}</Say>
        ))}
        {url ? (
          <>
            <Action href={url}>{data.action ?? 'Open'}</Action>
            <Note>{data.note ?? 'The link opens your order. Please do not pass it on.'}</Note>
          </>
        ) : (
          <Note>{`${brand.name} writes this to everybody who bought this date of ${order.event.name}.`}</Note>
        )}
        <OrderLink order={order} />
      </>
    ),
  }
}
