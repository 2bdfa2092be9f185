import { DATABASE_TIMEOUTS, type DatabaseTimeouts } from '@foyer/db'
import type { RateWindow } from '@foyer/domain'
import type { GateBounds } from './http/gate.ts'

/**
 * How much of one process a caller, or one kind of work, may use. The limits of an endpoint's calls
 * are in the contract; this list holds what belongs to no single endpoint. The composition root
 * accepts other values, so that a positive control can lift one bound and show that it is needed.
 */
export interface Bounds {
  /** Mean lag of the event loop, in milliseconds, beyond which new holds are refused. */
  holdsLagMs: number
  /** Holds in progress at a time, beyond which new ones are refused. */
  holdsInProgress: number
  /**
   * Operations that may wait for their lane; those that finish a payment may exceed it by the
   * reserve.
   */
  laneQueue: number
  laneReserve: number
  /** Operations of one client (its network) that may wait for their lane. */
  laneShare: number
  /** Whether clients take turns in the queue of a lane; otherwise its order is that of arrival. */
  lanesTakeTurns: boolean
  /**
   * Stock items that one operation may lock; one that finishes a payment locks whatever was paid
   * for.
   */
  lanePlaces: number
  /** How often an operation may widen its lock. */
  laneLooks: number
  /** Expired holds that one batch ends, over all its sessions. */
  lapsedChunk: number
  /**
   * How long an operation may wait until the expired holds in its way are ended, in milliseconds.
   */
  lapsedWaitMs: number
  /**
   * The time for a request to arrive, from its first byte to its last, in milliseconds; 0 for no
   * limit. A slower one is cut off at the next check of the connections, within half a minute.
   */
  requestMs: number
  /** How long a request may occupy the database, in milliseconds. */
  databaseTimeouts: Readonly<DatabaseTimeouts>
  /** Messages cached for each watched event, for streams that reconnect with an older version. */
  missedMessages: number
  /** How long the database may be away or read-only, in milliseconds, before /readyz says so. */
  databaseGraceMs: number
  /** Responses cached for everybody (http/response-cache.ts). */
  cachedResponses: {
    /** Bytes of bodies in all their encodings, of keys, and of each entry's overhead. */
    bytes: number
    entries: number
    /** Bytes of the requests that are answered before routing: their keys and their headers. */
    shortcutBytes: number
  }
  /** Cached responses that are computed at a time, each with several statements. */
  reads: GateBounds
  /** Inventories of a whole event, half a megabyte each, that are computed at a time. */
  inventories: GateBounds
  /** Files that requests have the worker compute: tickets as PDF, passes, posters. */
  slowTasks: GateBounds
  /** Searches through the API at a time. */
  searches: GateBounds
  /**
   * How many mails of one organizer one mailbox gets. Mails that somebody paid for count and are
   * always sent; others beyond it are held back (features/mails/judge-mails.ts).
   */
  mailsToOneRecipient: readonly RateWindow[]
  /** How often the confirmation of one order is sent again. */
  resendsOfOneOrder: readonly RateWindow[]
  /** Other calls in progress at a time, of which a network has a share. */
  callsInProgress: number
  /**
   * What the limits of the contract are multiplied by. Infinity counts and never refuses: for load
   * tests, in which one address plays a crowd.
   */
  limitFactor: number
  /** How often one order moves to another session. */
  reschedulesOfOneOrder: readonly RateWindow[]
  /** Pages rendered at a time; `perCaller` and `perMinute` are those of one network. */
  renders: Required<GateBounds> & { perMinute: number }
}

const MEGABYTE = 1024 * 1024

export const BOUNDS: Readonly<Bounds> = {
  // A full load of holds lags 10 to 30 ms, a burst of hundreds of new connections 150.
  holdsLagMs: 400,
  // A slow database grants a thousand holds per second, and nobody should wait behind 5,000 others.
  holdsInProgress: 5000,
  // Ten thousand operations take a second or two; with more, a client should rather retry later.
  laneQueue: 10_000,
  laneReserve: 1000,
  // An office or a mobile carrier's gateway has some hundreds of buyers active at a time.
  laneShare: 1000,
  lanesTakeTurns: true,
  // A cart has 20 lines (MAX_LINES_PER_CART) and some add-ons; while it is replaced, twice as many.
  lanePlaces: 100,
  // Two are usual: one for a cart, and one for what another request of it held meanwhile.
  laneLooks: 8,
  // Each takes 40 to 50 us of the batch, and every batch of such a session ends as many: 5 ms.
  lapsedChunk: 100,
  // Some 50,000 expired holds are ended within it.
  lapsedWaitMs: 5000,
  // A body has at most 64 kB, and may arrive over a bad line.
  requestMs: 60_000,
  databaseTimeouts: DATABASE_TIMEOUTS,
  // After a restart all streams reconnect with the same version, or with one of a few before it.
  missedMessages: 20,
  // A database that restarts, or a pool that is busy, takes no process out of service.
  databaseGraceMs: 15_000,
  // A shop with 500 events and all its pages takes 30 MB.
  cachedResponses: { bytes: 64 * MEGABYTE, entries: 10_000, shortcutBytes: 16 * MEGABYTE },
  // Out of 20 connections: holds, payments and pages need some as well. A read takes 5 ms.
  reads: { atOnce: 8, waiting: 400 },
  // Serializing one takes 50 ms of the event loop.
  inventories: { atOnce: 1, waiting: 20 },
  // A PDF takes 60 ms, a poster 5 ms. A thread computes one at a time, beside its jobs.
  slowTasks: { atOnce: 4, waiting: 200 },
  // A search takes the database milliseconds, but a flood of them would take all of it: holds come
  // first.
  searches: { atOnce: 4, waiting: 100 },
  // A family on one address takes a few free orders and reschedules one or two; a school's office
  // takes a class of thirty one by one, and then receives its mails over a few hours.
  mailsToOneRecipient: [
    { seconds: 3600, most: 10 },
    { seconds: 86_400, most: 30 },
  ],
  // A buyer who misses the first mail asks for a second; a fourth does not help.
  resendsOfOneOrder: [{ seconds: 3600, most: 3 }],
  // As many operations as the lanes queue.
  callsInProgress: 10_000,
  limitFactor: 1,
  // There, back and once more is a change of mind. Each reschedule sends a mail and takes tickets
  // from others.
  reschedulesOfOneOrder: [
    { seconds: 86_400, most: 3 },
    { seconds: Number.POSITIVE_INFINITY, most: 10 },
  ],
  // A page takes 10 to 20 ms of the event loop. All buyers share the cached pages, and beyond these
  // bounds their browsers render; 600 a minute by one network take an eighth of a process.
  renders: { atOnce: 4, waiting: 40, perCaller: 8, perMinute: 600 },
}
