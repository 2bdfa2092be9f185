import type { MailKind, StaffMailKind } from '@foyer/domain'

interface Message {
  /**
   * The id of the outbox row. The Message-ID is made from it, so that a mail sent twice can be
   * recognised.
   */
  id: string
  kind: MailKind | StaffMailKind
  /** The host part of the Message-ID. */
  host: string
  from: { name: string; address: string }
  /** Where answers go; by default to `from`. */
  replyTo?: string
  to: string
  subject: string
  html: string
  text: string
  files: readonly MailFile[]
}

/** A file that a mail carries. */
export interface MailFile {
  name: string
  /** Its media type with parameters. */
  type: string
  base64: string
  /** Its Content-ID, for a picture that the HTML shows as 'cid:{id}'. */
  cid?: string
}

/** The mail server's reaction to a message. */
export type Delivery =
  /** Accepted; `reply` is the server's answer, with the name under which its log has the mail. */
  | { outcome: 'accepted'; reply: string }
  /** Refused for good: for example, the address does not exist. */
  | { outcome: 'refused'; reason: string }
  /** Down, slow, or asking to wait. Whether it accepted the message is unknown. */
  | { outcome: 'unavailable'; reason: string }

export interface Mailer {
  /** Sends a message within 45 s. Problems with the mail server are results and not errors. */
  send(message: Message): Promise<Delivery>
  /** The mails that would have been sent; null if a mail server is configured. */
  mailbox: LocalMailbox | null
  close(): void
}

export interface StoredMessage extends Message {
  sentAt: string
}

export interface LocalMailbox {
  /** Newest first. */
  list(): Promise<StoredMessage[]>
  /** Null if there is no mail with this id. */
  read(id: string): Promise<StoredMessage | null>
}

/**
 * For a demonstration in production without a mail server: every send is reported as unavailable,
 * never as sent.
 */
export const absentMailer: Mailer = {
  mailbox: null,
  close() {},
  send: async () => ({ outcome: 'unavailable', reason: 'No mail server is set (SMTP_URL).' }),
}

/** Connections to the mail server; each stays open for the next message. */
export const MAIL_CONNECTIONS = 8
/** The longest that one message may take, however slow the server is. */
export const SEND_SECONDS = 45
