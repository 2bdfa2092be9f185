import type { MailKind } from '@foyer/domain'

export interface Message {
  /** Of the outbox row. It makes the Message-ID: who gets a mail twice can tell that it is one. */
  id: string
  kind: MailKind
  /** The host that the Message-ID ends in. */
  host: string
  from: { name: string; address: string }
  to: string
  subject: string
  html: string
  text: string
}

/** What the mail server made of a message. */
export type Delivery =
  /** It took it; `reply` is what it said, with the name under which its log knows the mail. */
  | { outcome: 'accepted'; reply: string }
  /** It will never take it: there is no such address, say. */
  | { outcome: 'refused'; reason: string }
  /** Not now: it is away, slow, or asks to wait. Whether it took the message may be unknown. */
  | { outcome: 'unavailable'; reason: string }

export interface Mailer {
  /** Hands a message over. Every trouble with the mail server is an answer; resolves in 45 s. */
  send(message: Message): Promise<Delivery>
  /** Only where no mail server is set: what would have been sent. */
  mailbox: LocalMailbox | null
  close(): void
}

export interface KeptMessage extends Message {
  sentAt: string
}

export interface LocalMailbox {
  /** Newest first. */
  list(): Promise<KeptMessage[]>
  /** Null where there is no mail of this id. */
  read(id: string): Promise<KeptMessage | null>
}

/** For a demonstration in production without a mail server: no mail is ever reported as sent. */
export const absentMailer: Mailer = {
  mailbox: null,
  close() {},
  send: async () => ({ outcome: 'unavailable', reason: 'No mail server is set (SMTP_URL).' }),
}

/** So many connections to the mail server at a time, each kept open for the next message. */
export const MAIL_CONNECTIONS = 8
/** The longest that one message may take, however slowly the server answers. */
export const SEND_SECONDS = 45
