import { setTimeout as delay } from 'node:timers/promises'
import type { Problems } from '../journal.ts'
import { DirectWriter } from './direct-writer.ts'
import { primaryOf, replicasOf } from './heal.ts'
import type { HoldProber } from './hold-prober.ts'
import type { Moment, Neighbour } from './neighbour.ts'
import type { ClusterRig } from './rig.ts'
import { fillDisk } from './small-disks.ts'

/** What was measured, by name, in milliseconds or as a count. */
export type Figures = Record<string, number>

/** A fault to inject while buyers buy; its caller heals it. */
export interface ClusterScenario {
  name: string
  what: string
  isShort?: true
  /** Each node needs a disk of its own, which only root can mount. */
  hasSmallDisks?: true
  /**
   * The part of a second organizer: it sells in the other cell (`stays`), or moves out of the cluster or
   * into it.
   */
  neighbour?: 'stays' | 'leaves' | 'comes'
  /** The moment of its move at which the fault is injected. */
  at?: Moment
  inject(
    rig: ClusterRig,
    prober: HoldProber,
    problems: Problems,
    neighbour: Neighbour | null,
  ): Promise<Figures>
}

const OUTAGE_MS = 12_000
const RESTART_AFTER_MS = 1000
/** Organizers of another cell may be without a hold for so long: the machine is shared with the fault. */
const UNDISTURBED_MS = 2000

/** `firstHold` is the time from the fault until a hold was granted that was asked for after it. */
const sinceFault = async (prober: HoldProber, at: number): Promise<Figures> => ({
  firstHoldMs: await prober.firstGrantAfter(at),
})

/** For faults that should not stop sales: `pause` is the longest time without a granted hold. */
async function pauseSince(prober: HoldProber, at: number): Promise<Figures> {
  await prober.firstGrantAfter(performance.now())
  return { pauseMs: prober.longestPauseSince(at) }
}

const FAULTS: readonly ClusterScenario[] = [
  {
    name: 'primary-killed',
    what: 'kill -9 of the primary: Patroni and every process of PostgreSQL',
    isShort: true,
    async inject(rig, prober) {
      const primary = await primaryOf(rig)
      const at = performance.now()
      await primary.kill()
      return sinceFault(prober, at)
    },
  },
  {
    name: 'primary-cut-off',
    what: 'the primary is cut off from etcd, and a client still writes to it',
    async inject(rig, prober, problems) {
      const old = await primaryOf(rig)
      const writer = await DirectWriter.start(rig, old.urlFrom(rig.database.superuserUrl))
      await prober.firstGrantAfter(performance.now())
      const at = performance.now()
      old.cutFromEtcd()
      let primary = old
      while (primary === old) {
        await delay(RESTART_AFTER_MS)
        primary = await primaryOf(rig)
      }
      const figures = await pauseSince(prober, at)
      const missing = await writer.stop(rig)
      if (missing > 0) problems.add('lost', `${missing} writes that the old primary acknowledged`)
      return { ...figures, direct: writer.count }
    },
  },
  {
    name: 'replica-killed',
    what: 'kill -9 of the replica that confirms commits',
    async inject(rig, prober) {
      const [replica] = await replicasOf(rig)
      const at = performance.now()
      await replica?.kill()
      return pauseSince(prober, at)
    },
  },
  {
    name: 'replicas-slow',
    what: `both replicas hang for ${OUTAGE_MS / 1000} s`,
    async inject(rig, prober) {
      const replicas = await replicasOf(rig)
      const at = performance.now()
      for (const replica of replicas) await replica.freeze()
      await delay(OUTAGE_MS)
      for (const replica of replicas) replica.thaw()
      return pauseSince(prober, at)
    },
  },
  {
    name: 'etcd-minority',
    what: `etcd without a majority for ${OUTAGE_MS / 1000} s`,
    async inject(rig, prober) {
      const members = rig.nodes.slice(0, 2).map(({ programs }) => programs.etcd)
      const at = performance.now()
      await Promise.all(members.map((member) => member.stop('SIGKILL')))
      await delay(OUTAGE_MS)
      await Promise.all(members.map((member) => member.start()))
      return pauseSince(prober, at)
    },
  },
  {
    name: 'haproxy-restarted',
    what: 'kill -9 of HAProxy, started again after a second',
    async inject({ database: { haproxy } }, prober) {
      const at = performance.now()
      await haproxy.stop('SIGKILL')
      await delay(RESTART_AFTER_MS)
      await haproxy.start()
      return pauseSince(prober, at)
    },
  },
  {
    name: 'switchover',
    what: 'a planned switchover',
    isShort: true,
    async inject(rig, prober) {
      const primary = await primaryOf(rig)
      const [replica] = await replicasOf(rig)
      const at = performance.now()
      await rig.database.patroni.switchover(primary.name, replica?.name ?? '')
      return pauseSince(prober, at)
    },
  },
  {
    name: 'node-stopped',
    what: "the primary's Patroni is stopped in order, as for maintenance",
    async inject(rig, prober) {
      const primary = await primaryOf(rig)
      const at = performance.now()
      await primary.programs.patroni.stop()
      return pauseSince(prober, at)
    },
  },
  {
    name: 'disk-full',
    what: `the disk of the primary is full for ${OUTAGE_MS / 1000} s`,
    hasSmallDisks: true,
    async inject(rig, prober) {
      const primary = await primaryOf(rig)
      const at = performance.now()
      const free = await fillDisk(primary.programs.dataDir)
      await delay(OUTAGE_MS)
      await free()
      return pauseSince(prober, at)
    },
  },
]

