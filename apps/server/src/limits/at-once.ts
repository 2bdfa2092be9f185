/** Counts what each caller has in progress at a time, up to a bound per caller. */
export class AtOnce {
  readonly #most: () => number
  // An entry exists only while the caller has something in progress, so the map needs no bound.
  readonly #inProgress = new Map<string, number>()

  /** `most` may answer Infinity: then it counts but never refuses. */
  constructor(most: () => number) {
    this.#most = most
  }

  /** Returns false, and counts nothing, if the caller already has as much in progress as it may. */
  begin(caller: string): boolean {
    const present = this.#inProgress.get(caller) ?? 0
    if (present >= this.#most()) return false
    this.#inProgress.set(caller, present + 1)
    return true
  }

  end(caller: string): void {
    const present = this.#inProgress.get(caller) ?? 0
    if (present <= 1) this.#inProgress.delete(caller)
    else this.#inProgress.set(caller, present - 1)
  }
}
