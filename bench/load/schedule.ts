/** One client of a load: it plays one round at a time. */
export interface Client {
  /** `dueAt`: where the round's latency runs from. */
  begin(dueAt: number): void
}

/** When rounds begin. */
export interface Schedule {
  /** The client has no round under way. */
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

/** Node's timers are no finer; `onSent` shows what that costs. */
const TICK_MS = 1

/**
 * Rounds are due at random moments, `perSecond` of them by average (a Poisson process), however slow the
 * answers are. A round that finds no idle client waits for one, and its wait counts.
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

  /** The gaps of a Poisson process are distributed exponentially. */
  #gapMs(): number {
    return (-Math.log(1 - Math.random()) * 1000) / this.#perSecond
  }
}
