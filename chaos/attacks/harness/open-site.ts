import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@foyer/db'
import { Builder } from '@foyer/testkit/builder'
import { FoyerProcess } from '../../foyer-process.ts'
import { Provider } from '../../money/provider.ts'
import { freePort } from '../../ports.ts'
import { CrashablePostgres } from '../../postgres.ts'
import type { Attack, Site } from './attack.ts'
import { startCountingRelay } from './counting-relay.ts'
import { openOffice } from './offices.ts'

const PROGRAM = new URL('attacked-server.ts', import.meta.url)
const WEAKEN = new URL('weaken.ts', import.meta.url)
const SESSIONS = 2
const PRICE_MINOR = 2500

/** Shared by all rows: PostgreSQL with one organizer, and a folder for logs. */
export interface Ground {
  folder: string
  postgres: CrashablePostgres
  build: Builder
  /** With `keep`, the folder with logs and data is not deleted. May be called twice. */
  close(keep: boolean): Promise<void>
}

/** `started` closes the ground if its caller did not. */
export async function startGround(started: AsyncDisposableStack): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-attacks-'))
  let isKept = false
  const ground = started.use(new AsyncDisposableStack())
  ground.defer(async () => {
    if (!isKept) await rm(folder, { recursive: true, force: true })
  })
  const postgres = await CrashablePostgres.start(folder)
  ground.defer(() => postgres.close())
  await migrate(postgres.url)
  const build = new Builder(postgres.pool)
  await build.tenant({ slug: 'main', isDefault: true })
  // Servers check every ten seconds whether an organizer has coupons at all.
  await build.coupon({ eventIds: [] })
  return {
    folder,
    postgres,
    build,
    async close(keep) {
      isKept = keep
      await ground.disposeAsync()
    },
  }
}

export interface OpenSite extends Site {
  server: FoyerProcess
  close(): Promise<void>
}

/** Starts a fresh server process and a sale, so that no row sees the counters of another. */
export async function openSite(
  { folder, postgres, build }: Ground,
  attack: Attack,
  isWithoutBound: boolean,
  onCrash: (text: string) => void,
): Promise<OpenSite> {
  const sql: Site['sql'] = async (text, values) => (await postgres.pool.query(text, values)).rows
  const port = await freePort()
  const provider = attack.countsProviderCalls ? await Provider.start(folder, port) : null
  const relay = provider ? await startCountingRelay(provider.url) : null
  const sale = await openSale(build, attack)
  const beside = await openOffice({ build, sql })
  const server = new FoyerProcess(
    {
      port,
      databaseUrl: postgres.url,
      dataDir: join(folder, 'server'),
      logFile: join(folder, `${attack.kind}${isWithoutBound ? '-control' : ''}.log`),
      program: PROGRAM,
      preload: WEAKEN,
      variables: {
        ATTACK: attack.kind,
        ...(isWithoutBound ? { WITHOUT: '1' } : {}),
        // Trusts `X-Forwarded-For`: see addresses.ts.
        PUBLIC_URL: `https://127.0.0.1:${port}`,
        ...(provider && relay ? { ...provider.variables, STRIPE_API_BASE: relay.url } : {}),
        ...attack.variables,
      },
    },
    onCrash,
  )
  await server.untilUp()
  return {
    ...sale,
    beside,
    server,
    url: server.url,
    sql,
    build,
    memoryMb: async () => ((await server.memoryBytes('collected memory')) ?? 0) / 2 ** 20,
    providerCalls: () => relay?.calls() ?? 0,
    async close() {
      await server.close()
      relay?.close()
      provider?.close()
    },
  }
}

async function openSale(build: Builder, attack: Attack) {
  const { otherSessions = 0 } = attack
  const wide =
    otherSessions > 0
      ? await build.event({
          capacity: null,
          sessions: otherSessions,
          types: [{ name: 'Wide', priceMinor: 0 }],
        })
      : null
  const event = await build.event({
    capacity: attack.capacity ?? null,
    sessions: SESSIONS,
    types: [
      { name: 'Free', priceMinor: 0 },
      { name: 'Paid', priceMinor: PRICE_MINOR },
    ],
  })
  return {
    eventId: event.eventId,
    sessionIds: event.sessionIds,
    other: {
      eventId: wide?.eventId ?? '',
      sessionIds: wide?.sessionIds ?? [],
      typeId: wide?.typeIds[0] ?? '',
    },
    freeTypeId: event.typeIds[0] ?? '',
    paidTypeId: event.typeIds[1] ?? '',
  }
}
