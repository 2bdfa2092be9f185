import { CONNECTIONS_OF_THREADS, type DatabaseOptions, openDatabase } from '@foyer/db'
import type { PaymentsEmulator } from '@foyer/payments-emulator'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Clock, systemClock } from './adapters/clock.ts'
import {
  EMULATOR_PREFIX,
  type EmulatedProvider,
  startEmulatedProvider,
} from './adapters/emulated-provider.ts'
import { newId } from './adapters/ids.ts'
import { createLocalMailer } from './adapters/local-mailer.ts'
import { absentMailer, type Mailer } from './adapters/mailer.ts'
import { createPaymentGateway, type PaymentGateway } from './adapters/payment-gateway.ts'
import { createSecrets } from './adapters/secrets.ts'
import { createSmtpMailer } from './adapters/smtp-mailer.ts'
import { buildApp } from './app.ts'
import { BOUNDS, type Bounds } from './bounds.ts'
import type { Context } from './context.ts'
import { BoundedMap } from './engine/bounded-map.ts'
import { createLanes } from './engine/lanes/lanes.ts'
import { createRollups } from './engine/rollups/rollups.ts'
import { createTtlCache } from './engine/ttl-cache.ts'
import type { Env, StripeAccount } from './env.ts'
import { createGate } from './http/gate.ts'
import { createMetrics } from './http/metrics.ts'
import { aboutEvent, createResponseCache } from './http/response-cache.ts'
import { SOON_TURNS } from './jobs/all-tenant-jobs.ts'
import { createJobs, type Job } from './jobs/jobs.ts'
import { createTurnHints } from './jobs/turns.ts'
import { createWork } from './jobs/work.ts'
import { createCallerLimits } from './limits/caller-limits.ts'
import { createSharedCounts } from './limits/shared-counts.ts'
import { loadTenantRegistry } from './tenant-registry.ts'
import type { WorkerStart } from './worker/messages.ts'
import type { RunTask, SlowWork } from './worker/slow-work.ts'
import { createTasks } from './worker/tasks.ts'
import { startWorker } from './worker/worker.ts'

export interface Foyer {
  app: FastifyInstance
  context: Context
  /** Only without a real provider, and if it runs in this thread. */
  emulator: PaymentsEmulator | null
  /** The thread of the emulator; null with a real provider, or if it runs in this thread. */
  emulatorThread: EmulatedProvider['thread']
  /** The thread that slow work runs in; null if this process runs it inline. */
  worker: SlowWork | null
  /** Listens and starts the jobs; resolves with the address. Rejects with EADDRINUSE. */
  listen(): Promise<string>
  /** Exchanges the limits' counts with the other processes; a job calls it each second. */
  shareLimits(): Promise<unknown>
  /** Stops accepting requests, answers those that were accepted, and ends jobs and connections. */
  close(): Promise<void>
}

export interface ComposeOptions {
  env: Env
  databaseUrl: string
  databaseRole: string | null
  /** The built pages; null for the API alone. */
  pagesDir: string | null
  logger: FastifyBaseLogger
  clock?: Clock
  /** For load tests, where one address represents many clients: limits by address are off. */
  isOneAddressMany?: boolean
  /** Replaces the defaults of bounds.ts. */
  bounds?: Partial<Bounds>
  /** Replaces the provider that `env` names, or the emulator. */
  payments?: PaymentGateway
  /**
   * `thread`: slow work runs in a worker thread, and the emulator in another, as `npm start` does
   * it. `inline`, the default: in this thread, where tests can reach them.
   */
  slowWork?: 'thread' | 'inline'
  /** What this process does: answer requests, run jobs, or both, which is the default. */
  role?: 'all' | 'web' | 'jobs'
  /** With `inline`: further periodic work, such as keeping the demo's dates ahead of today. */
  extraJobs?: (context: Context) => Job[]
}

/** More payments than are in progress in one process. */
const KNOWN_PAYMENTS = 5000

/** Thousands of buyers ask for a sold-out session at once, and all get the same alternatives. */
const ALTERNATIVES_MS = 1000

interface ContextOptions {
  env: Env
  databaseUrl: string
  databaseRole: string | null
  connections: Pick<DatabaseOptions, 'maxConnections' | 'laneConnections' | 'longWorkConnections'>
  log: FastifyBaseLogger
  clock: Clock
  bounds: Bounds
  payments: PaymentGateway
  stripe: Pick<StripeAccount, 'publishableKey'>
  isEmulated: boolean
  isWorker: boolean
  /** By default, the operations in the lanes of this thread. */
  buyersOperations?: () => number
  origin(): string
  kick(tenantId: number | null): void
  /** Computes slow tasks; if undefined, they run in this thread. */
  runTask?: RunTask
}

