/**
 * Limits of one caller, declared with each endpoint. The server counts requests and held tickets
 * (apps/server/src/limits) and refuses with `rate_limited` or `too_many_held`; docs/security.md
 * explains how the numbers were chosen.
 */
export interface Limits {
  /**
   * Requests a minute from one network: an IPv4 address, or the /64 of an IPv6 address. Hundreds of
   * people may share one (an office, a mobile carrier), so it bounds scripts and not people.
   */
  perNetwork: number
  /**
   * Requests a minute from one browser, identified by its cookie; without a cookie, only the
   * network's limit applies.
   */
  perBrowser?: number
  /**
   * Requests a minute about one target from all networks together; `part` and `name` say which
   * validated parameter identifies it. With `guessesPerNetwork`, only guesses count here too, so
   * that a stranger's guesses cannot lock a buyer out.
   */
  perTarget?: { part: 'params' | 'body'; name: string; requests: number }
  /**
   * Requests a minute from one network that guess a credential: an e-mail address, or a link that
   * is not valid. Requests from the buyer's own browser or with the valid link are not counted.
   */
  guessesPerNetwork?: number
  /**
   * Requests a minute from one network that send a certain optional field, where that field makes
   * the request a guess.
   */
  perNetworkWith?: { part: 'params' | 'body'; name: string; requests: number }
  /** Tickets that a caller may hold at a time; see {@link HeldLimits}. */
  held?: HeldLimits
  /** Live streams that one network may keep open at a time. */
  streamsPerNetwork?: number
}

/** Limits for tickets held and not yet bought, for one event, counted over all processes. */
export interface HeldLimits {
  /** Tickets held by one browser: enough for a coach party, or a school class with its teachers. */
  perBrowser: number
  /** Tickets held by one network: enough for a large office during an on-sale. */
  perNetwork: number
  /**
   * The share of a session's capacity that the tickets held by one network may take; see
   * `perSessionAtLeast`. A ticket may take several places of it.
   */
  shareOfSession: number
  /**
   * So many tickets of a session are granted whatever share they take, so that a family can buy for a
   * small venue.
   */
  perSessionAtLeast: number
}

/**
 * How an endpoint is treated under overload, and the share of each class's capacity that one
 * network may have in progress, so that its requests never fill the queue that others wait in. The
 * capacity of a process is set by the server. A waiting room admits to `sale` only.
 */
export const ADMISSION = {
  /**
   * Takes tickets from stock. Refused first under overload: the buyer has nothing yet that could be
   * lost.
   */
  sale: { sharePerNetwork: 0.1 },
  /** Finishes, changes or undoes what a buyer has begun. Never refused because of overload. */
  finish: { sharePerNetwork: 0.02 },
  /** Reads data that is mostly cached; what has to be computed passes a gate of its own. */
  read: { sharePerNetwork: 0.05 },
} as const satisfies Record<string, { sharePerNetwork: number }>

export type Admission = keyof typeof ADMISSION

/**
 * Reads that are cached as bytes: a page makes five of them, and a thousand people may share an
 * address.
 */
export const READ: Limits = { perNetwork: 6000 }

/**
 * Search while typing: one request for a few keystrokes, for a household or an office behind one
 * address. Each search that nobody has made before takes milliseconds of the database or the thread.
 */
export const SEARCH: Limits = { perNetwork: 600 }

/**
 * Holds. A buyer changes their mind every few seconds at most; forty buyers may share an address.
 */
export const HOLD = {
  perNetwork: 1200,
  perBrowser: 60,
  held: { perBrowser: 100, perNetwork: 300, shareOfSession: 0.1, perSessionAtLeast: 20 },
} as const satisfies Limits

/** Reads of a cart, and small changes to it. */
export const CART: Limits = { perNetwork: 1800, perBrowser: 120 }

/**
 * Steps of a payment. Most of them call the provider, whose own limit is for the whole deployment.
 */
export const PAY: Limits = { perNetwork: 240, perBrowser: 30 }

/** Intents: of a cart, or of a change of an order that an e-mail address may have opened. */
export const PAY_INTENT: Limits = { ...PAY, guessesPerNetwork: 60 }

