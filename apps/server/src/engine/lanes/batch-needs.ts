/**
 * The ids that the operations of a batch need, by kind, collected in one pass. Most operations need
 * only one or two kinds. `Needs` has the kinds that a reader may ask for.
 */
export class BatchNeeds<Needs extends object> {
  readonly operations: number
  /** Sessions, and add-ons with a stock, in the order in which they are locked. */
  readonly sessionIds: readonly string[]
  /** How many expired holds of each session are read at most. */
  readonly expiredPerSession: number
  readonly #ids = new Map<string, Set<string>>()

  constructor(
    needs: readonly { readonly [K in keyof Needs]?: readonly string[] }[],
    expiredChunk: number,
  ) {
    this.operations = needs.length
    // A batch has hundreds of lists; `for in` creates no array of pairs for each.
    for (const need of needs) for (const kind in need) this.#add(kind, need[kind])
    this.sessionIds = [...(this.#ids.get('sessionIds') ?? [])].sort()
    // An equal share for each session, so that many expired holds of one do not keep another's from
    // being ended.
    this.expiredPerSession = Math.ceil(expiredChunk / Math.max(1, this.sessionIds.length))
  }

  #add(kind: string, ids: readonly string[] = []): void {
    const known = this.#ids.get(kind)
    if (!known) this.#ids.set(kind, new Set(ids))
    else for (const id of ids) known.add(id)
  }

  /** The ids of all these kinds, each once. */
  of(...kinds: readonly (keyof Needs & string)[]): string[] {
    const sets = kinds.flatMap((kind) => this.#ids.get(kind) ?? [])
    return sets.length > 1 ? [...new Set(sets.flatMap((ids) => [...ids]))] : [...(sets[0] ?? [])]
  }
}
