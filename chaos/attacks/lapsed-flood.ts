import { setTimeout as delay } from 'node:timers/promises'
import type { Attack } from './harness/attack.ts'
import { writeHolds } from './harness/build.ts'

const LAPSED = 100_000

/** Very many holds of one session run out at the same moment; the session goes on selling. */
export const lapsedFlood: Attack = {
  kind: 'lapsed-flood',
  name: `${LAPSED} holds of one session run out at once`,
  showsAs: ['latency', 'health', 'refused'],
  control: {
    without: 'the bound on lapsed holds that one batch ends',
    bounds: { lapsedChunk: LAPSED },
  },
  // Nothing is sent: what was held before an outage of a quarter of an hour runs out by itself.
  attack: async () => {},
  async during(house, seconds) {
    await writeHolds(house, {
      count: LAPSED,
      sessionIds: house.sessionIds.slice(0, 1),
      typeId: house.freeTypeId,
      state: 'lapsed',
    })
    await delay(seconds * 500)
    return []
  },
}
