/** Records by id, in order of first insertion. Records are replaced, never changed in place. */
export class Collection<T extends { id: string }> {
  readonly #records = new Map<string, T>()
  readonly #onChange: (id: string, record: T | null) => void

  constructor(onChange: (id: string, record: T | null) => void) {
    this.#onChange = onChange
  }

  get size(): number {
    return this.#records.size
  }

  get(id: string): T | undefined {
    return this.#records.get(id)
  }

  /**
   * Returns a record that another record refers to. If it is missing, the store is broken, so this
   * throws an Error and not an ApiError.
   */
  of(id: string): T {
    const record = this.#records.get(id)
    if (!record) throw new Error(`The payments emulator has lost ${id}.`)
    return record
  }

  save(record: T): T {
    this.load(record)
    this.#onChange(record.id, record)
    return record
  }

  remove(id: string): void {
    if (this.#records.delete(id)) this.#onChange(id, null)
  }

  /** As `save`, for a record that comes from the journal. */
  load(record: T): void {
    this.#records.set(record.id, record)
  }

  /** As `remove`, for a record that the journal says is gone. */
  unload(id: string): void {
    this.#records.delete(id)
  }

  oldestFirst(): Iterable<T> {
    return this.#records.values()
  }

  /** Newest first, as Stripe lists. */
  newestFirst(): T[] {
    return [...this.#records.values()].reverse()
  }
}
