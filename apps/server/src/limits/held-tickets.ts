import { type HeldLimits, refused } from '@foyer/contract'
import { BoundedMap } from '../engine/bounded-map.ts'
import type { HeldChange, HeldTickets, HoldAllowance } from '../engine/holds/hold-allowance.ts'
import type { CountSource, HotCount } from './shared-counts.ts'

/**
 * How many callers each counter remembers, each with an event or a session; some 7 MB for each of
 * the four counters.
 */
const MOST_CALLERS = 20_000
const MINUTE_MS = 60_000
/** A caller whose tickets are below this share of the bound gets no row in the database. */
const SHARED_FROM = 0.1

/** Who holds tickets. */
export interface Holder {
  tenantId: number
  /** The key of the client's network; '' if unknown, and then no network bound applies. */
  network: string
  browserId: string
}

/** Refuses a hold if the client's network or browser already holds too many tickets. */
export interface HeldTicketLimits {
  /**
   * Makes the allowance for one operation. Call `settle` with whether the operation was carried
   * out.
   */
  allowanceFor(holder: Holder): HoldAllowance & { settle(isDone: boolean): void }
}

/**
 * Counts held tickets by the minute in which their holds end. So an expired hold stops counting,
 * and no single hold has to be remembered. A caller costs a few numbers, because thousands of new
 * callers arrive in one second of an on-sale.
 */
class TicketsByMinute {
  /** The sum of the minutes that have not ended. */
  #total = 0
  readonly #minutes: number[] = []
  readonly #quantities: number[] = []

  add(minute: number, quantity: number): void {
    this.#total += quantity
    // Most holds end in the same minute as the hold before them.
    const index = this.#minutes.lastIndexOf(minute)
    if (index >= 0) this.#quantities[index] = (this.#quantities[index] ?? 0) + quantity
    else {
      this.#minutes.push(minute)
      this.#quantities.push(quantity)
    }
  }

