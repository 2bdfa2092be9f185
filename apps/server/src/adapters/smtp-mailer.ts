import type { Dkim } from '../env-dkim.ts'
import { type Delivery, MAIL_CONNECTIONS, type Mailer, SEND_SECONDS } from './mailer.ts'

/** Timeouts in milliseconds; `npm run doctor` uses the same ones. */
export const SMTP_TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 20_000,
}

/**
 * Sends mails to the mail server at `url`, over connections that stay open; signed if there is a key. The
 * library is loaded with the first mail: the thread that answers requests sends none.
 */
export function createSmtpMailer(url: string, dkim: Dkim | null): Mailer {
  let transport: ReturnType<typeof openTransport> | undefined
  return {
    mailbox: null,
    close: () => void transport?.then((opened) => opened.close()),
    async send({ id, host, to, kind, files, ...message }) {
      try {
        transport ??= openTransport(url, dkim)
        const { response } = await (await transport).sendMail({
          ...message,
          attachments: files.map(({ name, type, base64, cid }) => ({
            filename: name,
            contentType: type,
            content: base64,
            encoding: 'base64',
            ...(cid ? { cid, contentDisposition: 'inline' as const } : {}),
          })),
          // An object, because a text would be parsed as a list of addresses.
          to: { name: '', address: to },
          messageId: `<${id}@${host}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            'X-Foyer-Mail': kind,
          },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.timeout(SEND_SECONDS * 1000),
        })
        return { outcome: 'accepted', reply: response }
      } catch (error) {
        return deliveryOf(error)
      }
    },
  }
}

async function openTransport(url: string, dkim: Dkim | null) {
  const { default: nodemailer } = await import('nodemailer')
  return nodemailer.createTransport({
    pool: true,
    maxConnections: MAIL_CONNECTIONS,
    // The server may have closed an idle connection: one more try, on a new connection.
    maxRequeues: 1,
    ...SMTP_TIMEOUTS,
    ...(dkim && {
      dkim: {
        domainName: dkim.domain,
        keySelector: dkim.selector,
        privateKey: dkim.privateKey,
      },
    }),
    // Last, so that options in the URL's query override the ones above.
    url,
  })
}

/**
 * A 5xx answer to the recipient or to the message is final (RFC 5321, 4.2.1). A 5xx answer to the
 * sign-in or to the sender is a problem of ours: the operator can solve it, and the mail is still
 * to be sent. An address that nodemailer itself rejects never reaches a server, and is final too.
 */
function deliveryOf(error: unknown): Delivery {
  if (!(error instanceof Error)) return { outcome: 'unavailable', reason: String(error) }
  const command = 'command' in error ? error.command : undefined
  const code = 'responseCode' in error ? Number(error.responseCode) : 0
  const reply = 'response' in error && error.response ? String(error.response) : error.message
  const isNoAddress = code === 0 && 'code' in error && error.code === 'EENVELOPE'
  const isFinal = isNoAddress || (code >= 500 && (command === 'RCPT TO' || command === 'DATA'))
  return { outcome: isFinal ? 'refused' : 'unavailable', reason: reply.slice(0, 500) }
}
