import type { MailKind, StaffMailKind } from '@foyer/domain'
import { render } from 'react-email'
import type { Draft } from './draft.ts'
import { cancellation } from './kinds/cancellation.tsx'
import { confirmation } from './kinds/confirmation.tsx'
import { lookupCode } from './kinds/lookup-code.tsx'
import { paymentTrouble } from './kinds/payment-trouble.tsx'
import { refund } from './kinds/refund.tsx'
import { reschedule } from './kinds/reschedule.tsx'
import { sessionChange } from './kinds/session-change.tsx'
import { sessionMessage } from './kinds/session-message.tsx'
import { STAFF_DRAFTS } from './kinds/staff.tsx'
import { upgrade } from './kinds/upgrade.tsx'
import { waiverLink } from './kinds/waiver-link.tsx'
import type { MailBrand, MailViewOf, RenderedMail, RenderMail } from './mail.ts'
import { Page } from './parts/page.tsx'
import type { RenderStaffMail, StaffMailViewOf } from './staff-mail.ts'
import { textOf } from './text.ts'

/** Renders a mail: its subject, its HTML with both themes, and its text alternative. */
export const renderMail: RenderMail = (mail) => rendered(mail.brand, draftOf(mail))

/** Renders a mail to a person of the back office, in the same way. */
export const renderStaffMail: RenderStaffMail = (mail) => rendered(mail.brand, staffDraftOf(mail))

async function rendered(
  brand: MailBrand,
  { subject, preview, body }: Draft,
): Promise<RenderedMail> {
  const html = await render(
    <Page brand={brand} preview={preview}>
      {body}
    </Page>,
  )
  return { subject: oneLine(subject), html, text: textOf(html) }
}

const DRAFTS: { readonly [K in MailKind]: (mail: MailViewOf<K>) => Draft } = {
  confirmation,
  refund,
  reschedule,
  upgrade,
  cancellation,
  lookup_code: lookupCode,
  waiver_link: waiverLink,
  payment_trouble: paymentTrouble,
  session_change: sessionChange,
  session_message: sessionMessage,
}

const draftOf = <K extends MailKind>(mail: MailViewOf<K>): Draft => DRAFTS[mail.kind](mail)

const staffDraftOf = <K extends StaffMailKind>(mail: StaffMailViewOf<K>): Draft =>
  STAFF_DRAFTS[mail.kind](mail)

/** Removes line breaks, because a name with one could begin another header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()
