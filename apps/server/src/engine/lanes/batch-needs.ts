import type { LaneNeeds } from './lane-types.ts'

type Kind = keyof LaneNeeds

/** What the operations of a batch have to see, gathered in one pass: most want nothing of most kinds. */
export class BatchNeeds {
  /** How many operations want something. */
  readonly operations: number
  readonly #ids = new Map<Kind, Set<string>>()

  constructor(needs: readonly LaneNeeds[]) {
    this.operations = needs.length
    // A batch has hundreds of lists: no pairs of them are made on the way.
    for (const need of needs) for (const kind in need) this.#add(kind as Kind, need[kind as Kind])
  }

  #add(kind: Kind, wanted: readonly string[] = []): void {
    const ids = this.#ids.get(kind)
    if (!ids) this.#ids.set(kind, new Set(wanted))
    else for (const id of wanted) ids.add(id)
  }

  /** Ids wanted of any of these kinds, each once. */
  of(...kinds: readonly Kind[]): string[] {
    const sets = kinds.flatMap((kind) => this.#ids.get(kind) ?? [])
    return sets.length > 1 ? [...new Set(sets.flatMap((ids) => [...ids]))] : [...(sets[0] ?? [])]
  }
}
