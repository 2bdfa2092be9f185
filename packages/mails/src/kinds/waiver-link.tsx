import type { Draft } from '../draft.ts'
import type { MailViewOf } from '../mail.ts'
import { Action, Note, Say } from '../parts/blocks.tsx'
import { Title } from '../parts/page.tsx'
import { TicketCard } from '../parts/ticket-card.tsx'

/** Asks a participant to sign the waiver that the event requires. */
export function waiverLink({ brand, data, order, url }: MailViewOf<'waiver_link'>): Draft {
  const { event, visits } = order
  const { participantName } = data
  return {
    subject: `Please sign before you come: ${event.name}`,
    preview: `A waiver${participantName && ` for ${participantName}`}. It takes two minutes.`,
    body: (
      <>
        <Title>{`One signature before you come${participantName && `, ${participantName}`}.`}</Title>
        <Say>
          {`Everybody who takes part in ${event.name} signs a waiver. Please read and sign yours now, so that you can go straight in.`}
        </Say>
        {visits.map((visit) => (
          // Without codes, because the participant may not be the holder of the tickets.
          <TicketCard
            key={visit.startsAt}
            event={event}
            visit={{ ...visit, tickets: [] }}
            locale={brand.locale}
            currency={order.quote.currency}
          />
        ))}
        <Action href={url}>Read and sign</Action>
        <Note>The link is yours alone. Please do not pass it on.</Note>
      </>
    ),
  }
}
