import { REPLICA_AGE_MS } from '@foyer/db'

/**
 * The moment that a new response has to show so that nobody sees an older state than before: the last
 * one under its key was computed then, or responses about its subject or its tenant were dropped then.
 * Only the last two seconds count, because no replica is read that is further behind.
 */
export class ResponseFloors {
  readonly #now: () => number
  /** Ordered: what happened longest ago comes first. */
  readonly #moments = new Map<string, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  computed(key: string): void {
    this.#note(`key ${key}`)
  }

  dropped(subject: string): void {
    this.#note(`subject ${subject}`)
  }

  droppedTenant(tenantId: number): void {
    this.#note(`tenant ${tenantId}`)
  }

  /** The floor of a response; its key begins with the tenant's id and a blank. */
  of(key: string, subject: string | undefined): number {
    const tenantId = key.slice(0, key.indexOf(' '))
    return Math.max(
      this.#moments.get(`key ${key}`) ?? 0,
      this.#moments.get(`subject ${subject}`) ?? 0,
      this.#moments.get(`tenant ${tenantId}`) ?? 0,
    )
  }

  #note(what: string): void {
    const now = this.#now()
    this.#moments.delete(what)
    this.#moments.set(what, now)
    for (const [oldest, at] of this.#moments) {
      if (at >= now - REPLICA_AGE_MS) break
      this.#moments.delete(oldest)
    }
  }
}