  /** Returns the tickets that are still held after `minute`. */
  after(minute: number): number {
    for (let index = this.#minutes.length - 1; index >= 0; index -= 1) {
      if ((this.#minutes[index] ?? 0) > minute) continue
      this.#total -= this.#quantities[index] ?? 0
      this.#minutes.splice(index, 1)
      this.#quantities.splice(index, 1)
    }
    return this.#total
  }

  lastMinute(): number {
    return Math.max(0, ...this.#minutes)
  }
}

/**
 * Counts the tickets that each caller holds. A caller may hold in one process and release in
 * another, so a count below zero is valid; only the sum over all processes matters.
 */
class HeldCounter implements CountSource {
  readonly name: string
  readonly #callers = new BoundedMap<string, TicketsByMinute>(MOST_CALLERS)
  readonly #touched = new Set<string>()
  readonly #written = new Set<string>()
  readonly #hash: (caller: string) => string
  readonly #sharedFrom: () => number
  #others: ReadonlyMap<string, number> = new Map()
  /** The last full minute, by the database's clock, at the last change. */
  #minute = 0

  constructor(name: string, most: () => number, hash: (caller: string) => string) {
    this.name = name
    this.#hash = hash
    this.#sharedFrom = () => most() * SHARED_FROM
  }

  /**
   * Adds to a caller's tickets and returns how many it then holds in all processes; never below 0.
   */
  add(caller: string, quantity: number, endsAt: Date, now: Date): number {
    this.#minute = Math.floor(now.getTime() / MINUTE_MS)
    const tickets = this.#callers.get(caller) ?? new TicketsByMinute()
    tickets.add(Math.ceil(endsAt.getTime() / MINUTE_MS), quantity)
    this.#callers.set(caller, tickets)
    const own = tickets.after(this.#minute)
    // Smaller counts are not shared unless they were before; there may be thousands of such
    // callers.
    if (Math.abs(own) >= this.#sharedFrom() || this.#written.has(caller)) this.#touched.add(caller)
    const others = this.#others.size > 0 ? (this.#others.get(this.#hash(caller)) ?? 0) : 0
    return Math.max(0, own + others)
  }

  hotCounts(): HotCount[] {
    const counts = [...this.#touched].flatMap((caller) => {
      const tickets = this.#callers.get(caller)
      if (!tickets) return []
      const count = tickets.after(this.#minute)
      // A count that has fallen is written once more, to replace the higher row.
      if (Math.abs(count) >= this.#sharedFrom()) this.#written.add(caller)
      else this.#written.delete(caller)
      const endsInMs = (tickets.lastMinute() - this.#minute) * MINUTE_MS
      return [{ key: this.#hash(caller), count, endsInMs }]
    })
    this.#touched.clear()
    return counts
  }

  takeOthers(counts: ReadonlyMap<string, number>): void {
    this.#others = counts
  }
}

/**
 * `limits` are those that the contract declares for holds, multiplied by `factor`. `hash` makes the
 * keys under which processes exchange their counts.
 */
export function createHeldTicketLimits(
  limits: HeldLimits,
  factor: () => number,
  hash: (caller: string) => string,
  onRefused: () => void,
): HeldTicketLimits & { sources: readonly CountSource[] } {
  const perBrowser = () => limits.perBrowser * factor()
  const perNetwork = () => limits.perNetwork * factor()
  const perSessionAtLeast = () => limits.perSessionAtLeast * factor()
  const byBrowser = new HeldCounter('held-by-browser', perBrowser, hash)
  const byNetwork = new HeldCounter('held-by-network', perNetwork, hash)
  const inSession = new HeldCounter('held-in-session', perSessionAtLeast, hash)
  const placesInSession = new HeldCounter('held-places-in-session', perSessionAtLeast, hash)

  /**
   * Counts tickets as held, or as released if `sign` is -1. Returns true if the holder now has too many.
   * The bounds are of tickets, whatever one takes of its session. Only the share of a session is of its
   * places, and it does not count for the first tickets: a few family tickets are more than a tenth of a
   * small venue.
   */
  function count(holder: Holder, tickets: HeldTickets, sign: 1 | -1, now: Date): boolean {
    const { tenantId, network, browserId } = holder
    const { eventId, sessionId, capacity, endsAt } = tickets
    const [quantity, places] = [sign * tickets.quantity, sign * tickets.places]
    const ofBrowser = byBrowser.add(`${tenantId} ${browserId} ${eventId}`, quantity, endsAt, now)
    if (!network) return ofBrowser > perBrowser()
    const ofNetwork = byNetwork.add(`${tenantId} ${network} ${eventId}`, quantity, endsAt, now)
    const caller = `${tenantId} ${network} ${sessionId}`
    const ofSession = inSession.add(caller, quantity, endsAt, now)
    const placesOfSession = placesInSession.add(caller, places, endsAt, now)
    const share = capacity === null ? Infinity : Math.floor(capacity * limits.shareOfSession)
    return (
      ofBrowser > perBrowser() ||
      ofNetwork > perNetwork() ||
      (ofSession > perSessionAtLeast() && placesOfSession > share)
    )
  }

  /**
   * Applies a change, or reverts it with `sign` -1. Returns true if the client then holds too many.
   */
  function apply(holder: Holder, { added, removed, now }: HeldChange, sign: 1 | -1): boolean {
    for (const tickets of removed) count(holder, tickets, sign === 1 ? -1 : 1, now)
    let isTooMuch = false
    for (const tickets of added) {
      if (count(holder, tickets, sign, now)) isTooMuch = true
    }
    return isTooMuch
  }

  return {
    sources: [byBrowser, byNetwork, inSession, placesInSession],
    allowanceFor(holder) {
      let taken: HeldChange | null = null
      const undo = () => {
        if (taken) apply(holder, taken, -1)
        taken = null
      }
      return {
        take(change) {
          undo()
          const isTooMuch = apply(holder, change, 1)
          taken = change
          if (!isTooMuch || !isMore(change)) return null
          undo()
          onRefused()
          return TOO_MANY_HELD
        },
        settle(isDone) {
          if (!isDone) undo()
        },
      }
    },
  }
}

/** Whether a client holds more tickets after a change, or more places. */
function isMore({ added, removed }: HeldChange): boolean {
  const sumOf = (part: 'quantity' | 'places', tickets: readonly HeldTickets[]) =>
    tickets.reduce((sum, held) => sum + held[part], 0)
  return (['quantity', 'places'] as const).some((part) => sumOf(part, added) > sumOf(part, removed))
}

const TOO_MANY_HELD = refused(
  'too_many_held',
  'Too many tickets for this event are being held from your connection at the moment. Nothing more was held. Please complete or release what you hold, or try again in a few minutes.',
)
