import type { LaneNeeds } from './aggregates.ts'

/**
 * An operation that cannot decide yet: it is retried in a batch that locks these sessions as well, and
 * reads what else is named. With nothing named it is retried because its batch has ended only some of
 * the expired holds ({@link Bounds.lapsedChunk}).
 */
export type Widen = { widenTo: readonly string[] } & Omit<LaneNeeds, 'sessionIds'>

/** What an operation needs once it has widened. */
export function widenNeeds(needs: LaneNeeds, { widenTo, ...more }: Widen): LaneNeeds {
  const wider = { ...needs, sessionIds: [...needs.sessionIds, ...widenTo] }
  for (const kind of Object.keys(more) as (keyof typeof more)[]) {
    wider[kind] = [...(needs[kind] ?? []), ...(more[kind] ?? [])]
  }
  return wider
}

/** False for an operation that is only retried until its batches have ended enough expired holds. */
export const wantsMore = (widen: Widen): boolean =>
  Object.values(widen).some((ids) => ids.length > 0)
