import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string
  /** The message as it was sent. */
  raw: string
  at: number
}

/** The server's reply to a recipient, or to a complete message; null means accepted. */
type Verdict = { code: number; text: string } | null

export interface MailServer {
  url: string
  received: ReceivedMail[]
  connections: number
  /** Tests replace these functions, which may take their time. */
  onRecipient: (address: string) => Verdict | Promise<Verdict>
  onMessage: (mail: ReceivedMail) => Verdict | Promise<Verdict>
  close(): Promise<void>
}

/** A real mail server that stores what it gets; by default on a free port. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const smtp = new SMTPServer({
    authOptional: true,
    // Clients keep connections open, so a close must not wait for them.
    closeTimeout: 100,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect(_session, callback) {
      server.connections += 1
      callback()
    },
    onRcptTo({ address }, _session, callback) {
      void Promise.resolve(server.onRecipient(address)).then(
        (verdict) => callback(errorOf(verdict)),
        callback,
      )
    },
    onData(stream, { envelope }, callback) {
      void text(stream).then(
        async (raw) => {
          const mail = { to: envelope.rcptTo[0]?.address ?? '', raw, at: performance.now() }
          try {
            const verdict = await server.onMessage(mail)
            if (!verdict) server.received.push(mail)
            callback(errorOf(verdict))
          } catch (error) {
            callback(error instanceof Error ? error : new Error(String(error)))
          }
        },
        // The client was killed before the whole message was sent, so no client waits for an
        // answer.
        () => {},
      )
    },
  })
  // Tests break connections on purpose; that is not a fault of the server.
  smtp.on('error', () => {})
  const listening = smtp.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const server: MailServer = {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    received: [],
    connections: 0,
    onRecipient: () => null,
    onMessage: () => null,
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  }
  return server
}

const errorOf = (verdict: Verdict): Error | null =>
  verdict && Object.assign(new Error(verdict.text), { responseCode: verdict.code })

/** A header's value with its continuation lines; '' if there is none. */
export function headerOf(mail: ReceivedMail | undefined, name: string): string {
  const head = mail?.raw.split('\r\n\r\n')[0] ?? ''
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const line = unfolded.find((text) => text.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  return line?.slice(name.length + 1).trim() ?? ''
}
