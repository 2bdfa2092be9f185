import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { html } from '../../html.ts'

/**
 * The local mailbox at /dev/mail: what would have been sent, for development and demos. Not
 * registered in production, nor where a mail server is set. Who may call: anyone who can reach it.
 */
export function mailboxRoutes(app: FastifyInstance, context: Context): void {
  const { mailbox } = context.mailer
  if (!mailbox || context.isProduction) return

  app.get('/dev/mail', async (_request, reply) => {
    const messages = await mailbox.list()
    const rows = messages.map(
      (mail) =>
        html`<tr><td>${mail.sentAt}</td><td>${mail.to}</td>
          <td><a href="mail/${mail.id}">${mail.subject}</a></td></tr>`,
    )
    const page = html`<title>Local mailbox</title><h1>Local mailbox</h1>
      <p>${messages.length === 0 ? 'Nothing was sent yet.' : `${messages.length} mail(s), newest first.`}</p>
      <table>${rows}</table>`
    return reply.type('text/html').send(`<!doctype html><html lang="en">${page.markup}</html>`)
  })

  app.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    const mail = await mailbox.read(request.params.id)
    if (!mail) return reply.callNotFound()
    // Mails bring their own inline styles, as mail programs demand; nothing in them may run.
    return reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .type('text/html')
      .send(mail.html)
  })
}
