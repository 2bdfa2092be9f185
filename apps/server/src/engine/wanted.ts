import type { LaneNeeds } from './lane-types.ts'

/**
 * What the operations of a batch have to see of these kinds, each once. Most need nothing of most
 * kinds, and it is asked a dozen times a batch: loops, where lists of lists took 6 % of all memory
 * that a hold asks for.
 */
export function wantedOf(needs: readonly LaneNeeds[], ...kinds: (keyof LaneNeeds)[]): string[] {
  const ids = new Set<string>()
  for (const kind of kinds) {
    for (const need of needs) {
      const wanted = need[kind]
      if (wanted) for (const id of wanted) ids.add(id)
    }
  }
  return [...ids]
}
