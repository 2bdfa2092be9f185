import type { Socket } from 'node:net'
import { createDraw, type Draw } from '../random.ts'

/**
 * Instead of running the call:
 * - `error500`, `rateLimit`: answers with this error. The idempotency key stays free, as for a call
 *   that never reached its endpoint.
 * - `error500Kept`: fails after the call has begun. The 500 is stored under its idempotency key, as
 *   at Stripe.
 * - `cut`: closes the connection.
 * - `timeout`: never answers.
 *
 * After the call was run:
 * - `error500After`: answers 500, which is stored under the key like any answer.
 * - `cutAfter`: closes the connection.
 * - `timeoutAfter`: never answers.
 * - `slow`: answers after `delayMs`; the key is in use until then.
 */
export const FAULT_KINDS = [
  'error500',
  'rateLimit',
  'error500Kept',
  'cut',
  'timeout',
  'error500After',
  'cutAfter',
  'timeoutAfter',
  'slow',
] as const

export type FaultKind = (typeof FAULT_KINDS)[number]

/** The calls that are meant, as `METHOD /v1/path`: a part of it, a pattern, or a predicate. */
export type Match = string | RegExp | ((call: string) => boolean)

export interface Fault {
  match: Match
  kind: FaultKind
  /** How many calls it hits; one unless said otherwise. */
  times?: number
  /** How late a `slow` answer is; 1,000 unless said otherwise. */
  delayMs?: number
}

/** Faults with a probability each; the same seed and order of calls give the same faults. */
export interface RandomFaults {
  seed: number
  /** The share of calls that each kind hits, 0 to 1; together at most 1. */
  chances: Partial<Record<FaultKind, number>>
  /** Every call unless said otherwise. */
  match?: Match
  delayMs?: number
}

/** A call that is stopped before it runs. Its idempotency key is in use meanwhile. */
export interface Pause {
  /** Resolves when a matching call has arrived. */
  readonly arrived: Promise<void>
  release(): void
}

/** Faults that tests set for later calls, of browsers and of servers. */
export interface Faults {
  next(fault: Fault): void
  /**
   * Injects faults at random until `clear`. Faults of `next` come first.
   *
   * @throws RangeError if the chances add up to more than 1.
   */
  randomly(faults: RandomFaults): void
  pause(match: Match): Pause
  /** Removes all faults, resumes paused calls and closes the connections that were left open. */
  clear(): void
  /** How many calls each kind has hit so far. */
  counts(): Record<FaultKind, number>
}

export interface InjectedFault {
  kind: FaultKind
  delayMs: number
}

const SLOW_MS = 1_000

const matches = (match: Match, call: string): boolean => {
  if (typeof match === 'function') return match(call)
  return typeof match === 'string' ? call.includes(match) : match.test(call)
}

export class FaultSwitch implements Faults {
  #ordered: { fault: Fault; left: number }[] = []
  #random: { faults: RandomFaults; draw: Draw<FaultKind> }[] = []
  #pauses: { match: Match; arrive: () => void; released: Promise<void>; release: () => void }[] = []
  readonly #hits = new Map<FaultKind, number>()
  readonly #hanging = new Set<Socket>()

  next(fault: Fault): void {
    this.#ordered.push({ fault, left: fault.times ?? 1 })
  }

  randomly(faults: RandomFaults): void {
    const draw = createDraw(FAULT_KINDS, faults.chances, faults.seed)
    this.#random.push({ faults, draw })
  }

  pause(match: Match): Pause {
    const arrival = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const pause = {
      match,
      arrive: arrival.resolve,
      released: release.promise,
      release: () => release.resolve(),
    }
    this.#pauses.push(pause)
    return { arrived: arrival.promise, release: pause.release }
  }

  clear(): void {
    this.#ordered = []
    this.#random = []
    for (const pause of this.#pauses) pause.release()
    this.#pauses = []
    this.dropHanging()
  }

  counts(): Record<FaultKind, number> {
    const counts = FAULT_KINDS.map((kind) => [kind, this.#hits.get(kind) ?? 0])
    return Object.fromEntries(counts)
  }

  /** The fault for this call, if any. One of `next` is used up. */
  take(call: string): InjectedFault | undefined {
    const fault = this.#takeOrdered(call) ?? this.#drawRandom(call)
    if (fault) this.#hits.set(fault.kind, (this.#hits.get(fault.kind) ?? 0) + 1)
    return fault
  }

  /** Waits while the call is paused. */
  async admit(call: string): Promise<void> {
    const pause = this.#pauses.find(({ match }) => matches(match, call))
    if (!pause) return
    this.#pauses = this.#pauses.filter((other) => other !== pause)
    pause.arrive()
    await pause.released
  }

  /** Leaves a connection open without an answer until its client gives up. */
  hang(socket: Socket): void {
    this.#hanging.add(socket)
    socket.once('close', () => this.#hanging.delete(socket))
  }

  dropHanging(): void {
    for (const socket of this.#hanging) socket.destroy()
  }

  #takeOrdered(call: string): InjectedFault | undefined {
    const order = this.#ordered.find(({ fault }) => matches(fault.match, call))
    if (!order) return undefined
    order.left -= 1
    if (order.left <= 0) this.#ordered = this.#ordered.filter((other) => other !== order)
    return { kind: order.fault.kind, delayMs: order.fault.delayMs ?? SLOW_MS }
  }

  #drawRandom(call: string): InjectedFault | undefined {
    for (const { faults, draw } of this.#random) {
      if (faults.match !== undefined && !matches(faults.match, call)) continue
      const kind = draw()
      if (kind) return { kind, delayMs: faults.delayMs ?? SLOW_MS }
    }
    return undefined
  }
}
