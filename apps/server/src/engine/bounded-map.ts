/**
 * A map of at most `most` entries. Beyond that it forgets its older half, so it always remembers at
 * least the newest `most / 2`. It is stored as two halves, because finding the oldest entry of a
 * large map means to step over all entries that were deleted before it.
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
