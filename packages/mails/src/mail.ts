import type {
  ChangePolicy,
  HistoryEntry,
  MailDataOf,
  MailKind,
  MailSubjectOf,
  OrderStatus,
  Quote,
} from '@foyer/domain'

export type { StaffMailView } from './staff-mail.ts'

/**
 * The input of the templates: facts without wording. A template chooses the words and formats all
 * figures.
 */

export interface MailBrand {
  name: string
  /** OKLCH hue of the accent, 0..360. */
  hue: number
  locale: string
  supportEmail: string
}

export interface MailTicket {
  number: number
  typeName: string
  /** How many people it admits. */
  places: number
  /** Can be read out at the door if the buyer has no phone with them. */
  validationCode: string
  /** What it was bought at, in minor units, with its fees and discount. */
  amountMinor: number
  /** Its QR code: the text, and the Content-ID of the picture that the mail carries; null: not shown. */
  code: { text: string; pictureId: string } | null
}

/** One session of an order, with its valid tickets. */
export interface MailVisit {
  /** Instant in UTC. */
  startsAt: string
  /** Calendar date in the venue's zone. */
  date: string
  tickets: readonly MailTicket[]
}

export interface MailEvent {
  name: string
  /** Venue, city and state, 'Pier 9 Stage, San Francisco, CA'. */
  place: string
  timeZone: string
  isTimedEntry: boolean
  /** What buyers have to know, a line each. */
  importantInformation: readonly string[]
  /** Whether somebody else may use the tickets. */
  isTransferable: boolean
  url: string
  /** Its picture, 1200 x 630 as PNG or JPEG; null if there is none. */
  pictureUrl: string | null
}

export interface MailOrder {
  number: string
  status: OrderStatus
  firstName: string
  event: MailEvent
  /** In order of time; empty when no ticket is valid any more. */
  visits: readonly MailVisit[]
  quote: Quote
  /** The order's page, opened by a signed token. */
  url: string
  /** The calendar file of the order, opened by the same token. */
  calendarUrl: string
  /** What its buyer may change, and whether there is another session to reschedule to. */
  changePolicy: ChangePolicy
  hasOtherSession: boolean
  /** The page with the tickets and their codes, opened by the same token. */
  ticketsUrl: string
  /** The page on which its buyer answers after the organizer changed a session, opened by the same token. */
  changeUrl: string
  /** Participants who have not signed the event's waiver yet; null if nobody has to sign. */
  waivers: { missing: number; url: string } | null
}

/** A change of an order, with the refunds that were decided with it. */
export interface MailChange extends HistoryEntry {
  refunds: readonly { reference: string; amountMinor: number }[]
}

/** What a mail shows, by its subject (`MAILS` in the domain). */
interface FactsAbout {
  order: { order: MailOrder }
  /** `change` is null for a mail that was queued before orders had a history. */
  change: { order: MailOrder; change: MailChange | null }
  payment: { event: MailEvent }
  /** `change`: what could not be made when its payment arrived; null if no change was paid for. */
  'order or payment': { order: MailOrder | null; event: MailEvent; change: MailChange | null }
  nothing: object
}

export type MailViewOf<K extends MailKind> = {
  kind: K
  brand: MailBrand
  data: MailDataOf[K]
} & FactsAbout[MailSubjectOf<K>] &
  // The address of the path in its data.
  (MailDataOf[K] extends { path: string } ? { url: string } : object) &
  (K extends 'session_message' ? { url?: string } : object)

export type MailView = { [K in MailKind]: MailViewOf<K> }[MailKind]

export interface RenderedMail {
  subject: string
  html: string
  /** The same content, for programs that show no HTML. */
  text: string
}

export type RenderMail = (mail: MailView) => Promise<RenderedMail>
