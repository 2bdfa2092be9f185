import { setTimeout as delay } from 'node:timers/promises'
import { checkEverything } from '../checks.ts'
import { Problems } from '../journal.ts'
import { Load } from '../load.ts'
import { openSale } from '../sale.ts'
import { heal, primaryOf } from './heal.ts'
import type { Played } from './play.ts'
import type { ClusterRig } from './rig.ts'

/** A scenario that must lose something, or the checks of the others would prove nothing. */
interface Control {
  name: string
  what: string
  isShort?: true
  run(rig: ClusterRig, problems: Problems): Promise<Played | null>
}

const CLIENTS = 16
const ACKNOWLEDGED = 150
const BYTES_OF_LAG_ALLOWED = 2 ** 30
const LOOK_EVERY_MS = 200

export const CONTROLS: readonly Control[] = [
  {
    name: 'control-asynchronous',
    what: 'with asynchronous replication that lags, the loss of the primary loses acknowledged holds, and the checks find it',
    isShort: true,
    async run(rig, problems) {
      await makeAsynchronous(rig)
      const sale = await openSale(rig)
      const found = new Problems()
      const load = new Load({ urls: [rig.server.url], sale, problems: found, clients: CLIENTS })
      await load.untilAcknowledged(ACKNOWLEDGED)
      const primary = await primaryOf(rig)
      primary.holdReplication()
      await load.untilAcknowledged(ACKNOWLEDGED)
      primary.cutReplication()
      await primary.kill()
      await load.untilAcknowledged(ACKNOWLEDGED)
      await heal(rig, 0)
      const visits = await load.stop()
      await checkEverything(rig.sql, sale, visits, found)
      await makeSynchronous(rig)
      const lost = found.count('lost')
      if (lost === 0) problems.add('broken', 'the checks found nothing that was lost')
      return {
        figures: { lost },
        acknowledged: load.acknowledged,
        carts: visits.length,
        purchases: 0,
      }
    },
  },
]

async function makeAsynchronous(rig: ClusterRig): Promise<void> {
  await rig.database.patroni.configure({
    synchronous_mode: false,
    synchronous_mode_strict: false,
    maximum_lag_on_failover: BYTES_OF_LAG_ALLOWED,
  })
  await untilStandbyNames(rig, (names) => names === '')
}

async function makeSynchronous(rig: ClusterRig): Promise<void> {
  await rig.database.patroni.configure({
    synchronous_mode: true,
    synchronous_mode_strict: true,
    maximum_lag_on_failover: 2 ** 20,
  })
  await untilStandbyNames(rig, (names) => names !== '')
  await heal(rig)
}

async function untilStandbyNames(
  rig: ClusterRig,
  areRight: (names: string) => boolean,
): Promise<void> {
  for (;;) {
    const [row] = await rig.sql<{ names: string }>(
      "select current_setting('synchronous_standby_names') as names",
    )
    if (row && areRight(row.names)) return
    await delay(LOOK_EVERY_MS)
  }
}
