import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { SaleKind } from './sale.ts'
import type { Moment } from './tcp-proxy.ts'

/** A crash to inject while buyers buy. */
export interface Scenario {
  name: string
  /** Whether it is in the short form, which has one crash of each kind. */
  isShort?: true
  /** The usual one by default. */
  sale?: SaleKind
  /** Breaks something; the caller heals it. Returns the number of crashes. */
  inject(cluster: Cluster): Promise<number>
}

const CUTS = 6
const HOUR_MS = 3_600_000

/** Cuts three commits at each of the two servers. */
const cutCommits =
  (moment: Moment) =>
  async ({ nodes }: Cluster) => {
    await Promise.all(nodes.map(({ proxy }) => proxy.atCommit(moment, CUTS / nodes.length)))
    return CUTS
  }

const once = (inject: (cluster: Cluster) => Promise<unknown>) => async (cluster: Cluster) => {
  await inject(cluster)
  return 1
}

/** Runs `spring` on one connection of the server with this index, at this moment. */
const atCommit = (cluster: Cluster, index: 0 | 1, moment: Moment, act: () => void) =>
  cluster.nodes[index].proxy.atCommit(moment, 1, act)

async function stopPostgres({ postgres }: Cluster, downMs = 0): Promise<void> {
  await postgres.stopAtOnce()
  await delay(downMs)
  await postgres.startAgain()
}

const servers: Scenario[] = [
  {
    name: 'kill -9 of one server process',
    isShort: true,
    inject: once(async ({ nodes }) => nodes[0].server.end()),
  },
  {
    name: 'kill -9 of both server processes at once',
    async inject({ nodes }) {
      for (const { server } of nodes) server.end()
      return 2
    },
  },
  {
    name: 'kill -9 of a server process, and again as soon as it is back',
    async inject({ nodes }) {
      nodes[0].server.end()
      await nodes[0].server.untilUp()
      nodes[0].server.end()
      return 2
    },
  },
  {
    name: 'kill -9 of a server process whose commit is under way',
    inject: once((cluster) => atCommit(cluster, 0, 'sent', () => cluster.nodes[0].server.end())),
  },
  {
    name: 'kill -9 of a server process before it hears of its commit',
    inject: once((cluster) =>
      atCommit(cluster, 1, 'committed', () => cluster.nodes[1].server.end()),
    ),
  },
  {
    name: 'orderly restart (SIGTERM) of a server process',
    inject: once(async ({ nodes }) => nodes[1].server.end('SIGTERM')),
  },
]

/** Most orders are rescheduled several times, to sessions of which others buy the last seats. */
const changes: Scenario[] = [
  {
    name: 'orders move to the last seats of sessions: kill -9 of one server process',
    sale: 'last seats',
    inject: once(async ({ nodes }) => nodes[0].server.end()),
  },
  {
    name: 'orders move to the last seats of sessions: kill -9 of a server whose commit is under way',
    sale: 'last seats',
    inject: once((cluster) => atCommit(cluster, 0, 'sent', () => cluster.nodes[0].server.end())),
  },
  {
    name: 'orders move to the last seats of sessions: immediate stop of PostgreSQL',
    sale: 'last seats',
    inject: once((cluster) => stopPostgres(cluster)),
  },
]

const database: Scenario[] = [
  {
    name: 'immediate stop of PostgreSQL',
    isShort: true,
    inject: once((cluster) => stopPostgres(cluster)),
  },
  {
    name: 'immediate stop of PostgreSQL, down for 3 s',
    inject: once((cluster) => stopPostgres(cluster, 3000)),
  },
  {
    name: 'two immediate stops of PostgreSQL, the second right after the recovery',
    async inject(cluster) {
      await stopPostgres(cluster)
      await stopPostgres(cluster)
      return 2
    },
  },
  {
    name: 'immediate stop of PostgreSQL with a commit under way',
    inject: once(async (cluster) => {
      let stopped = Promise.resolve()
      await atCommit(cluster, 0, 'sent', () => {
        stopped = stopPostgres(cluster)
      })
      await stopped
    }),
  },
  {
    name: 'one PostgreSQL session killed, so that all end and it recovers',
    inject: once(({ postgres }) => postgres.killOneBackend()),
  },
  {
    name: 'every PostgreSQL session terminated by an administrator',
    inject: once(({ postgres }) => postgres.terminateSessions()),
  },
  {
    name: 'immediate stop of PostgreSQL, and kill -9 of a server that must start while it is down',
    async inject(cluster) {
      await cluster.postgres.stopAtOnce()
      cluster.nodes[0].server.end()
      await delay(1500)
      await cluster.postgres.startAgain()
      return 2
    },
  },
]

const connections: Scenario[] = [
  {
    name: `${CUTS} connections cut before PostgreSQL hears of the commit`,
    inject: cutCommits('before'),
  },
  {
    name: `${CUTS} connections cut after PostgreSQL was given the commit, outcome unknown`,
    isShort: true,
    inject: cutCommits('sent'),
  },
  {
    name: `${CUTS} connections cut after the commit, its answer lost`,
    inject: cutCommits('committed'),
  },
  { name: `${CUTS} connections cut in the middle of an answer`, inject: cutCommits('mid-answer') },
  {
    name: 'all connections of one server process cut at once',
    inject: once(async ({ nodes }) => nodes[0].proxy.cutAll()),
  },
  {
    name: 'one server process cannot reach PostgreSQL for 2 s',
    inject: once(async ({ nodes }) => {
      nodes[0].proxy.refuse(true)
      nodes[0].proxy.cutAll()
      await delay(2000)
      nodes[0].proxy.refuse(false)
    }),
  },
  {
    name: 'the network stands still for 3 s, then goes on',
    inject: once(async ({ nodes }) => {
      for (const { proxy } of nodes) proxy.pause()
      await delay(3000)
      for (const { proxy } of nodes) proxy.resume()
    }),
  },
  {
    name: 'connections of one server process fall silent and stay so',
    inject: once(async (cluster) => {
      await atCommit(cluster, 0, 'before', () => cluster.nodes[0].proxy.silenceAll())
      await delay(SILENT_MS)
    }),
  },
]
/** Longer than any time-out, so that the server recovers by itself and not because of `heal`. */
const SILENT_MS = 25_000

const clocks: Scenario[] = [
  {
    name: 'the clock of a server process jumps an hour ahead',
    isShort: true,
    inject: once(async ({ nodes }) => nodes[0].server.shiftClock(HOUR_MS)),
  },
  {
    name: 'the clock of a server process jumps an hour back',
    inject: once(async ({ nodes }) => nodes[0].server.shiftClock(-HOUR_MS)),
  },
  {
    name: 'the clocks of both jump apart while commits are cut',
    async inject(cluster) {
      cluster.nodes[0].server.shiftClock(HOUR_MS)
      cluster.nodes[1].server.shiftClock(-HOUR_MS)
      return 2 + (await cutCommits('sent')(cluster))
    },
  },
  {
    name: 'everything at once: clocks, cut commits, kill -9 and an immediate stop of PostgreSQL',
    async inject(cluster) {
      cluster.nodes[0].server.shiftClock(HOUR_MS)
      const cuts = await cutCommits('committed')(cluster)
      cluster.nodes[1].server.end()
      await stopPostgres(cluster)
      return 3 + cuts
    },
  },
]

export const SCENARIOS: readonly Scenario[] = [
  ...servers,
  ...database,
  ...connections,
  ...clocks,
  ...changes,
]