/** The status of a payment, polled every few seconds while a buyer waits for the outcome. */
export const PAYMENT_STATUS: Limits = { perNetwork: 1200, perBrowser: 120 }

/** Coupon codes. A buyer who mistypes needs a few attempts; guessing codes would need thousands. */
export const COUPON = { perNetwork: 60, perBrowser: 20 } as const satisfies Limits

/** Access codes: as many tries as for {@link COUPON}. */
export const ACCESS_CODE: Limits = { perNetwork: 60 }

/**
 * A running total, requested and computed at each change of a selection. It could be used to guess
 * coupon codes like {@link COUPON}, so it allows as many.
 */
export const PREVIEW = {
  perNetwork: 1800,
  perNetworkWith: { part: 'body', name: 'couponCode', requests: COUPON.perNetwork },
} as const satisfies Limits

/**
 * Opening an order. A whole queue at a door opens its tickets from one address; only guesses are
 * rare.
 */
export const ORDER: Limits = {
  perNetwork: 1200,
  guessesPerNetwork: 60,
  perTarget: { part: 'params', name: 'orderId', requests: 120 },
}

/** Pages, posters and everything else outside the contract; assets and health are not counted. */
export const PAGE: Limits = { perNetwork: 6000 }

/** Files. Making one takes as long as fifty small responses, and nobody needs one this often. */
export const FILE: Limits = { perNetwork: 30 }

/** Changes to a paid order. */
export const ORDER_CHANGE: Limits = {
  perNetwork: 60,
  perTarget: { part: 'params', name: 'orderId', requests: 12 },
}

/** Resending a confirmation. Each request sends a mail. */
export const RESEND = {
  perNetwork: 30,
  perTarget: { part: 'body', name: 'orderId', requests: 12 },
} as const satisfies Limits

/**
 * Lookups of orders, by a guess of a telephone number or postal code, or by a mail to the address.
 * The server also bounds both by address over hours (`Bounds`), since a ZIP has five digits.
 */
export const LOOKUP = {
  perNetwork: 60,
  perBrowser: 20,
  perTarget: { part: 'body', name: 'email', requests: 10 },
} as const satisfies Limits

/** The list of a browser's own orders. */
export const OWN_ORDERS: Limits = { perNetwork: 1200, perBrowser: 60 }

/** Codes of a lookup. Each code also allows a few tries only. */
export const LOOKUP_CODE = {
  perNetwork: 60,
  perTarget: { part: 'body', name: 'lookupId', requests: 10 },
} as const satisfies Limits

/**
 * The web service of Apple passes. After a session was moved, all phones of a mobile carrier fetch
 * their passes from one address.
 */
export const PASS: Limits = {
  perNetwork: 1200,
  guessesPerNetwork: 60,
  perTarget: { part: 'params', name: 'serialNumber', requests: 120 },
}

/** What phones report about passes: a line of the log for each request. */
export const PASS_LOG: Limits = { perNetwork: 60 }

/** Signing waivers. A group at a door signs from one address, and all of them for one order. */
export const WAIVER: Limits = {
  perNetwork: 600,
  guessesPerNetwork: 60,
  perTarget: { part: 'params', name: 'orderId', requests: 120 },
}

/** Links of participants. Each request sends a mail to an address that the caller types. */
export const WAIVER_LINK = {
  perNetwork: 60,
  perTarget: { part: 'params', name: 'orderId', requests: 60 },
} as const satisfies Limits

/**
 * Signing in to the back office, by password or passkey. A theatre's whole staff may share an address.
 * Passwords and codes are limited further by person, with growing waits and no lock
 * (apps/server/src/features/staff/attempts.ts).
 */
export const SIGN_IN: Limits = { perNetwork: 120 }

/** What sends a mail to an address that the caller types, or tries the token of a link. */
export const STAFF_LINK: Limits = { perNetwork: 60 }

/** Reads and changes of the back office by people who are signed in. */
export const BACK_OFFICE: Limits = { perNetwork: 1800 }

/** Live streams. A page keeps one open; beyond the limit a browser polls instead. */
export const STREAM = { perNetwork: 600, streamsPerNetwork: 200 } as const satisfies Limits
