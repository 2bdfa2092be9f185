/** One client of a load: it plays one round at a time. */
export interface Client {
  /** `dueAt` is the moment from which the round's latency is measured. */
  begin(dueAt: number): void
}

/** When rounds begin. */
export interface Schedule {
  /** Called when the client has no round under way. */
  onIdle(client: Client, now: number): void
  /** Whether no further round begins. */
  isOver(now: number): boolean
}

/** Each client begins its next round once its last one is answered. */
export const closedLoop = (endsAt: number): Schedule => ({
  onIdle(client, now) {
    if (now < endsAt) client.begin(now)
  },
  isOver: (now) => now >= endsAt,
})

/** Node's timers are not finer than this; `onSent` shows the resulting delay. */
const TICK_MS = 1

/**
 * Rounds are due at random moments, on average `perSecond` of them (a Poisson process), even if
 * answers are slow. A round that finds no idle client waits for one, and the wait counts.
 */
export class OpenLoop implements Schedule {
  readonly #perSecond: number
  readonly #endsAt: number
  readonly #onSent: (lateMs: number) => void
  readonly #idle: Client[] = []
  #dueAt: number

  constructor(
    perSecond: number,
    startsAt: number,
    endsAt: number,
    onSent: (lateMs: number) => void,
  ) {
    this.#perSecond = perSecond
    this.#endsAt = endsAt
    this.#onSent = onSent
    this.#dueAt = startsAt + this.#gapMs()
    const timer = setInterval(() => {
      const now = performance.now()
      this.#beginDue(now)
      if (this.isOver()) clearInterval(timer)
    }, TICK_MS)
  }

  onIdle(client: Client, now: number): void {
    this.#idle.push(client)
    this.#beginDue(now)
  }

  isOver(): boolean {
    return this.#dueAt >= this.#endsAt
  }

  #beginDue(now: number): void {
    while (this.#dueAt <= now && this.#dueAt < this.#endsAt) {
      const client = this.#idle.pop()
      if (!client) return
      this.#onSent(now - this.#dueAt)
      client.begin(this.#dueAt)
      this.#dueAt += this.#gapMs()
    }
  }

  /** The gaps of a Poisson process have an exponential distribution. */
  #gapMs(): number {
    return (-Math.log(1 - Math.random()) * 1000) / this.#perSecond
  }
}
