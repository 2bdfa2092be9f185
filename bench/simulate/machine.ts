/** Work that a thread does one piece after the other. */
export interface Thread {
  readonly name: string
  /** Pieces that wait, first come first served; the first one is in progress. */
  readonly queue: Piece[]
}

interface Piece {
  /** Milliseconds of a processor that are left. */
  leftMs: number
  done(): void
}

/**
 * A machine of the simulation: threads that share processors equally, and a clock. Each thread does one
 * piece at a time; of more runnable threads than processors each gets its share of them.
 */
export class Machine {
  now = 0
  /** May be broken: 1.6 of two processors if other programs use the rest. */
  readonly #processors: number
  readonly #runnable = new Set<Thread>()
  readonly #timers = new Timers()

  constructor(processors: number) {
    this.#processors = processors
  }

  thread(name: string): Thread {
    return { name, queue: [] }
  }

  /** Gives a thread a piece of work of `ms` milliseconds of a processor. */
  run(thread: Thread, ms: number, done: () => void): void {
    thread.queue.push({ leftMs: ms, done })
    this.#runnable.add(thread)
  }

  /** Calls back after `ms` milliseconds that need no processor: a disk, a network, a pause. */
  after(ms: number, done: () => void): void {
    this.#timers.add(this.now + ms, done)
  }

  /** Runs until `untilMs`, or until nothing is left to do. */
  advance(untilMs: number): void {
    while (this.now < untilMs) {
      const speed = Math.min(1, this.#processors / Math.max(1, this.#runnable.size))
      const first = this.#firstToEnd()
      const endsAt = first ? this.now + Math.max(0, first.piece.leftMs / speed) : Infinity
      const next = Math.min(endsAt, this.#timers.next(), untilMs)
      const passed = (next - this.now) * speed
      for (const { queue } of this.#runnable) if (queue[0]) queue[0].leftMs -= passed
      this.now = next
      if (next === untilMs && next < Math.min(endsAt, this.#timers.next())) return
      if (first && endsAt <= this.#timers.next()) this.#end(first.thread)
      else this.#timers.takeFirst()?.()
    }
  }

  #firstToEnd(): { thread: Thread; piece: Piece } | null {
    let first: { thread: Thread; piece: Piece } | null = null
    for (const thread of this.#runnable) {
      const [piece] = thread.queue
      if (piece && (!first || piece.leftMs < first.piece.leftMs)) first = { thread, piece }
    }
    return first
  }

  #end(thread: Thread): void {
    const piece = thread.queue.shift()
    if (thread.queue.length === 0) this.#runnable.delete(thread)
    piece?.done()
  }
}

/** Calls by time: a binary heap. */
class Timers {
  readonly #heap: { at: number; done: () => void }[] = []

  next(): number {
    return this.#heap[0]?.at ?? Infinity
  }

  add(at: number, done: () => void): void {
    const heap = this.#heap
    let index = heap.push({ at, done }) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (this.#at(parent) <= this.#at(index)) break
      this.#swap(index, parent)
      index = parent
    }
  }

  takeFirst(): (() => void) | undefined {
    const heap = this.#heap
    const [first] = heap
    const last = heap.pop()
    if (!first || !last || heap.length === 0) return first?.done
    heap[0] = last
    let index = 0
    for (;;) {
      const left = 2 * index + 1
      const smaller = this.#at(left + 1) < this.#at(left) ? left + 1 : left
      if (this.#at(smaller) >= this.#at(index)) return first.done
      this.#swap(index, smaller)
      index = smaller
    }
  }

  #at(index: number): number {
    return this.#heap[index]?.at ?? Infinity
  }

  #swap(one: number, other: number): void {
    const [a, b] = [this.#heap[one], this.#heap[other]]
    if (!a || !b) return
    this.#heap[one] = b
    this.#heap[other] = a
  }
}
