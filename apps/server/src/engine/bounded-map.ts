/**
 * A map of at most `most` entries, and at least half of them: beyond that it forgets the half that was
 * written longer ago. In two halves, since finding the oldest entry of a map of thousands means
 * to step over all that was deleted before it.
 */
export class BoundedMap<K, V> {
  #young = new Map<K, V>()
  #old: ReadonlyMap<K, V> = new Map()
  readonly #half: number

  constructor(most: number) {
    this.#half = Math.ceil(most / 2)
  }

  get(key: K): V | undefined {
    return this.#young.get(key) ?? this.#old.get(key)
  }

  set(key: K, value: V): void {
    if (this.#young.size >= this.#half && !this.#young.has(key)) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }
}
