import { formatAmount, type MailDataOf } from '@foyer/domain'
import type { Draft } from '../draft.ts'
import type { MailViewOf } from '../mail.ts'
import { Action, Facts, Note, Say } from '../parts/blocks.tsx'
import { Title } from '../parts/page.tsx'

/** A payment that failed: no tickets were issued and nothing was charged. */
export function paymentTrouble({ brand, data, event, url }: MailViewOf<'payment_trouble'>): Draft {
  const amount = formatAmount(data.amountMinor, data.currency, brand.locale)
  return {
    subject: `Your payment for ${event.name} did not go through`,
    preview: 'Nothing was charged. You can try again.',
    body: (
      <>
        <Title below={event.name}>Your payment did not go through.</Title>
        <Say>{WHAT_HAPPENED[data.reason]}</Say>
        <Facts
          facts={[
            { label: 'Amount', value: amount },
            {
              label: 'Charged',
              value: formatAmount(0, data.currency, brand.locale),
              isStrong: true,
            },
          ]}
        />
        <Action href={url}>Try again</Action>
        <Note>
          Your bank may show the amount as reserved for a few days. It is released by itself.
        </Note>
      </>
    ),
  }
}

const WHAT_HAPPENED: Readonly<Record<MailDataOf['payment_trouble']['reason'], string>> = {
  declined: 'Your bank declined it. No tickets were issued, and nothing was charged.',
  not_confirmed:
    'Your bank asked you to confirm it, and that was not finished. No tickets were issued, and nothing was charged.',
  too_late:
    'It was not finished while we held your places, so we cancelled it. No tickets were issued, and nothing was charged.',
}
