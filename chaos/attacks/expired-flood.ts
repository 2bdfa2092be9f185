import type { Attack } from './harness/attack.ts'
import { writeHolds } from './harness/build.ts'

const HOLDS = 100_000
/** The holds outlast two seconds of warming up, five of measuring in quiet, and the start of processes. */
const ENDS_IN_SECONDS = 14

/** Very many holds of one session expire at the same moment while the session is on sale. */
export const expiredFlood: Attack = {
  kind: 'expired-flood',
  name: `${HOLDS} holds of one session expire at once`,
  showsAs: ['latency', 'health', 'refused'],
  control: {
    without: 'the bound on expired holds that one batch ends',
    bounds: { expiredChunk: HOLDS },
  },
  // Written before anything is measured, because the insert keeps the machine busy for seconds.
  async prepare(site) {
    await writeHolds(site, {
      count: HOLDS,
      sessionIds: site.sessionIds.slice(0, 1),
      typeId: site.freeTypeId,
      state: 'held',
      endsInSeconds: ENDS_IN_SECONDS,
    })
    return {}
  },
  seconds: 16,
  // Sends nothing: holds made before an outage of a quarter of an hour expire by themselves.
  attack: async () => {},
}
