import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { migrate } from '@foyer/db'
import { Builder } from '@foyer/testkit/builder'
import type pg from 'pg'
import { FoyerProcess, type FoyerProcessOptions } from '../foyer-process.ts'
import { freePort } from '../ports.ts'
import { CrashablePostgres } from '../postgres.ts'
import { TcpProxy } from '../tcp-proxy.ts'
import { MailSink } from './mail-sink.ts'
import { Provider } from './provider.ts'

/** A whole shop in which each connection can be broken: server, database, provider, mail server. */
export interface Rig {
  /** Where its data and logs are. */
  folder: string
  server: FoyerProcess
  /**
   * A second server on the same database and provider, which no fault reaches and which has no jobs. It is
   * started when it is asked for first, and ends with the faults.
   */
  another(): Promise<FoyerProcess>
  /** The proxy between the server and PostgreSQL. */
  proxy: TcpProxy
  postgres: CrashablePostgres
  provider: Provider
  mail: MailSink
  build: Builder
  /** Slugs of organizers beside the one of the main host, by tenant. */
  brands: ReadonlyMap<number, string>
  ignoresAccounts: boolean
  /** The tenant whose turn it is, so that organizers sell alternately. */
  nextTenant(): number
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Ends all injected faults and resolves once everything answers again. */
  heal(): Promise<void>
  /** Processes that ended by themselves since the last call. */
  takeCrashes(): string[]
  /** With `keep`, the folder with logs and data is not deleted but returned. May be called twice. */
  close(keep: boolean): Promise<string>
}

const UP_WITHIN_MS = 30_000
const MAIN_TENANT = 1
/** The platform's share in millionths, and its fixed amount. */
const FEE = [20_000, 30] as const
const FREE = [0, 0] as const
const CONNECT = `
  insert into connected_accounts (tenant_id, account_id, charges_enabled, payouts_enabled,
    details_submitted, requirements, is_live, platform_fee_ppm, platform_fee_fixed_minor)
  values ($1, $2, true, true, true, '{"due": [], "overdue": [], "later": [], "inReview": [],
    "dueAt": null, "limitedFor": null}', false, $3, $4)`
const MUTATED_SERVER = new URL('mutated-server.ts', import.meta.url)

export interface RigOptions {
  /** The mutation of sql-mutations.ts with which the server runs. */
  without?: string
  /**
   * The server's jobs run in a worker thread, as with `npm start`. Otherwise they run inline: then each
   * purchase sends the same statements in the same order, so that it can be cut at each of them.
   */
  hasWorker?: boolean
  /** Two organizers are paid on accounts of their own, less the platform's fee. */
  hasAccounts?: boolean
  /** The platform takes no fee: Stripe refuses one on the platform's own account. */
  isFree?: boolean
  /** Pages pay on the platform's own account, whatever the server says. */
  ignoresAccounts?: boolean
}

/** `started` closes the rig if its caller did not. */
export async function startRig(
  started: AsyncDisposableStack,
  {
    without,
    hasWorker = false,
    hasAccounts = false,
    isFree = false,
    ignoresAccounts = false,
  }: RigOptions = {},
): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-money-'))
  let isKept = false
  const rig = started.use(new AsyncDisposableStack())
  rig.defer(async () => {
    if (!isKept) await rm(folder, { recursive: true, force: true })
  })
  const postgres = await CrashablePostgres.start(folder)
  rig.defer(() => postgres.close())
  await migrate(postgres.url)
  const build = new Builder(postgres.pool)
  await build.tenant({ slug: 'main', isDefault: true })
  const mail = await MailSink.listen()
  rig.defer(() => mail.close())
  const proxy = await TcpProxy.listen(await freePort(), postgres.port)
  rig.defer(() => proxy.close())
  const port = await freePort()
  const provider = await Provider.start(folder, port)
  rig.defer(() => provider.close())
  const fee = isFree ? FREE : FEE
  const brands = new Map<number, string>()
  const tenantIds = [MAIN_TENANT]
  if (hasAccounts) {
    const other = await build.tenant({ slug: 'other' })
    brands.set(other.tenantId, other.slug)
    tenantIds.push(other.tenantId)
    for (const tenantId of tenantIds) {
      await postgres.pool.query(CONNECT, [tenantId, await provider.connectAccount(), ...fee])
    }
  }
  let turns = 0

  const databaseUrl = new URL(postgres.url)
  databaseUrl.port = String(proxy.port)
  let crashes: string[] = []
  const serve = (
    name: string,
    { variables, ...at }: Pick<FoyerProcessOptions, 'port' | 'databaseUrl' | 'variables'>,
  ) =>
    new FoyerProcess(
      {
        ...at,
        dataDir: join(folder, name),
        logFile: join(folder, `${name}.log`),
        variables: {
          ...provider.variables,
          SMTP_URL: mail.url,
          ...(without ? { MUTATION: without } : {}),
          ...(hasAccounts ? { PAYMENTS: 'connect' } : {}),
          SLOW_WORK: hasWorker ? 'thread' : 'inline',
          ...variables,
        },
        ...(without ? { program: MUTATED_SERVER } : {}),
      },
      (text) => crashes.push(text),
    )
  const server = serve('server', { port, databaseUrl: databaseUrl.href })
  let other: FoyerProcess | undefined
  const endOther = async () => {
    await other?.close()
    other = undefined
  }
  rig.defer(endOther)
  rig.defer(async () => {
    proxy.heal()
    await server.close()
  })
  await untilUp(server, folder)

  return {
    folder,
    server,
    async another() {
      other ??= serve('another', {
        port: await freePort(),
        databaseUrl: postgres.url,
        variables: { ROLE: 'web' },
      })
      await untilUp(other, folder)
      return other
    },
    proxy,
    postgres,
    provider,
    mail,
    build,
    brands,
    ignoresAccounts,
    nextTenant: () => tenantIds[turns++ % tenantIds.length] ?? MAIN_TENANT,
    sql: async (text, values) => (await postgres.pool.query(text, values)).rows,
    async heal() {
      proxy.heal()
      await provider.reset()
      await endOther()
      await untilUp(server, folder)
    },
    takeCrashes() {
      const taken = crashes
      crashes = []
      return taken
    },
    async close(keep) {
      isKept = keep
      await rig.disposeAsync()
      return folder
    },
  }
}

async function untilUp(server: FoyerProcess, folder: string): Promise<void> {
  const isUp = server.untilUp().then(() => true)
  const isLate = delay(UP_WITHIN_MS, false, { ref: false })
  if (!(await Promise.race([isUp, isLate]))) throw new Error(`The server stays down: see ${folder}`)
}
