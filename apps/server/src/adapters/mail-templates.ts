import type { MailView, RenderedMail, StaffMailView } from '@foyer/mails'

/**
 * Renders a mail by its template. Templates are TSX, which Node does not run, so they are bundled
 * (`npm start` does so). The bundle is loaded with the first mail: a process that sends none needs
 * no build.
 */
export async function renderMail(mail: MailView): Promise<RenderedMail> {
  const templates = await import('@foyer/mails/templates')
  return templates.renderMail(mail)
}

/** Renders a mail to a person of the back office. */
export async function renderStaffMail(mail: StaffMailView): Promise<RenderedMail> {
  const templates = await import('@foyer/mails/templates')
  return templates.renderStaffMail(mail)
}
