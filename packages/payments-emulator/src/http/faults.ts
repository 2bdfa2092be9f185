import type { Socket } from 'node:net'

/**
 * - `error500`, `rateLimit`: answers so, and does nothing.
 * - `timeout`: does nothing and never answers.
 * - `cut`: closes the connection before anything is done.
 * - `timeoutAfter`: does everything, and the answer never comes.
 */
export type FaultKind = 'error500' | 'rateLimit' | 'timeout' | 'cut' | 'timeoutAfter'

/** Part of `METHOD /v1/path`, a pattern for it, or a function of it. */
export type Match = string | RegExp | ((call: string) => boolean)

export interface Fault {
  match: Match
  kind: FaultKind
  /** How many calls it hits; one unless said otherwise. */
  times?: number
}

/** A call that is kept waiting before anything is done, its idempotency key in use. */
export interface Pause {
  /** Settles when a matching call has arrived. */
  readonly arrived: Promise<void>
  release(): void
}

/** Faults that tests order for calls to come. Calls of browsers and servers alike are matched. */
export interface Faults {
  next(fault: Fault): void
  pause(match: Match): Pause
  /** Forgets what was ordered, lets paused calls go on and drops connections left hanging. */
  clear(): void
}

function matches(match: Match, call: string): boolean {
  if (typeof match === 'function') return match(call)
  return typeof match === 'string' ? call.includes(match) : match.test(call)
}

export class FaultSwitch implements Faults {
  #ordered: { fault: Fault; left: number }[] = []
  #pauses: { match: Match; arrive: () => void; released: Promise<void>; release: () => void }[] = []
  readonly #hanging = new Set<Socket>()

  next(fault: Fault): void {
    this.#ordered.push({ fault, left: fault.times ?? 1 })
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
    for (const pause of this.#pauses) pause.release()
    this.#pauses = []
    this.dropHanging()
  }

  /** The fault that this call meets, if any; it is used up by that. */
  take(call: string): FaultKind | undefined {
    const order = this.#ordered.find(({ fault }) => matches(fault.match, call))
    if (!order) return undefined
    order.left -= 1
    if (order.left <= 0) this.#ordered = this.#ordered.filter((other) => other !== order)
    return order.fault.kind
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
}
