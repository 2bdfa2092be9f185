import { type HeldLimits, type Refused, refused } from '@foyer/contract'
import { BoundedMap } from '../engine/bounded-map.ts'
import type { HeldChange, HeldTickets, HoldAllowance } from '../engine/hold-allowance.ts'
import type { CountSource, HotCount } from './shared-counts.ts'

/** Callers remembered by each counter, each with an event or a session: some 20 MB for all. */
const MOST_CALLERS = 20_000
const MINUTE_MS = 60_000
/** Fewer tickets than this share of the bound are not worth a row in the database. */
const SHARED_FROM = 0.1

/** Who holds. */
export interface Holder {
  tenantId: number
  /** '' where no network is known: it is not bounded then. */
  network: string
  browserId: string
}

/** Refuses a client's hold where its network or its browser holds too much already. */
export interface HeldTicketLimits {
  /** For one operation; `settle` says whether it was carried out. */
  allowanceFor(holder: Holder): HoldAllowance & { settle(isDone: boolean): void }
}

/**
 * Tickets that callers hold at a time, in the minutes in which their holds end, so that a hold counts
 * no more once it has lapsed, and nothing has to be remembered of single holds. A caller may hold in
 * one process and give back in another: counts below zero are part of the sum over all processes.
 */
class HeldCounter implements CountSource {
  readonly name: string
  readonly #minutes = new BoundedMap<string, Map<number, number>>(MOST_CALLERS)
  readonly #touched = new Set<string>()
  readonly #written = new Set<string>()
  readonly #hash: (caller: string) => string
  readonly #sharedFrom: number
  #others: ReadonlyMap<string, number> = new Map()
  /** Of the database, as of the last change. */
  #now = 0

  constructor(name: string, most: number, hash: (caller: string) => string) {
    this.name = name
    this.#hash = hash
    this.#sharedFrom = most * SHARED_FROM
  }

  /** Held now, by all processes; never below 0. */
  count(caller: string, now: Date): number {
    const others = this.#others.size > 0 ? (this.#others.get(this.#hash(caller)) ?? 0) : 0
    return Math.max(0, this.#own(caller, now.getTime()) + others)
  }

  add(caller: string, quantity: number, endsAt: Date, now: Date): void {
    this.#now = now.getTime()
    const minutes = this.#minutes.get(caller) ?? new Map<number, number>()
    const minute = Math.ceil(endsAt.getTime() / MINUTE_MS)
    minutes.set(minute, (minutes.get(minute) ?? 0) + quantity)
    this.#minutes.set(caller, minutes)
    this.#touched.add(caller)
  }

  hotCounts(): HotCount[] {
    const counts = [...this.#touched].flatMap((caller) => {
      const count = this.#own(caller, this.#now)
      const isHot = Math.abs(count) >= this.#sharedFrom
      // A count that has fallen replaces the row in which it was higher, once.
      const wasHot = isHot ? this.#written.has(caller) : this.#written.delete(caller)
      if (!isHot && !wasHot) return []
      if (isHot) this.#written.add(caller)
      const last = Math.max(...(this.#minutes.get(caller)?.keys() ?? [0]))
      return [{ key: this.#hash(caller), count, endsInMs: last * MINUTE_MS - this.#now }]
    })
    this.#touched.clear()
    return counts
  }

  takeOthers(counts: ReadonlyMap<string, number>): void {
    this.#others = counts
  }

  #own(caller: string, now: number): number {
    let sum = 0
    const minutes = this.#minutes.get(caller)
    for (const [minute, quantity] of minutes ?? []) {
      if (minute * MINUTE_MS <= now) minutes?.delete(minute)
      else sum += quantity
    }
    return sum
  }
}

/**
 * `limits` are those that the contract declares for holds, multiplied by `factor`. `hash` makes the
 * keys under which processes exchange their counts.
 */
export function createHeldTicketLimits(
  limits: HeldLimits,
  factor: number,
  hash: (caller: string) => string,
  onRefused: () => void,
): HeldTicketLimits & { sources: readonly CountSource[] } {
  const perBrowser = limits.perBrowser * factor
  const perNetwork = limits.perNetwork * factor
  const perSessionAtLeast = limits.perSessionAtLeast * factor
  const byBrowser = new HeldCounter('held-by-browser', perBrowser, hash)
  const byNetwork = new HeldCounter('held-by-network', perNetwork, hash)
  const bySession = new HeldCounter('held-in-session', perSessionAtLeast, hash)

  const countersOf = ({ tenantId, network, browserId }: Holder, tickets: HeldTickets) => {
    const { eventId, sessionId, capacity } = tickets
    const share = capacity === null ? Infinity : Math.floor(capacity * limits.shareOfSession)
    return [
      { counter: byBrowser, caller: `${tenantId} ${browserId} ${eventId}`, most: perBrowser },
      ...(network
        ? [
            { counter: byNetwork, caller: `${tenantId} ${network} ${eventId}`, most: perNetwork },
            {
              counter: bySession,
              caller: `${tenantId} ${network} ${sessionId}`,
              most: Math.max(perSessionAtLeast, share),
            },
          ]
        : []),
    ]
  }

  function apply(holder: Holder, { added, removed, now }: HeldChange, sign: 1 | -1): void {
    for (const [list, direction] of [
      [added, sign],
      [removed, -sign],
    ] as const) {
      for (const tickets of list) {
        for (const { counter, caller } of countersOf(holder, tickets)) {
          counter.add(caller, direction * tickets.quantity, tickets.endsAt, now)
        }
      }
    }
  }

  /** The first bound that is exceeded by what has just been counted. */
  function isOver(holder: Holder, { added, now }: HeldChange): boolean {
    return added.some((tickets) =>
      countersOf(holder, tickets).some(({ counter, caller, most }) => {
        return counter.count(caller, now) > most
      }),
    )
  }

  return {
    sources: [byBrowser, byNetwork, bySession],
    allowanceFor(holder) {
      let taken: HeldChange | null = null
      const undo = () => {
        if (taken) apply(holder, taken, -1)
        taken = null
      }
      return {
        take(change) {
          undo()
          apply(holder, change, 1)
          taken = change
          const isMore = quantityIn(change.added) > quantityIn(change.removed)
          if (!isMore || !isOver(holder, change)) return null
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

const quantityIn = (tickets: readonly HeldTickets[]) =>
  tickets.reduce((sum, { quantity }) => sum + quantity, 0)

const TOO_MANY_HELD: Refused = refused(
  'too_many_held',
  'Too many tickets for this event are being held from your connection at the moment. Nothing more was held. Please complete or release what you hold, or try again in a few minutes.',
)
