/** The order number that a buyer quotes: the last 8 characters of the id, upper case. */
export const orderNumberOf = (orderId: string): string => orderId.slice(-8).toUpperCase()

/**
 * Whether a spreadsheet takes an identifier for a number or a day and shows another one: 00468198 becomes
 * 468198, 99933E31 becomes 9.9933E+35, and 1DEC2027 a day in December.
 */
export const readsAsNumber = (identifier: string): boolean =>
  /^\d{0,30}(?:E|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)?\d{0,30}$/i.test(identifier)

/** How many days after the visit a link still opens its order, for example for a claim. */
const LINK_DAYS_AFTER_VISIT = 30
/** How many days a new link opens its order, even if the visit is long past. */
const LINK_DAYS_AFTER_SENDING = 90
/** How many days a buyer can pay for a change that the team has offered. */
const CHANGE_LINK_DAYS = 7
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

/**
 * The moment at which a link to an order ends. `lastVisitEndsAt` is the end of the last session that
 * the order has a ticket for.
 */
export const orderLinkEndsAt = (lastVisitEndsAt: Date, sentAt: Date): Date =>
  new Date(
    Math.max(
      lastVisitEndsAt.getTime() + LINK_DAYS_AFTER_VISIT * DAY_MILLISECONDS,
      sentAt.getTime() + LINK_DAYS_AFTER_SENDING * DAY_MILLISECONDS,
    ),
  )

/** The moment at which the link to pay for a change ends. */
export const changeLinkEndsAt = (offeredAt: Date): Date =>
  new Date(offeredAt.getTime() + CHANGE_LINK_DAYS * DAY_MILLISECONDS)

const NOT_TRANSFERABLE = 'Tickets are non-transferable.'

/** The important information of an event whose organizer has written no lines. */
export const IMPORTANT_INFORMATION: readonly string[] = [
  'Please bring a valid ID.',
  NOT_TRANSFERABLE,
  'Please arrive 30 minutes early.',
]

/** How many lines of important information an event has at most, and how long each may be. */
export const IMPORTANT_INFORMATION_LIMITS = { lines: 8, characters: 200 } as const

/** What an event states about its tickets; null: nothing. */
interface StatedOfTickets {
  /** The lines of its organizer; an empty list for none. */
  important_information: readonly string[] | null
  /** Those of its organizer for events without lines; null: the default ones. */
  organizer_information: readonly string[] | null
  /** Whether somebody else may use them. */
  is_transferable: boolean | null
}

/**
 * Whether somebody else may use the tickets of an event. If the event does not state it, only the
 * default lines forbid it: an organizer who replaces them drops the rule as well.
 */
export const isTransferable = (event: StatedOfTickets): boolean =>
  event.is_transferable ?? ownLines(event) !== null

const ownLines = (event: StatedOfTickets) =>
  event.important_information ?? event.organizer_information

/**
 * The lines that an event shows on the page of an order, in its mail and on each ticket: its own, or
 * those of its organizer, or the default ones, of which the rule against transfers is left out if the
 * event allows them.
 */
export const importantInformationOf = (event: StatedOfTickets): string[] =>
  ownLines(event)?.slice() ??
  IMPORTANT_INFORMATION.filter((line) => line !== NOT_TRANSFERABLE || !isTransferable(event))

/**
 * The number that a buyer quotes for a refund: R- and the last 8 characters of its id, upper case.
 */
export const refundNumberOf = (refundId: string): string => `R-${refundId.slice(-8).toUpperCase()}`
