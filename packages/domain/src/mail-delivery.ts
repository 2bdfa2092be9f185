import { MAILS, type MailKind } from './mails.ts'

/** Whether, when and how often a mail is sent. */

export const MAIL_STATES = [
  'queued',
  'held_back',
  'sent',
  'bounced',
  'failed',
  'suppressed',
] as const
/**
 * A mail is queued, then sent (the mail server accepted it), bounced (it refused the mail for good) or
 * failed (every attempt failed for as long as the mail is useful, {@link mailTrySeconds}). While its
 * recipient has had too many mails it is held_back: it is sent later, or suppressed if the limit does
 * not allow it while it is useful.
 */
export type MailState = (typeof MAIL_STATES)[number]

/** Whether a mail may wait while its recipient has had too many. */
export function mayBeHeldBack(mail: {
  kind: MailKind
  isResend: boolean
  /** Whether its order was paid for; false without an order. */
  isPaid: boolean
}): boolean {
  const { mayWait } = MAILS[mail.kind]
  if (mayWait === 'unless it confirms a payment') return mail.isResend || !mail.isPaid
  return mayWait === 'always'
}

/** Providers whose mailboxes ignore the dots of their names. */
const DOTLESS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * One spelling for all addresses of a mailbox, used only for counting: mail is sent to the address
 * as it was typed. Case, and what follows a plus sign, do not matter; nor do dots at Gmail.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const host = address.slice(at + 1).toLowerCase()
  const [name = ''] = address.slice(0, Math.max(0, at)).toLowerCase().split('+')
  return DOTLESS.has(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}

/** How long sending is retried, in seconds. */
export const mailTrySeconds = (kind: MailKind): number => MAILS[kind].tryMinutes * 60

const LONGEST_WAIT_SECONDS = 60 * 60

/** How long after its `attempts`th failure a mail is tried again: 20 s, 40 s, ... at most an hour. */
export const mailRetrySeconds = (attempts: number): number =>
  Math.min(20 * 2 ** (attempts - 1), LONGEST_WAIT_SECONDS)

/** Why a mail did not arrive, in words for its recipient; null while it still may. */
export function mailProblem(mail: {
  state: MailState
  recipient: string
  lastError: string | null
}): string | null {
  if (mail.state === 'queued' || mail.state === 'held_back' || mail.state === 'sent') return null
  if (mail.state === 'suppressed') return 'Too many mails went to this address within a day.'
  if (mail.state === 'failed') return 'Our mail server could not be reached for too long.'
  const domain = mail.recipient.slice(mail.recipient.lastIndexOf('@') + 1)
  // RFC 3463: 5.1 is about the address, 5.2 about its mailbox.
  const [, subject, detail] = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(mail.lastError ?? '') ?? []
  if (subject === '1') return `There is no such address at ${domain}.`
  if (subject === '2') return detail === '2' ? 'The mailbox is full.' : 'The mailbox is closed.'
  return `The mail server of ${domain} did not accept it.`
}
