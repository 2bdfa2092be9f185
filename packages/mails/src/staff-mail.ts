import type { StaffMailDataOf, StaffMailKind } from '@foyer/domain'
import type { MailBrand, RenderedMail } from './mail.ts'

/** The input of the templates of mails to people who work for organizers. */

export type StaffMailViewOf<K extends StaffMailKind> = {
  kind: K
  /** The platform's own. */
  brand: MailBrand
  data: StaffMailDataOf[K]
  /** The link of the mail, or the page to sign in on. */
  url: string
}

export type StaffMailView = { [K in StaffMailKind]: StaffMailViewOf<K> }[StaffMailKind]

export type RenderStaffMail = (mail: StaffMailView) => Promise<RenderedMail>
