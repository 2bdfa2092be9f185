/** Tenants of the relations in a statement, and which of them the statement says are equal. */
export class Tenants {
  readonly #parents = new Map<string, string>()
  #count = 0

  /** The tenant of one more relation. */
  add(alias: string): string {
    this.#count += 1
    return `${alias}#${this.#count}`
  }

  join(one: string, other: string): void {
    const [from, to] = [this.#root(one), this.#root(other)]
    if (from !== to) this.#parents.set(from, to)
  }

  areEqual(one: string, other: string): boolean {
    return this.#root(one) === this.#root(other)
  }

  #root(tenant: string): string {
    const parent = this.#parents.get(tenant)
    return parent === undefined ? tenant : this.#root(parent)
  }
}
