/** How many things each caller has under way at a time, with a bound for each. */
export class AtOnce {
  readonly #most: number
  // An entry lasts as long as something of the caller is under way, so that nothing has to be bounded.
  readonly #underway = new Map<string, number>()

  /** `most` Infinity: counts and never refuses. */
  constructor(most: number) {
    this.#most = most
  }

  /** False where the caller has as much under way as it may; nothing has begun then. */
  begin(caller: string): boolean {
    const present = this.#underway.get(caller) ?? 0
    if (present >= this.#most) return false
    this.#underway.set(caller, present + 1)
    return true
  }

  end(caller: string): void {
    const present = this.#underway.get(caller) ?? 0
    if (present <= 1) this.#underway.delete(caller)
    else this.#underway.set(caller, present - 1)
  }
}
