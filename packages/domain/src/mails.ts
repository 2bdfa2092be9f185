import type { DisruptionKind, UnansweredDefault } from './disruptions.ts'

/** The kinds of mail: what each carries, and what holds for it. */

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
    /**
     * The reference that the buyer can quote: the provider's refund id, or ours until there is one.
     */
    reference: string
    amountMinor: number
    currency: string
    /**
     * `unplaced`: it was paid, but no tickets were left. With an order and a change: the change could not
     * be made when its payment arrived.
     */
    extent: 'whole' | 'partial' | 'unplaced'
    changeId?: string
    /** Of `unplaced`: because the organizer had called the session off. */
    isCalledOff?: boolean
    /** Of `unplaced`: because the customer had as many tickets as one customer may have. */
    isOverLimit?: boolean
    /** Of `unplaced`: because a checkout rule does not sell this to the address of the order. */
    isNotAllowed?: boolean
  }
  /** About a change of an order: the mail reads it from the history of the order. */
  reschedule: OfChange
  upgrade: OfChange
  cancellation: OfChange
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
  /** About an order: the organizer moved or called off one of its sessions. */
  session_change: {
    change: DisruptionKind
    fromStartsAt: string
    /** Null if the session was called off. */
    toStartsAt: string | null
    /** What the organizer writes. */
    message: string | null
    /** Null if nobody is asked. */
    answerBy: string | null
    /** What counts for a buyer who does not answer. */
    unanswered: UnansweredDefault
  }
  /**
   * About an order: what the organizer writes to all buyers of a session; with a `path` to one buyer alone,
   * who is asked to open it.
   */
  session_message: {
    subject: string
    body: string
    path?: string
    action?: string
    /** What the link opens, below its button. */
    note?: string
  }
}

interface OfChange {
  /** Absent in mails that were queued before orders had a history. */
  changeId?: string
}

interface MailRules {
  /** What a mail is about: names, venues and codes are read from it when the mail is rendered. */
  about: 'order' | 'change' | 'payment' | 'order or payment' | 'nothing'
  /**
   * Whether a mail may wait while its recipient has had too many. A mail about a payment never waits:
   * it would cost an attacker money, and its recipient needs it; nor does one that the organizer
   * causes. All others can be caused at no cost
   * by anyone who types an address.
   */
  mayWait: 'always' | 'never' | 'unless it confirms a payment'
  /** How long sending is retried. */
  tryMinutes: number
  /** Whether the order's page shows its state; false if it goes to others than the buyer. */
  isShownWithOrder: boolean
  /** How the order's page names it. */
  name: string
}

/**
 * Tickets that a mail carries as a PDF. More make a file that mail servers may refuse; the mail links to
 * them as well.
 */
export const MOST_ATTACHED_TICKETS = 50

/** Codes that a mail shows as pictures. Programs truncate longer mails; these link to the tickets. */
const MOST_SHOWN_CODES = 12
const WITH_CODES: ReadonlySet<string> = new Set(['confirmation', 'reschedule', 'upgrade'])

/** Whether a mail of a kind shows the QR codes of so many tickets. */
export const showsCodes = (kind: MailKind, tickets: number): boolean =>
  WITH_CODES.has(kind) && tickets <= MOST_SHOWN_CODES

const DAY_MINUTES = 24 * 60

/**
 * All kinds of mail. Which facts a template is given, what a caller must name to queue a mail, and
 * what the order's page shows follow from this list.
 */
export const MAILS = {
  confirmation: {
    about: 'order',
    mayWait: 'unless it confirms a payment',
    tryMinutes: DAY_MINUTES,
    isShownWithOrder: true,
    name: 'Your confirmation',
  },
  refund: {
    about: 'order or payment',
    mayWait: 'never',
    tryMinutes: DAY_MINUTES,
    isShownWithOrder: true,
    name: 'The mail about your refund',
  },
  reschedule: {
    about: 'change',
    mayWait: 'always',
    tryMinutes: DAY_MINUTES,
    isShownWithOrder: true,
    name: 'The mail with your new time',
  },
  upgrade: {
    about: 'change',
    mayWait: 'never',
    tryMinutes: DAY_MINUTES,
    isShownWithOrder: true,
    name: 'The mail about your upgrade',
  },
  cancellation: {
    about: 'change',
    mayWait: 'unless it confirms a payment',
    tryMinutes: DAY_MINUTES,
    isShownWithOrder: true,
    name: 'The mail about your cancellation',
  },
  lookup_code: {
    about: 'nothing',
    mayWait: 'always',
    // The code has expired by then.
    tryMinutes: 10,
    isShownWithOrder: true,
    name: 'The mail with your code',
  },
  waiver_link: {
    about: 'order',
    mayWait: 'always',
    tryMinutes: DAY_MINUTES,
    // It goes to a participant.
    isShownWithOrder: false,
    name: 'The mail about the waiver',
  },
  payment_trouble: {
    about: 'payment',
    mayWait: 'always',
    tryMinutes: DAY_MINUTES,
    isShownWithOrder: true,
    name: 'The mail about your payment',
  },
  session_change: {
    about: 'order',
    mayWait: 'never',
    tryMinutes: DAY_MINUTES,
    isShownWithOrder: true,
    name: 'The mail about the change of your session',
  },
  session_message: {
    about: 'order',
    mayWait: 'never',
    tryMinutes: DAY_MINUTES,
    isShownWithOrder: true,
    name: 'A mail from the organizer',
  },
} as const satisfies { readonly [K in keyof MailDataOf]: MailRules }

export type MailKind = keyof MailDataOf

export const MAIL_KINDS = Object.keys(MAILS) as readonly MailKind[]

/** What a mail of a kind is about. */
export type MailSubjectOf<K extends MailKind> = (typeof MAILS)[K]['about']

/** What any mail carries, as it is stored. */
export type MailData = MailDataOf[MailKind]