/** Makes what use cases and jobs work with, in a worker thread as in the thread of requests. */
async function composeContext(options: ContextOptions) {
  const { env, log, bounds } = options
  const db = openDatabase({
    url: options.databaseUrl,
    role: options.databaseRole,
    timeouts: bounds.databaseTimeouts,
    ...options.connections,
    // Only the message is logged: a database error has its whole client attached.
    onConnectionLost: (error) =>
      log.warn({ reason: error.message }, 'a database connection was lost'),
  })
  const tenants = await loadTenantRegistry(db)
  const metrics = createMetrics({ isWorker: options.isWorker })
  metrics.watchPool(db.pool)
  const secrets = createSecrets(env.appSecret)
  const sharedCounts = createSharedCounts(db, newId())
  const limits = createCallerLimits({
    bounds,
    hash: secrets.callerKey,
    shared: sharedCounts,
    onRefused: metrics.limited,
  })
  const { runTask } = options
  const rollups = createRollups(
    db,
    (error) => log.warn({ err: error }, 'the rollups were not brought up to date'),
    runTask && (async (tenantId) => void (await runTask('compareRollups', tenantId))),
  )
  const responses = createResponseCache(
    () => performance.now(),
    bounds.cachedResponses,
    metrics.cacheLooked,
  )
  rollups.onNews((tenantId, eventId) => responses.drop(aboutEvent(tenantId, eventId)))
  const turnHints = createTurnHints(db, SOON_TURNS, (error) =>
    log.warn({ err: error }, 'turns of jobs were not brought forward'),
  )
  const lanes = createLanes(
    db,
    {
      onChange: (tenantId, sessionId) => {
        rollups.changed(tenantId, sessionId)
        turnHints.changed(tenantId)
      },
      onError: (error, details) =>
        log.error({ err: error, ...details }, 'a batch was not committed'),
      onBatch: metrics.batch,
    },
    bounds,
  )
  const ownOperations = () => {
    const { queued, inProgress } = lanes.stats()
    return queued + inProgress
  }
  const context: Context = {
    db,
    lanes,
    buyersOperations: options.buyersOperations ?? ownOperations,
    rollups,
    knownPayments: new BoundedMap(KNOWN_PAYMENTS),
    alternatives: createTtlCache(ALTERNATIVES_MS, () => performance.now()),
    tenants,
    payments: options.payments,
    paymentConfig: {
      publishableKey: options.stripe.publishableKey,
      ...(options.isEmulated
        ? { apiBase: EMULATOR_PREFIX, scriptUrl: `${EMULATOR_PREFIX}/stripe.js` }
        : {}),
    },
    mailer: mailerOf(env),
    secrets,
    clock: options.clock,
    log,
    metrics,
    bounds,
    reads: createGate(bounds.reads),
    limits,
    responses,
    origin: options.origin,
    organizerAdminUrl: env.organizerAdminUrl,
    isProduction: env.isProduction,
    hasDemoScreens: env.hasDemoScreens,
    wallets: env.wallets,
    turnHints,
    runTask: runTask ?? createTasks({ wallets: env.wallets, metrics, rollups }),
    kickJobs: (tenantId) => {
      options.kick(tenantId)
      if (tenantId !== null) turnHints.changed(tenantId)
    },
  }
  metrics.watchLanes(lanes.stats)
  const reloadTenants: Job = {
    name: 'reload-tenants',
    everySeconds: 10,
    ignoresKicks: true,
    run: async () => {
      await tenants.reload()
      return 0
    },
  }
  return {
    context,
    sharedCounts,
    reloadTenants,
    /** Ends what the context has in progress, once it is no longer used. */
    async close() {
      await turnHints.stop()
      context.mailer.close()
      await rollups.stop()
      await db.close()
    },
  }
}

