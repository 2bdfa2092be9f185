import type { LaneNeeds } from './aggregates.ts'

/**
 * The answer of an operation that cannot decide yet. It is retried in a batch that also locks these
 * sessions and reads the other ids named. If nothing is named, it is retried because its batch has
 * ended only some of the expired holds ({@link Bounds.expiredChunk}).
 */
export type Widen = { widenTo: readonly string[] } & Omit<LaneNeeds, 'sessionIds'>

/** The needs of an operation after it has widened. */
export function widenNeeds(needs: LaneNeeds, { widenTo, ...more }: Widen): LaneNeeds {
  const wider = { ...needs, sessionIds: [...needs.sessionIds, ...widenTo] }
  for (const kind of Object.keys(more) as (keyof typeof more)[]) {
    wider[kind] = [...(needs[kind] ?? []), ...(more[kind] ?? [])]
  }
  return wider
}

/** False if the operation is only retried until enough expired holds are ended. */
export const wantsMore = (widen: Widen): boolean =>
  Object.values(widen).some((ids) => ids.length > 0)
