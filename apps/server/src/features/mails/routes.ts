import { readFileSync } from 'node:fs'
import { hostNameOf } from '@foyer/domain'
import type { FastifyInstance } from 'fastify'
import type { LocalMailbox, StoredMessage } from '../../adapters/mailer.ts'
import type { Context } from '../../context.ts'
import { isLocalName } from '../../env-production.ts'
import { MAILBOX_VIEWS, type MailboxEntry, mailboxPage, mailPage } from './mailbox-page.ts'
import { selectNewestMails, selectNewestStaffMails } from './queries.ts'

const ADDRESS = /^(\d+(\.\d+){3}|\[[0-9a-f:.]+\])$/

/**
 * The local mailbox at /dev/mail shows the mails that would have been sent, for development and
 * demos. It is not registered in production, nor if a mail server is configured. It answers only
 * requests to a name of this machine, an IP address, or PUBLIC_URL's host. A page of another site
 * could let its own name resolve to this machine (DNS rebinding) to read the mails; it cannot do so
 * for these names.
 */
export function mailboxRoutes(app: FastifyInstance, context: Context): void {
  const { mailbox } = context.mailer
  if (!mailbox || context.isProduction) return
  app.register(async (scope) => {
    scope.addHook('onRequest', (request, reply, done) => {
      if (isMailboxHost(request.headers.host ?? '', context.origin())) done()
      else reply.callNotFound()
    })
    addRoutes(scope, context, mailbox)
  })
}

function isMailboxHost(host: string, origin: string): boolean {
  const name = hostNameOf(host)
  return isLocalName(name) || ADDRESS.test(name) || name === new URL(origin).hostname
}

function addRoutes(app: FastifyInstance, context: Context, mailbox: LocalMailbox): void {
  const styles = readFileSync(new URL('mailbox.css', import.meta.url), 'utf8')

  app.get('/dev/mailbox.css', (_request, reply) => reply.type('text/css').send(styles))

  app.get('/dev/mail', async (_request, reply) => {
    const sent = new Map((await mailbox.list()).map((mail) => [mail.id, mail]))
    const rows: Omit<MailboxEntry, 'sent'>[] = await selectNewestStaffMails(context.db)
    for (const tenant of context.tenants.all()) {
      rows.push(...(await context.db.withTenant(tenant.id, selectNewestMails)))
    }
    rows.sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
    const entries = rows.map((row) => ({ ...row, sent: sent.get(row.id) ?? null }))
    return reply.type('text/html').send(mailboxPage(entries))
  })

  app.get<{ Params: { id: string }; Querystring: { view?: unknown } }>(
    '/dev/mail/:id',
    async ({ params, query }, reply) => {
      const mail = await mailbox.read(params.id)
      if (!mail) return reply.callNotFound()
      const view = MAILBOX_VIEWS.find((name) => name === query.view) ?? 'mail'
      return reply.type('text/html').send(mailPage(mail, view))
    },
  )

  app.get<{ Params: { id: string; name: string } }>(
    '/dev/mail/:id/files/:name',
    async ({ params }, reply) => {
      const mail = await mailbox.read(params.id)
      const file = mail?.files.find(({ name }) => name === params.name)
      if (!file) return reply.callNotFound()
      return reply.type(file.type).send(Buffer.from(file.base64, 'base64'))
    },
  )

  app.get<{ Params: { id: string } }>('/dev/mail/:id/html', async ({ params }, reply) => {
    const mail = await mailbox.read(params.id)
    if (!mail) return reply.callNotFound()
    // Mails have inline styles, as mail programs require; no script in them may run.
    return reply
      .header(
        'content-security-policy',
        "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      )
      .type('text/html')
      .send(withOwnPictures(mail))
  })
}

/** The HTML of a mail with the addresses of its own pictures, which only a mail program finds by 'cid:'. */
const withOwnPictures = ({ html, files }: StoredMessage): string =>
  files.reduce(
    (shown, { cid, name }) =>
      cid ? shown.replaceAll(`cid:${cid}`, `files/${encodeURIComponent(name)}`) : shown,
    html,
  )
