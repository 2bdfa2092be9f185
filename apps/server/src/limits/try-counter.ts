import { type Refusal, refused } from '@foyer/contract'
import { BoundedMap } from '../engine/bounded-map.ts'
import type { CountSource, HotCount } from './shared-counts.ts'

const WINDOW_MS = 60_000
/**
 * How many callers one counter remembers. More at a time are a distributed attack, which limits by
 * caller cannot stop. An entry takes some 150 bytes, so a hundred counters take at most 60 MB.
 */
const MOST_CALLERS = 4000
/** A caller that has used less than this share of a limit gets no row in the database. */
const SHARED_FROM = 0.1

/** The result of one more try of a caller. */
export interface Tried {
  /** Null if the caller may continue. */
  refusal: Refusal | null
  /** Names and values alternate; empty while the caller is far from its limit. */
  headers: readonly string[]
}

interface Window {
  count: number
  endsAt: number
  /** The caller's key in other processes; computed when it is first needed. */
  sharedKey: string | null
}

const NO_HEADERS: readonly string[] = []

/**
 * Counts the tries of each caller in windows of one minute, which begin with the caller's first
 * try, and adds what other processes have counted (see `SharedCounts`). `now` is monotonic, in
 * milliseconds.
 */
export class TryCounter implements CountSource {
  readonly name: string
  /** Tries per minute now; with Infinity it counts and never refuses. */
  readonly #most: () => number
  readonly #windows = new BoundedMap<string, Window>(MOST_CALLERS)
  /** Callers that have used enough of the limit to be shared; cleared when they are read. */
  readonly #hot = new Map<string, Window>()
  readonly #hash: (caller: string) => string
  readonly #now: () => number
  #others: ReadonlyMap<string, number> = new Map()

  constructor(options: {
    name: string
    most: () => number
    hash?: (caller: string) => string
    now?: () => number
  }) {
    this.name = options.name
    this.#most = options.most
    this.#hash = options.hash ?? ((caller) => caller)
    this.#now = options.now ?? (() => performance.now())
  }

  try(caller: string): Tried {
    const at = this.#now()
    const most = this.#most()
    const present = this.#windows.get(caller)
    const window =
      present && present.endsAt > at
        ? present
        : { count: 0, endsAt: at + WINDOW_MS, sharedKey: null }
    window.count += 1
    // Inserted anew at each try, so that the map's first entry is the caller with the oldest last
    // try.
    this.#windows.set(caller, window)
    if (window.count >= most * SHARED_FROM) this.#hot.set(caller, window)
    const count = window.count + this.#othersOf(caller, window)
    const remaining = most - count
    if (remaining > most / 2 || most === Infinity) {
      return { refusal: null, headers: NO_HEADERS }
    }
    const seconds = Math.ceil((window.endsAt - at) / 1000)
    return {
      refusal: remaining < 0 ? tooMany(seconds) : null,
      headers: [
        ...['x-ratelimit-limit', String(most)],
        ...['x-ratelimit-remaining', String(Math.max(0, remaining))],
        ...['x-ratelimit-reset', String(seconds)],
        ...(remaining < 0 ? ['retry-after', String(seconds)] : []),
      ],
    }
  }

  hotCounts(): HotCount[] {
    const at = this.#now()
    const live = [...this.#hot].filter(([, window]) => window.endsAt > at)
    this.#hot.clear()
    return live.map(([caller, window]) => ({
      key: this.#keyOf(caller, window),
      count: window.count,
      endsInMs: window.endsAt - at,
    }))
  }

  takeOthers(counts: ReadonlyMap<string, number>): void {
    this.#others = counts
  }

  #othersOf(caller: string, window: Window): number {
    return this.#others.size > 0 ? (this.#others.get(this.#keyOf(caller, window)) ?? 0) : 0
  }

  #keyOf(caller: string, window: Window): string {
    window.sharedKey ??= this.#hash(caller)
    return window.sharedKey
  }
}

function tooMany(seconds: number): Refusal {
  const wait = seconds === 1 ? '1 second' : `${seconds} seconds`
  return refused('rate_limited', `Too many tries. Please wait ${wait} and try again.`).refusal
}
