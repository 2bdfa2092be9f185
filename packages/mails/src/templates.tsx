import { render } from 'react-email'
import type { Draft } from './draft.ts'
import { confirmation } from './kinds/confirmation.tsx'
import { lookupCode } from './kinds/lookup-code.tsx'
import { paymentTrouble } from './kinds/payment-trouble.tsx'
import { refund } from './kinds/refund.tsx'
import { reschedule } from './kinds/reschedule.tsx'
import { upgrade } from './kinds/upgrade.tsx'
import { waiverLink } from './kinds/waiver-link.tsx'
import type { MailView, RenderMail } from './mail.ts'
import { Page } from './parts/page.tsx'
import { textOf } from './text.ts'

/** Writes a mail: subject, HTML in both themes, and the text alternative. */
export const renderMail: RenderMail = async (mail) => {
  const { subject, preview, body } = draftOf(mail)
  const html = await render(
    <Page brand={mail.brand} preview={preview}>
      {body}
    </Page>,
  )
  return { subject: oneLine(subject), html, text: textOf(html) }
}

function draftOf(mail: MailView): Draft {
  switch (mail.kind) {
    case 'confirmation':
      return confirmation(mail)
    case 'refund':
      return refund(mail)
    case 'reschedule':
      return reschedule(mail)
    case 'upgrade':
      return upgrade(mail)
    case 'lookup_code':
      return lookupCode(mail)
    case 'waiver_link':
      return waiverLink(mail)
    case 'payment_trouble':
      return paymentTrouble(mail)
  }
}

/** Names come from people: a line break in one must not begin another header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the point
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()
