/** What the queue of a lane knows about an operation. */
export interface Queued {
  /** The client, used for fairness only: a key of its network address, or '' if unknown. */
  client: string
  /** Whether it finishes a payment ({@link LaneOp.finishes}). */
  finishes: boolean
  /** When it arrived, in milliseconds of the process's own clock. */
  since: number
}

/** Operations of one client, in order of arrival. Taking the first is O(1). */
class Line<T extends Queued> {
  #items: T[] = []
  #head = 0

  get size(): number {
    return this.#items.length - this.#head
  }

  get first(): T | undefined {
    return this.#items[this.#head]
  }

  push(item: T): void {
    this.#items.push(item)
  }

  /** Moves the first `most` to the end of `batch`. */
  moveTo(batch: T[], most: number): void {
    const end = Math.min(this.#head + most, this.#items.length)
    for (; this.#head < end; this.#head += 1) {
      const item = this.#items[this.#head]
      if (item) batch.push(item)
    }
    if (this.#head * 2 < this.#items.length) return
    this.#items = this.#items.slice(this.#head)
    this.#head = 0
  }
}

/** Clients take turns of one operation each. A client that returns joins at the end. */
class Turns<T extends Queued> {
  readonly #lines = new Map<string, Line<T>>()

  push(item: T): void {
    const line = this.#lines.get(item.client) ?? new Line<T>()
    if (line.size === 0) this.#lines.set(item.client, line)
    line.push(item)
  }

  get isEmpty(): boolean {
    return this.#lines.size === 0
  }

  moveTo(batch: T[], most: number): void {
    const end = batch.length + most
    // A client with more operations is set again at the end of the map, where this same loop
    // reaches it again.
    for (const [client, line] of this.#lines) {
      if (batch.length >= end) return
      line.moveTo(batch, this.#lines.size > 1 ? 1 : end - batch.length)
      this.#lines.delete(client)
      if (line.size > 0) this.#lines.set(client, line)
    }
  }

  oldest(): number {
    return Math.min(...[...this.#lines.values()].map((line) => line.first?.since ?? Infinity))
  }
}

/**
 * Operations that wait for the same sessions. Those that finish a payment, whose money was already
 * charged, come first, then all others. Within both groups clients take turns, so that a client
 * with a thousand operations delays another client's operation by only one of them. Apart from the
 * first rule, the operations of one client keep their order.
 */
export class LaneQueue<T extends Queued> {
  readonly #finishing = new Turns<T>()
  readonly #others = new Turns<T>()

  push(item: T): void {
    const turns = item.finishes ? this.#finishing : this.#others
    turns.push(item)
  }

  get isEmpty(): boolean {
    return this.#finishing.isEmpty && this.#others.isEmpty
  }

  get hasFinishing(): boolean {
    return !this.#finishing.isEmpty
  }

  /** Moves the next `most` operations to the end of `batch`. */
  moveTo(batch: T[], most: number): void {
    const end = batch.length + most
    this.#finishing.moveTo(batch, most)
    this.#others.moveTo(batch, end - batch.length)
  }

  /** When the operation that has waited longest arrived; Infinity if none waits. */
  oldest(): number {
    return Math.min(this.#finishing.oldest(), this.#others.oldest())
  }
}
