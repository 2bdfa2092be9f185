import { DATABASE_TIMEOUTS, type DatabaseTimeouts } from '@foyer/db'
import type { RateWindow } from '@foyer/domain'
import type { BytesInFlightBounds } from './http/bytes-in-flight.ts'
import type { GateBounds, SharedGateBounds } from './http/gate.ts'
import type { SandboxTask } from './worker/sandbox-tasks.ts'

/**
 * How much of one process a caller, or one kind of work, may use. The limits of an endpoint's calls
 * are in the contract; this list has the bounds that belong to no single endpoint. The composition
 * root accepts other values, so that a test can lift one bound as a positive control.
 */
export interface Bounds {
  /** The mean lag of the event loop, in milliseconds, above which new holds are refused. */
  holdsLagMs: number
  /** The number of holds in progress above which new ones are refused. */
  holdsInProgress: number
  /**
   * How many operations may wait for their lane; those that finish a payment may exceed it by the
   * reserve.
   */
  laneQueue: number
  laneReserve: number
  /** How many operations of one client (its network) may wait for their lane. */
  laneShare: number
  /**
   * Whether clients take turns in the queue of a lane; if not, it is served in order of arrival.
   */
  lanesTakeTurns: boolean
  /**
   * How many stock items one operation may lock. One that finishes a payment may lock more: all
   * that was paid for.
   */
  laneStockItems: number
  /** How many times an operation may widen. */
  laneWidenings: number
  /** How many expired holds one batch ends, over all its sessions. */
  expiredChunk: number
  /**
   * How long an operation may wait until the expired holds in its way are ended, in milliseconds.
   */
  expiredWaitMs: number
  /**
   * How long a request may take to arrive, from its first byte to its last, in milliseconds; 0 is
   * without limit. A slower one is cut off at the next check of the connections, within half a
   * minute.
   */
  requestMs: number
  /** How long a request may occupy the database, in milliseconds. */
  databaseTimeouts: Readonly<DatabaseTimeouts>
  /**
   * How many messages of each watched event are cached, for streams that reconnect with an older
   * version.
   */
  missedMessages: number
  /** How long the database may be away or read-only, in milliseconds, before /readyz reports it. */
  databaseGraceMs: number
  /** Responses cached for everybody (http/response-cache.ts). */
  cachedResponses: {
    /** Counts the bodies in all their encodings, the keys, and the overhead of each entry. */
    bytes: number
    entries: number
    /** For requests that are answered before routing: counts their keys and their headers. */
    shortcutBytes: number
  }
  /** Computing cached responses, each with several statements. */
  reads: GateBounds
  /** Computing the inventory of a whole event, half a megabyte each. */
  inventories: GateBounds
  /** Files that the worker computes for requests: tickets as PDF, passes, posters. */
  slowTasks: GateBounds
  /** Link previews among them. */
  previews: GateBounds
  /** Calls of the back office that take seconds; `perCaller` is for one organizer. */
  longCalls: SharedGateBounds
  /** Files and long bodies of organizers that are arriving. */
  bodies: BytesInFlightBounds
  /** Judging what organizers send; `perCaller` is for one organizer. */
  sandbox: SharedGateBounds & {
    /** How long each task may take, in milliseconds. Its thread is ended then. */
    taskMs: Readonly<Record<SandboxTask, number>>
    /** How long its thread may take to load what it needs, in milliseconds. It is ended then. */
    startMs: number
    /** How much memory the thread may take, in megabytes. It ends by itself beyond that. */
    megabytes: number
    /** After how long without a task the thread is ended, in milliseconds. */
    idleMs: number
  }
  /** Searches through the API; `perCaller` is for one network. */
  searches: SharedGateBounds
  /**
   * How many mails of one organizer one mailbox gets. Mails about something paid for count, and are
   * always sent; others beyond the limit are delayed (features/mails/judge-mails.ts).
   */
  mailsToOneRecipient: readonly RateWindow[]
  /** How often the confirmation of one order may be sent again. */
  resendsOfOneOrder: readonly RateWindow[]
  /** How often a phone number or ZIP may be tried in vain for one e-mail address. */
  lookupGuesses: readonly RateWindow[]
  /** How many codes one e-mail address is sent for lookups. */
  lookupCodes: readonly RateWindow[]
  /** Passwords of the back office that are hashed at a time, and wait. */
  passwordHashes: GateBounds
  /** All other calls in progress, of which each network has a share. */
  callsInProgress: number
  /**
   * A factor for the limits of the contract, beside the one that operators set. Infinity counts and never
   * refuses: for load tests, where one address represents many clients.
   */
  limitFactor: number
  /** How often one order may be rescheduled. */
  reschedulesOfOneOrder: readonly RateWindow[]
  /** Rendering pages; `perCaller`, `perCallerAtOnce` and `perMinute` are for one network. */
  renders: SharedGateBounds & { perCallerAtOnce: number; perMinute: number }
}

const MEGABYTE = 1024 * 1024

