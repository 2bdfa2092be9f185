/** The order number that a buyer quotes: the last 8 characters of the id, upper case. */
export const orderNumberOf = (orderId: string): string => orderId.slice(-8).toUpperCase()

/** How many days after the visit a link still opens its order, for example for a claim. */
const LINK_DAYS_AFTER_VISIT = 30
/** How many days a new link opens its order, even if the visit is long past. */
const LINK_DAYS_AFTER_SENDING = 90
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

/** The important information of an event whose organizer has written no lines. */
export const IMPORTANT_INFORMATION: readonly string[] = [
  'Please bring a valid ID.',
  'Tickets are non-transferable.',
  'Please arrive 30 minutes early.',
]

/** How many lines of important information an event has at most, and how long each may be. */
export const IMPORTANT_INFORMATION_LIMITS = { lines: 8, characters: 200 } as const

/**
 * The lines that an event shows on the page of an order, in its mail and on each ticket. `own` is
 * the event's column: null means the default lines, an empty list none.
 */
export const importantInformationOf = (own: readonly string[] | null): string[] => [
  ...(own ?? IMPORTANT_INFORMATION),
]

/**
 * The number that a buyer quotes for a refund: R- and the last 8 characters of its id, upper case.
 */
export const refundNumberOf = (refundId: string): string => `R-${refundId.slice(-8).toUpperCase()}`