/** Faults of whole cells; the organizers of the other one must not notice. */
const CELLS_LOST: readonly ClusterScenario[] = [
  {
    name: 'cell-lost',
    what: `the other cell is lost as a whole for ${OUTAGE_MS / 1000} s`,
    neighbour: 'stays',
    async inject({ north }, prober, problems, neighbour) {
      const at = performance.now()
      await north.stopAtOnce()
      await delay(OUTAGE_MS)
      const othersMs = othersPause(prober, at, problems)
      await north.startAgain()
      return { othersMs, ...(await backAfter(neighbour?.prober)) }
    },
  },
  {
    name: 'home-lost',
    what: `the cluster is lost as a whole for ${OUTAGE_MS / 1000} s: kill -9 of all three nodes`,
    neighbour: 'stays',
    async inject(rig, prober, problems, neighbour) {
      const at = performance.now()
      await Promise.all(rig.nodes.map((node) => node.kill()))
      await delay(OUTAGE_MS)
      const othersMs = neighbour ? othersPause(neighbour.prober, at, problems) : 0
      await Promise.all(rig.nodes.map((node) => node.heal()))
      return { othersMs, ...(await backAfter(prober)) }
    },
  },
]

/** The longest time without a hold in the cell that was not lost. */
function othersPause(others: HoldProber, at: number, problems: Problems): number {
  const pauseMs = others.longestPauseSince(at)
  if (pauseMs > UNDISTURBED_MS) {
    problems.add('unanswered', `the other cell's organizers got no hold for ${pauseMs} ms`)
  }
  return pauseMs
}

/** How long after it was started again the lost cell grants a hold. */
const backAfter = async (prober?: HoldProber): Promise<Figures> =>
  prober ? { backMs: await prober.firstGrantAfter(performance.now()) } : {}

/** At which moments of a move its faults are injected, in turn. */
const MOMENTS_HIT = ['copied', 'fenced', 'subscribed', 'replayed', 'resumed', 'detached'] as const

/** Every fault once more while an organizer moves, out of the cluster and into it in turn. */
const FAULTS_IN_MOVES: readonly ClusterScenario[] = FAULTS.map((fault, index) => {
  const at = MOMENTS_HIT[index % MOMENTS_HIT.length] ?? 'copied'
  const neighbour = index % 2 === 0 ? 'leaves' : 'comes'
  const { isShort: _, ...rest } = fault
  const what = `${fault.what}, while an organizer ${neighbour} (at '${at}')`
  return { ...rest, name: `move-${fault.name}`, what, neighbour, at }
})

export const SCENARIOS: readonly ClusterScenario[] = [...FAULTS, ...CELLS_LOST, ...FAULTS_IN_MOVES]