export const BOUNDS: Readonly<Bounds> = {
  // Under full load, holds lag by 10 to 30 ms; a burst of hundreds of new connections lags by 150
  // ms.
  holdsLagMs: 400,
  // A slow database grants a thousand holds per second, and no buyer should wait for 5,000 others.
  holdsInProgress: 5000,
  // Ten thousand operations take a second or two. With more, a client does better to retry later.
  laneQueue: 10_000,
  laneReserve: 1000,
  // An office or a mobile carrier's gateway has some hundreds of buyers active at a time.
  laneShare: 1000,
  lanesTakeTurns: true,
  // A cart has 20 lines (MAX_LINES_PER_CART) and some add-ons, and twice as many while it is
  // replaced.
  laneStockItems: 100,
  // Two are usual: one for a cart, and one for what another request of the cart held meanwhile.
  laneWidenings: 8,
  // Each takes 40 to 50 us of the batch, so a batch that ends as many takes 5 ms longer.
  expiredChunk: 100,
  // Some 50,000 expired holds are ended in this time.
  expiredWaitMs: 5000,
  // A body has at most 64 kB, and may arrive over a slow line.
  requestMs: 60_000,
  databaseTimeouts: DATABASE_TIMEOUTS,
  // After a restart all streams reconnect with the same version, or with one of a few before it.
  missedMessages: 20,
  // A restart of the database, or a busy pool, must not take the process out of service.
  databaseGraceMs: 15_000,
  // A shop with 500 events and all its pages takes 30 MB.
  cachedResponses: { bytes: 64 * MEGABYTE, entries: 10_000, shortcutBytes: 16 * MEGABYTE },
  // Of 20 connections; holds, payments and pages need some as well. A read takes 5 ms.
  reads: { atOnce: 8, waiting: 400 },
  // Serializing one takes 50 ms of the event loop.
  inventories: { atOnce: 1, waiting: 20 },
  // A PDF takes 60 ms, a poster 5 ms. A worker thread computes one at a time, beside its jobs.
  slowTasks: { atOnce: 4, waiting: 200 },
  // One takes 150 ms. A script that asks for those of all events must not fill the queue in which
  // buyers wait for their tickets; a messenger asks again.
  previews: { atOnce: 1, waiting: 20 },
  // Each has one of two connections for long work. An organizer whose file takes half a minute leaves the
  // other one to everybody else.
  longCalls: { atOnce: 2, waiting: 40, perCaller: 4, perCallerAtOnce: 1 },
  // A picture has at most 20 MB. A line that sends a byte a second keeps its share for a minute.
  bodies: { bytes: 160 * MEGABYTE, perCaller: 40 * MEGABYTE },
  // The longest page that is allowed takes 40 ms; on a busy machine three times that. One organizer has
  // two tasks at most, so others wait a second beside it; for the largest table, some seconds.
  sandbox: {
    ...{ atOnce: 1, waiting: 40, perCaller: 2 },
    ...{ taskMs: { page: 1000, svg: 500, table: 5000 }, startMs: 20_000 },
    ...{ megabytes: 256, idleMs: 30_000 },
  },
  // A search takes the database milliseconds, but a flood of searches would leave nothing for
  // holds. One network never fills the queue.
  searches: { atOnce: 4, waiting: 100, perCaller: 25 },
  // A family with one address makes a few free orders and reschedules one or two. A school's office
  // orders for thirty pupils one by one, and receives its mails over a few hours.
  mailsToOneRecipient: [
    { seconds: 3600, most: 10 },
    { seconds: 86_400, most: 30 },
  ],
  // A buyer who misses the first mail asks for a second one; a fourth does not help.
  resendsOfOneOrder: [{ seconds: 3600, most: 3 }],
  // A buyer who has moved house tries two or three. At this rate, 100,000 ZIPs take ten years, and the
  // hundred ZIPs of a town more than three days. A code still finds the orders.
  lookupGuesses: [
    { seconds: 3600, most: 10 },
    { seconds: 86_400, most: 30 },
  ],
  // Each code allows five tries, so a day has 100 tries for a million codes. The mails also count with
  // all others to the address.
  lookupCodes: [
    { seconds: 3600, most: 5 },
    { seconds: 86_400, most: 20 },
  ],
  // Each takes 40 ms of one of the four threads that also read files; two leave room for them.
  passwordHashes: { atOnce: 2, waiting: 40 },
  // As many operations as the lanes queue.
  callsInProgress: 10_000,
  limitFactor: 1,
  // Three a day are enough for a buyer who changes their mind. Each reschedule sends a mail and
  // takes stock from others.
  reschedulesOfOneOrder: [
    { seconds: 86_400, most: 3 },
    { seconds: Number.POSITIVE_INFINITY, most: 10 },
  ],
  // A page takes 10 to 20 ms of the event loop. All buyers share the cached pages, and beyond these
  // bounds their browsers render. 600 a minute by one network take an eighth of a process. Those of
  // one network follow one another, since several at a time would delay everybody by their sum: with
  // four, two and one, a flood raised the p99 of other buyers' calls six-, four- and twofold.
  renders: { atOnce: 4, waiting: 40, perCaller: 8, perCallerAtOnce: 1, perMinute: 600 },
}
