/**
 * What the operations of a batch need, gathered in one pass: most need nothing of most kinds. `Needs`
 * has the kinds that its reader may ask for.
 */
export class BatchNeeds<Needs extends object> {
  /** How many operations the batch has. */
  readonly operations: number
  /** Sessions, and add-ons with a stock, in the order in which they are locked. */
  readonly sessionIds: readonly string[]
  /** How many expired holds are read of each session at most. */
  readonly lapsedOfEach: number
  readonly #ids = new Map<string, Set<string>>()

  constructor(
    needs: readonly { readonly [K in keyof Needs]?: readonly string[] }[],
    lapsedChunk: number,
  ) {
    this.operations = needs.length
    // A batch has hundreds of lists, so this loop makes no pairs of them.
    for (const need of needs) for (const kind in need) this.#add(kind, need[kind])
    this.sessionIds = [...(this.#ids.get('sessionIds') ?? [])].sort()
    // Shared fairly, so that many expired holds of one session do not keep another's from being ended.
    this.lapsedOfEach = Math.ceil(lapsedChunk / Math.max(1, this.sessionIds.length))
  }

  #add(kind: string, ids: readonly string[] = []): void {
    const known = this.#ids.get(kind)
    if (!known) this.#ids.set(kind, new Set(ids))
    else for (const id of ids) known.add(id)
  }

  /** The ids that are needed of any of these kinds, each once. */
  of(...kinds: readonly (keyof Needs & string)[]): string[] {
    const sets = kinds.flatMap((kind) => this.#ids.get(kind) ?? [])
    return sets.length > 1 ? [...new Set(sets.flatMap((ids) => [...ids]))] : [...(sets[0] ?? [])]
  }
}
