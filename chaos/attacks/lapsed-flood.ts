import type { Attack } from './harness/attack.ts'
import { writeHolds } from './harness/build.ts'

const LAPSED = 100_000
/** Two seconds to warm up and five to measure in quiet; processes start meanwhile. */
const ENDS_IN_SECONDS = 14

/** Very many holds of one session run out at the same moment; the session goes on selling. */
export const lapsedFlood: Attack = {
  kind: 'lapsed-flood',
  name: `${LAPSED} holds of one session run out at once`,
  showsAs: ['latency', 'health', 'refused'],
  control: {
    without: 'the bound on lapsed holds that one batch ends',
    bounds: { lapsedChunk: LAPSED },
  },
  // They are written before anything is measured, since to write them takes the machine seconds.
  async prepare(house) {
    await writeHolds(house, {
      count: LAPSED,
      sessionIds: house.sessionIds.slice(0, 1),
      typeId: house.freeTypeId,
      state: 'held',
      endsInSeconds: ENDS_IN_SECONDS,
    })
    return {}
  },
  seconds: 16,
  // Nothing is sent: what was held before an outage of a quarter of an hour runs out by itself.
  attack: async () => {},
}
