/** The kinds of mail, the data of each, and the states of its delivery. */

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

export const MAIL_KINDS = [
  'confirmation',
  'refund',
  'reschedule',
  'upgrade',
  'lookup_code',
  'waiver_link',
  'payment_trouble',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/**
 * The data of each kind of mail, besides its order or payment. Names of events, venues and tickets are
 * not part of it: they are read when the mail is rendered, so that they are up to date.
 * Amounts are minor units; `path` begins with a slash and is taken below the tenant's address.
 */
export interface MailDataOf {
  /** About an order. */
  confirmation: Record<string, never>
  /** About an order, or a payment that never became one. */
  refund: {
    /** What the buyer may quote: the provider's refund id, or ours until there is one. */
    reference: string
    amountMinor: number
    currency: string
    /** `unplaced`: it was paid, but no tickets were left. */
    extent: 'whole' | 'partial' | 'unplaced'
    /** Numbers of the tickets that were cancelled with it; none where only money went back. */
    ticketNumbers?: readonly number[]
  }
  /** About an order that was rescheduled: its session before. */
  reschedule: { fromStartsAt: string }
  /** About an order: which of its tickets were upgraded, and the price paid. */
  upgrade: {
    tickets: readonly { number: number; fromType: string; toType: string }[]
    paidMinor: number
    currency: string
  }
  /** About no order: a visitor asked for the orders of an address. */
  lookup_code: { code: string; validMinutes: number; path: string }
  /** About an order: a participant has not signed yet. */
  waiver_link: { participantName: string; path: string }
  /** About a payment without an order; `path` leads to where the buyer can try again. */
  payment_trouble: {
    reason: 'declined' | 'not_confirmed' | 'too_late'
    amountMinor: number
    currency: string
    path: string
  }
}

/** A kind together with what it carries. */
export type MailContent = { [K in MailKind]: { kind: K; data: MailDataOf[K] } }[MailKind]

/** What any mail carries, as it is stored. */
export type MailData = MailDataOf[MailKind]

/** Kinds about money that was charged or refunded. */
const OF_MONEY: ReadonlySet<MailKind> = new Set(['refund', 'upgrade'])

/**
 * Whether a mail may wait while its recipient has had too many. A mail about a payment never waits: it
 * would cost an attacker money, and its recipient needs it. All others can be caused at no cost by
 * anyone who types an address.
 */
export const mayBeHeldBack = (mail: {
  kind: MailKind
  isResend: boolean
  /** Whether its order was paid for; false without an order. */
  isPaid: boolean
}): boolean =>
  !OF_MONEY.has(mail.kind) && !(mail.kind === 'confirmation' && mail.isPaid && !mail.isResend)

/** Providers whose mailboxes ignore the dots of their names. */
const DOTLESS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * One spelling for all addresses of one mailbox, for counting alone: mail is sent to the address as
 * it was typed. Case and what follows a plus sign make no other mailbox, nor do dots at Gmail.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const host = address.slice(at + 1).toLowerCase()
  const [name = ''] = address.slice(0, Math.max(0, at)).toLowerCase().split('+')
  return DOTLESS.has(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}

/** How long sending is retried, in seconds. A lookup code is useless once it has expired. */
export const mailTrySeconds = (kind: MailKind): number =>
  kind === 'lookup_code' ? 10 * 60 : 24 * 60 * 60

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
  // RFC 3463: 5.1 is about the address, 5.2 about the mailbox behind it.
  const [, subject, detail] = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(mail.lastError ?? '') ?? []
  if (subject === '1') return `There is no such address at ${domain}.`
  if (subject === '2') return detail === '2' ? 'The mailbox is full.' : 'The mailbox is closed.'
  return `The mail server of ${domain} did not accept it.`
}
