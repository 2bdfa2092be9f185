import type { LaneNeeds } from './lane-types.ts'

type Kind = keyof LaneNeeds

/** What the operations of a batch have to see, gathered in one pass: most want nothing of most kinds. */
export class Wanted {
  /** How many operations want something. */
  readonly operations: number
  readonly #ids = new Map<Kind, Set<string>>()

  constructor(needs: readonly LaneNeeds[]) {
    this.operations = needs.length
    for (const need of needs) {
      for (const [kind, ids] of Object.entries(need) as [Kind, readonly string[]][]) {
        const known = this.#ids.get(kind) ?? new Set()
        this.#ids.set(kind, known)
        for (const id of ids) known.add(id)
      }
    }
  }

  /** Ids wanted of any of these kinds, each once. */
  of(...kinds: readonly Kind[]): string[] {
    const sets = kinds.flatMap((kind) => this.#ids.get(kind) ?? [])
    return sets.length > 1 ? [...new Set(sets.flatMap((ids) => [...ids]))] : [...(sets[0] ?? [])]
  }
}
