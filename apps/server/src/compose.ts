import { CONNECTIONS_OF_THREADS } from '@foyer/db'
import type { PaymentsEmulator } from '@foyer/payments-emulator'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Clock, systemClock } from './adapters/clock.ts'
import {
  type EmulatedProvider,
  forwardTo,
  isEmulated,
  startEmulatedProvider,
} from './adapters/emulated-provider.ts'
import { newId } from './adapters/ids.ts'
import { createPaymentGateway, type PaymentGateway } from './adapters/payment-gateway.ts'
import { type AppOptions, buildApp } from './app.ts'
import { BOUNDS, type Bounds } from './bounds.ts'
import { createCells, HOME } from './cells/cells.ts'
import { type ContextCell, composeContext } from './compose-context.ts'
import type { Context } from './context.ts'
import type { Env } from './env.ts'
import { replicaUrlOf } from './env-cells.ts'
import {
  createStatusSampler,
  probeReadiness,
  SAMPLE_SECONDS,
} from './features/status/sample-status.ts'
import { createJobs, type Job } from './jobs/jobs.ts'
import { createWork } from './jobs/work.ts'
import type { SlowWork } from './worker/slow-work.ts'
import { startWorker } from './worker/worker.ts'

export interface Foyer {
  app: FastifyInstance
  context: Context
  /** Only without a real provider, and if it runs in this thread. */
  emulator: PaymentsEmulator | null
  /** The thread of the emulator; null with a real provider, or if it runs in this thread. */
  emulatorThread: EmulatedProvider['thread']
  /** The emulator with what serves it to browsers; null with a real provider. */
  emulated: EmulatedProvider | null
  database: { url: string; role: string | null }
  /** The thread that slow work runs in; null if this process runs it inline. */
  worker: SlowWork | null
  /** Listens and starts the jobs; resolves with the address. Rejects with EADDRINUSE. */
  listen(): Promise<string>
  /** Starts the jobs of a cell whose requests another one hands over; `origin` is where that one listens. */
  start(origin: string): void
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
  /** The built back office; by default there is none. */
  backofficeDir?: string
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
  /** With several cells: the one to compose. */
  cell?: ComposedCell
  /** With `inline`: further periodic work, such as keeping the demo's dates ahead of today. */
  extraJobs?: (context: Context) => Job[]
}

export interface ComposedCell extends Pick<ContextCell, 'name' | 'cells'> {
  /** The home cell, whose provider and whose tables of the platform others use; null: this is it. */
  home: Foyer | null
  /** Of the home cell: hands requests over to others, and says which of them answer. */
  others: Pick<AppOptions, 'createDispatch' | 'cells'> | null
}

const ONLY_CELL = (): ComposedCell => ({
  name: HOME,
  cells: createCells(),
  home: null,
  others: null,
})

/**
 * The composition root: makes every part once and passes to each what it needs. The worker thread
 * has a smaller one (compose-worker.ts), over the same context.
 */
export async function compose(options: ComposeOptions): Promise<Foyer> {
  const { env, clock = systemClock, role = 'all', cell = ONLY_CELL() } = options
  const { home } = cell
  const log = home ? options.logger.child({ cell: cell.name }) : options.logger
  const bounds: Bounds = {
    ...BOUNDS,
    ...(options.isOneAddressMany ? { limitFactor: Number.POSITIVE_INFINITY } : {}),
    ...options.bounds,
  }
  let origin = env.publicUrl ?? `http://localhost:${env.port}`
  const inThread = options.slowWork === 'thread'
  const emulated = env.stripe
    ? null
    : (home?.emulated ?? (await startEmulatedProvider({ env, clock, origin, inThread, log })))
  const stripe = env.stripe ?? emulated?.account
  if (!stripe) throw new Error('Without Stripe there is an emulator')
  // Stripe's own script in browsers would not call the address of STRIPE_API_BASE.
  const emulator = env.stripe?.api ? forwardTo(env.stripe.api) : (emulated?.plugin ?? null)

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
            cell: cell.name,
            home: home?.database ?? null,
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
  const { context, sharedCounts, reloadSettings, close } = await composeContext({
    env,
    cell: { ...cell, home: home?.context.home ?? null },
    ...(home ? { answers: home.context.metrics.answers } : {}),
    databaseUrl: options.databaseUrl,
    // A process that only runs jobs answers no reads.
    replicaUrl: role === 'jobs' ? null : replicaUrlOf(env, cell.name),
    databaseRole: options.databaseRole,
    connections: worker ? CONNECTIONS_OF_THREADS.requests : {},
    log,
    clock,
    bounds,
    payments: options.payments ?? createPaymentGateway(stripe),
    stripe,
    isEmulated: isEmulated(env),
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
  const sampleStatus = createStatusSampler({
    db: context.db,
    clock,
    answers: context.metrics.answers,
    process: newId(),
    probe: async () => {
      const address = app.server.address()
      return typeof address === 'object' && address !== null && probeReadiness(address)
    },
  })
  const ownJobs = createJobs(
    [
      reloadSettings,
      // Buyers don't reach a process that only runs jobs. The home cell measures for all cells.
      ...(role === 'jobs' || home
        ? []
        : [
            {
              name: 'sample-status',
              everySeconds: SAMPLE_SECONDS,
              ignoresKicks: true as const,
              run: sampleStatus,
            },
          ]),
      { name: 'share-limits', everySeconds: 1, ignoresKicks: true, run: sharedCounts.exchange },
    ],
    log,
    context.metrics.jobSucceeded,
  )

  const isHttps = env.publicUrl?.startsWith('https:') ?? false
  const app = await buildApp(context, {
    mainHost: env.publicUrl ? new URL(env.publicUrl).hostname : null,
    pagesDir: options.pagesDir,
    backofficeDir: options.backofficeDir ?? null,
    usesStripe: !isEmulated(env),
    isHttps,
    trustedProxies: env.trustedProxies ?? (isHttps ? 1 : 0),
    metricsToken: env.metricsToken,
    maxLiveStreams: env.maxLiveStreams,
    emulator,
    isHealthAlone: role === 'jobs',
    threads: { worker, emulator: emulated?.thread ?? null },
    createDispatch: cell.others?.createDispatch ?? null,
    cells: cell.others?.cells ?? null,
    logger: log,
  })
  home?.context.metrics.watchCell(context.metrics)

  function startJobs(): void {
    ownJobs.start()
    work?.start()
  }

  return {
    app,
    context,
    worker,
    emulator: emulated?.emulator ?? null,
    emulatorThread: emulated?.thread ?? null,
    emulated,
    database: { url: options.databaseUrl, role: options.databaseRole },
    shareLimits: sharedCounts.exchange,
    async listen() {
      await app.listen({ port: env.port, host: env.host })
      const address = app.server.address()
      if (!env.publicUrl && address && typeof address === 'object') {
        origin = `http://localhost:${address.port}`
        worker?.setOrigin(origin)
        emulated?.setOrigin(origin)
      }
      startJobs()
      return origin
    },
    start(listensAt) {
      origin = listensAt
      worker?.setOrigin(origin)
      startJobs()
    },
    async close() {
      await app.close()
      await context.lanes.drain()
      await Promise.all([ownJobs.stop(), work?.stop(), worker?.stop()])
      await close()
      if (!home) await emulated?.close()
    },
  }
}