/** The only composition root: makes every part once and passes to each what it needs. */
export async function compose(options: ComposeOptions): Promise<Foyer> {
  const { env, logger: log, clock = systemClock, role = 'all' } = options
  const bounds: Bounds = {
    ...BOUNDS,
    limitFactor: options.isOneAddressMany ? Number.POSITIVE_INFINITY : env.limitFactor,
    ...options.bounds,
  }
  let origin = env.publicUrl ?? `http://localhost:${env.port}`
  const emulated = env.stripe
    ? null
    : await startEmulatedProvider({
        env,
        clock,
        origin,
        inThread: options.slowWork === 'thread',
        log,
      })
  const stripe = env.stripe ?? emulated?.account
  if (!stripe) throw new Error('Without Stripe there is an emulator')

  // The worker starts before the lanes exist.
  let operations = () => 0
  // A process that only runs jobs runs them inline: no request waits for its event loop.
  const worker =
    options.slowWork === 'thread' && role !== 'jobs'
      ? await startWorker({
          start: () => ({
            env,
            databaseUrl: options.databaseUrl,
            databaseRole: options.databaseRole,
            stripe,
            bounds,
            origin,
            runsJobs: role === 'all',
          }),
          operations: () => operations(),
          bounds: bounds.slowTasks,
          log,
        })
      : null
  const { context, sharedCounts, reloadTenants, close } = await composeContext({
    env,
    databaseUrl: options.databaseUrl,
    databaseRole: options.databaseRole,
    connections: worker ? CONNECTIONS_OF_THREADS.requests : {},
    log,
    clock,
    bounds,
    payments: options.payments ?? createPaymentGateway(stripe),
    stripe,
    isEmulated: emulated !== null,
    isWorker: false,
    origin: () => origin,
    kick: (tenantId) => (worker ?? work)?.kick(tenantId),
    ...(worker ? { runTask: worker.run } : {}),
  })
  operations = context.buyersOperations
  if (worker) context.metrics.watchWorker(worker)
  if (emulated?.thread) context.metrics.watchThread('emulator', emulated.thread)
  const work =
    worker || role === 'web'
      ? null
      : createWork(context, env.keptYears, options.extraJobs?.(context))
  const ownJobs = createJobs(
    [
      reloadTenants,
      { name: 'share-limits', everySeconds: 1, ignoresKicks: true, run: sharedCounts.exchange },
    ],
    log,
    context.metrics.jobSucceeded,
  )

  const isHttps = env.publicUrl?.startsWith('https:') ?? false
  const app = await buildApp(context, {
    mainHost: env.publicUrl ? new URL(env.publicUrl).hostname : null,
    pagesDir: options.pagesDir,
    usesStripe: env.stripe !== null,
    isHttps,
    trustedProxies: env.trustedProxies ?? (isHttps ? 1 : 0),
    metricsToken: env.metricsToken,
    maxLiveStreams: env.maxLiveStreams,
    emulator: emulated?.plugin ?? null,
    isHealthAlone: role === 'jobs',
    threads: { worker, emulator: emulated?.thread ?? null },
    logger: log,
  })

  return {
    app,
    context,
    worker,
    emulator: emulated?.emulator ?? null,
    emulatorThread: emulated?.thread ?? null,
    shareLimits: sharedCounts.exchange,
    async listen() {
      await app.listen({ port: env.port, host: env.host })
      const address = app.server.address()
      if (!env.publicUrl && address && typeof address === 'object') {
        origin = `http://localhost:${address.port}`
        worker?.setOrigin(origin)
        emulated?.setOrigin(origin)
      }
      ownJobs.start()
      work?.start()
      return origin
    },
    async close() {
      await app.close()
      await context.lanes.drain()
      await Promise.all([ownJobs.stop(), work?.stop(), worker?.stop()])
      await close()
      await emulated?.close()
    },
  }
}

/** Makes the worker thread's parts; `worker-main.ts` connects them to its messages. */
export async function composeWorker(
  start: WorkerStart,
  log: FastifyBaseLogger,
  extraJobs: (context: Context) => Job[],
) {
  const { env, stripe } = start
  let { origin } = start
  const { context, reloadTenants, close } = await composeContext({
    env,
    databaseUrl: start.databaseUrl,
    databaseRole: start.databaseRole,
    connections: CONNECTIONS_OF_THREADS.worker,
    log,
    clock: systemClock,
    bounds: start.bounds,
    payments: createPaymentGateway(stripe),
    stripe,
    isEmulated: env.stripe === null,
    isWorker: true,
    buyersOperations: () => Atomics.load(start.buyersOperations, 0),
    origin: () => origin,
    kick: (tenantId) => work?.kick(tenantId),
  })
  const work = start.runsJobs ? createWork(context, env.keptYears, extraJobs(context)) : null
  const ownJobs = createJobs([reloadTenants], log)
  return {
    run: context.runTask,
    kick: (tenantId: number | null) => work?.kick(tenantId),
    setOrigin(current: string) {
      origin = current
    },
    start() {
      ownJobs.start()
      work?.start()
    },
    async close() {
      await Promise.all([ownJobs.stop(), work?.stop()])
      await context.lanes.drain()
      await close()
    },
  }
}

function mailerOf({ smtpUrl, isProduction, dataDir }: Env): Mailer {
  if (smtpUrl) return createSmtpMailer(smtpUrl)
  return isProduction ? absentMailer : createLocalMailer(dataDir)
}
