import type { MailView, RenderedMail } from '@foyer/mails'

/**
 * Renders a mail by its template. The templates are TSX, which Node does not run, so they are a
 * bundle (`npm start` builds it), loaded with the first mail: a process that sends none needs no
 * build.
 */
export async function renderMail(mail: MailView): Promise<RenderedMail> {
  const templates = await import('@foyer/mails/templates')
  return templates.renderMail(mail)
}
