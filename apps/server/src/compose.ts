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
import { buildApp } from './app.ts'
import { BOUNDS, type Bounds } from './bounds.ts'
import { composeContext } from './compose-context.ts'
import type { Context } from './context.ts'
import type { Env } from './env.ts'
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
  /** With `inline`: further periodic work, such as keeping the demo's dates ahead of today. */
  extraJobs?: (context: Context) => Job[]
}

/**
 * The composition root: makes every part once and passes to each what it needs. The worker thread
 * has a smaller one (compose-worker.ts), over the same context.
 */
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
      reloadTenants,
      // Buyers don't reach a process that only runs jobs.
      ...(role === 'jobs'
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
