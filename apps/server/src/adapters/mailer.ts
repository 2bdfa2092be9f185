import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'

export interface Message {
  from: { name: string; address: string }
  to: string
  subject: string
  html: string
  text: string
}

export interface Mailer {
  /** Throws when the mail server does not take the message; the outbox tries again. */
  send(message: Message): Promise<void>
  /** Only where no mail server is set: what would have been sent, newest first. */
  mailbox: LocalMailbox | null
}

export interface KeptMessage extends Message {
  id: string
  sentAt: string
}

export interface LocalMailbox {
  list(): Promise<KeptMessage[]>
  read(id: string): Promise<KeptMessage | null>
}

/** Enough to look back over a day of trying things out. */
const MAILBOX_LIMIT = 200

export function createMailer(smtpUrl: string | null, dataDir: string): Mailer {
  if (!smtpUrl) return createLocalMailer(join(dataDir, 'mail'))
  const transport = nodemailer.createTransport(smtpUrl)
  return {
    mailbox: null,
    async send(message) {
      await transport.sendMail(message)
    },
  }
}

/** Keeps mails as files named by time, so that their order is that of their names. */
function createLocalMailer(folder: string): Mailer {
  const names = async () =>
    (await readdir(folder).catch(() => []))
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse()

  const load = async (name: string): Promise<KeptMessage> => ({
    ...JSON.parse(await readFile(join(folder, name), 'utf8')),
    id: name.slice(0, -'.json'.length),
  })

  return {
    mailbox: {
      list: async () => Promise.all((await names()).map(load)),
      async read(id) {
        const name = (await names()).find((candidate) => candidate === `${id}.json`)
        return name ? load(name) : null
      },
    },
    async send(message) {
      await mkdir(folder, { recursive: true })
      const sentAt = new Date().toISOString()
      const name = `${sentAt.replace(/\D/g, '')}-${randomUUID().slice(0, 8)}.json`
      await writeFile(join(folder, name), JSON.stringify({ ...message, sentAt }))
      const old = (await names()).slice(MAILBOX_LIMIT)
      await Promise.all(old.map((stale) => rm(join(folder, stale), { force: true })))
    },
  }
}
