/**
 * What one caller may cost, as data that stands with each endpoint. The server counts (http/limits.ts)
 * and refuses with `rate_limited` or `too_many_held`; docs/security.md says how the numbers were chosen.
 */
export interface Limits {
  /**
   * Requests a minute from one network: an IPv4 address, or the /64 of an IPv6 address. Hundreds of
   * people may share one (an office, a mobile carrier), so it bounds scripts and not people.
   */
  perNetwork: number
  /** Requests a minute of one browser, by its cookie; a browser without one is bounded by its network. */
  perBrowser?: number
  /**
   * Requests a minute about one thing from all networks together: the checked parameter that names it.
   * Where guesses are counted, only those count here too, so that nobody locks a buyer out.
   */
  perTarget?: { part: 'params' | 'body'; name: string; requests: number }
  /**
   * Requests a minute from one network that try a credential: an e-mail address, or a link that is
   * not the right one. The buyer's own browser and the right link are not counted.
   */
  guessesPerNetwork?: number
  /** Tickets that may be held at a time; see {@link HeldLimits}. */
  held?: HeldLimits
  /** Streams that one network may keep open at a time. */
  streamsPerNetwork?: number
}

/** Tickets held and not yet bought, for one event, over all processes. */
export interface HeldLimits {
  /** By one browser: the party of a coach, or a school class with its teachers. */
  perBrowser: number
  /** By one network: a large office during an on-sale. */
  perNetwork: number
  /** By one network, as a share of a session's capacity ... */
  shareOfSession: number
  /** ... which is never less than this many tickets, so that small houses can sell to a family. */
  perSessionAtLeast: number
}

/**
 * The classes of calls while there is more to do than can be done, and the share of each that one
 * network may have under way at a time, so that its requests never fill the queue that others wait
 * in. How much a process has under way in all is the server's to say. A waiting room admits to
 * `sale`, and to nothing else.
 */
export const ADMISSION = {
  /** Takes tickets from stock. Refused first under overload: nobody loses anything by it. */
  sale: { sharePerNetwork: 0.1 },
  /** Finishes, changes or undoes what a buyer has begun. Never refused for overload. */
  finish: { sharePerNetwork: 0.02 },
  /** Reads what is mostly kept ready; what has to be computed passes a gate of its own. */
  read: { sharePerNetwork: 0.05 },
} as const satisfies Record<string, { sharePerNetwork: number }>

export type Admission = keyof typeof ADMISSION

/** Reads that are kept as bytes: a page makes five of them, and a thousand people may share an address. */
export const READ: Limits = { perNetwork: 6000 }

/** A running total, asked at each change of a selection; computed each time. */
export const PREVIEW: Limits = { perNetwork: 1800 }

/** Somebody who types, and a house of them behind one address. */
export const SEARCH: Limits = { perNetwork: 600 }

/** A person changes their mind every few seconds at most; forty people may do so behind one address. */
export const HOLD = {
  perNetwork: 1200,
  perBrowser: 60,
  held: { perBrowser: 100, perNetwork: 300, shareOfSession: 0.1, perSessionAtLeast: 20 },
} as const satisfies Limits

/** Looks at a cart, and small changes of one. */
export const CART: Limits = { perNetwork: 1800, perBrowser: 120 }

/** Steps of a payment. The provider is asked for most of them, and its own limit is for the whole house. */
export const PAY: Limits = { perNetwork: 240, perBrowser: 30 }

/** Asked every few seconds while a buyer waits for the outcome. */
export const PAYMENT_STATUS: Limits = { perNetwork: 1200, perBrowser: 120 }

/** A buyer who mistypes needs a few; a guesser of codes would need thousands. */
export const COUPON: Limits = { perNetwork: 60, perBrowser: 20 }

/** At a door a whole queue opens its tickets from one address; only guesses are few. */
export const ORDER: Limits = {
  perNetwork: 1200,
  guessesPerNetwork: 60,
  perTarget: { part: 'params', name: 'orderId', requests: 120 },
}

/** Pages, posters and whatever else is no call of the contract; assets and health are not counted. */
export const PAGE: Limits = { perNetwork: 6000 }

/** A file takes the time of fifty small answers; nobody needs the same one this often. */
export const FILE: Limits = { perNetwork: 30 }

/** Changes of an order that is paid. */
export const ORDER_CHANGE: Limits = {
  perNetwork: 60,
  perTarget: { part: 'params', name: 'orderId', requests: 12 },
}

/** Each sends a mail. */
export const RESEND = {
  perNetwork: 30,
  perTarget: { part: 'body', name: 'orderId', requests: 12 },
} as const satisfies Limits

/** A page keeps one open; beyond this a browser asks from time to time instead. */
export const STREAM = { perNetwork: 600, streamsPerNetwork: 200 } as const satisfies Limits
