import { openDatabase } from '@foyer/db'
import type { PaymentsEmulator } from '@foyer/payments-emulator'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Clock, systemClock } from './adapters/clock.ts'
import { startEmulator } from './adapters/emulated-provider.ts'
import { newId } from './adapters/ids.ts'
import { createLocalMailer } from './adapters/local-mailer.ts'
import { absentMailer, type Mailer } from './adapters/mailer.ts'
import { createPaymentGateway, type PaymentGateway } from './adapters/payment-gateway.ts'
import { createSecrets } from './adapters/secrets.ts'
import { createSmtpMailer } from './adapters/smtp-mailer.ts'
import { buildApp } from './app.ts'
import { watchStock } from './audit/audit-job.ts'
import { BOUNDS, type Bounds } from './bounds.ts'
import type { Context } from './context.ts'
import { BoundedMap } from './engine/bounded-map.ts'
import { createBriefMemory } from './engine/brief-memory.ts'
import { createLanes } from './engine/lanes.ts'
import { createRollups } from './engine/rollups.ts'
import type { Env } from './env.ts'
import { createOutbox } from './features/mails/outbox.ts'
import { createGate } from './http/gate.ts'
import { createMetrics } from './http/metrics.ts'
import { aboutEvent, createResponseCache } from './http/response-cache.ts'
import { jobsOfRows, turnJobs } from './jobs/all-tenant-jobs.ts'
import { findDueWork } from './jobs/due-work.ts'
import { createJobs, type Job } from './jobs/jobs.ts'
import { periodicJobs } from './jobs/periodic-jobs.ts'
import { createTenantJobs } from './jobs/tenant-jobs.ts'
import { createTurnHints, jobsOfTurns } from './jobs/turns.ts'
import { createCallerLimits } from './limits/caller-limits.ts'
import { createSharedCounts } from './limits/shared-counts.ts'
import { loadTenants } from './tenants.ts'

export interface Foyer {
  app: FastifyInstance
  context: Context
  /** Only without a real provider. */
  emulator: PaymentsEmulator | null
  /** Listens and starts the jobs; resolves with the address. Rejects with EADDRINUSE. */
  listen(): Promise<string>
  /** Exchanges what limits have counted with the other processes; a job does so each second. */
  shareLimits(): Promise<unknown>
  /** Stops taking requests, answers what was accepted, ends jobs and connections. */
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
  /** For load tests, where one address plays a crowd: no limits by address. */
  isOneAddressMany?: boolean
  /** Instead of those that this process has by default (bounds.ts). */
  bounds?: Partial<Bounds>
  /** Instead of the provider that `env` names, or of the emulator. */
  payments?: PaymentGateway
  /** Further periodic work, such as keeping the demo's dates ahead of today. */
  extraJobs?: (context: Context) => Job[]
}

/** More than are under way in one process. */
const KNOWN_PAYMENTS = 5000

/** A sold out session is asked for by thousands at once, and all are told the same. */
const ALTERNATIVES_MS = 1000

/** The one composition root: makes every part once and hands each what it needs. */
export async function compose(options: ComposeOptions): Promise<Foyer> {
  const { env, logger: log, clock = systemClock } = options
  const bounds: Bounds = {
    ...BOUNDS,
    limitFactor: options.isOneAddressMany ? Number.POSITIVE_INFINITY : env.limitFactor,
    ...options.bounds,
  }
  const db = openDatabase({
    url: options.databaseUrl,
    role: options.databaseRole,
    timeouts: bounds.databaseTimeouts,
    // The message alone: a database error carries its whole client along.
    onConnectionLost: (error) =>
      log.warn({ reason: error.message }, 'a database connection was lost'),
  })
  const tenants = await loadTenants(db)
  const metrics = createMetrics()
  metrics.watchPool(db.pool)
  let origin = env.publicUrl ?? `http://localhost:${env.port}`

  const emulated = env.stripe ? null : await startEmulator(env, clock, () => origin)
  const stripe = env.stripe ?? emulated
  if (!stripe) throw new Error('Without Stripe there is an emulator')
  const payments =
    options.payments ??
    createPaymentGateway({
      ...stripe,
      ...(emulated ? { api: emulated.address } : {}),
    })

  const secrets = createSecrets(env.appSecret)
  const sharedCounts = createSharedCounts(db, newId())
  const limits = createCallerLimits({
    bounds,
    hash: secrets.callerKey,
    shared: sharedCounts,
    onRefused: metrics.limited,
  })

  const rollups = createRollups(db, (error) =>
    log.warn({ err: error }, 'what is shown of places was not brought up to date'),
  )
  const responses = createResponseCache(
    () => performance.now(),
    bounds.cachedResponses,
    metrics.cacheLooked,
  )
  rollups.onNews((tenantId, eventId) => responses.drop(aboutEvent(tenantId, eventId)))

  const context: Context = {
    db,
    rollups,
    knownPayments: new BoundedMap(KNOWN_PAYMENTS),
    alternatives: createBriefMemory(ALTERNATIVES_MS, () => performance.now()),
    tenants,
    payments,
    paymentConfig: {
      publishableKey: stripe.publishableKey,
      ...(emulated
        ? { apiBase: '/payments-emulator', scriptUrl: '/payments-emulator/stripe.js' }
        : {}),
    },
    lanes: createLanes(
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
    ),
    mailer: mailerOf(env),
    secrets,
    clock,
    log,
    metrics,
    bounds,
    reads: createGate(bounds.reads),
    limits,
    responses,
    origin: () => origin,
    organizerAdminUrl: env.organizerAdminUrl,
    isProduction: env.isProduction,
    hasDemoScreens: env.hasDemoScreens,
    wallets: env.wallets,
    kickJobs: (tenantId) => {
      if (tenantId === null) return jobs.kick()
      tenantJobs.kick(tenantId)
      turnHints.changed(tenantId)
    },
  }
  metrics.watchLanes(context.lanes.stats)
  const outbox = createOutbox(context)
  const turns = turnJobs(context, watchStock(), env.keptYears)
  const turnHints = createTurnHints(db, turns, (error) =>
    log.warn({ err: error }, 'turns of jobs were not brought forward'),
  )
  const tenantJobs = createTenantJobs({
    jobs: [
      ...jobsOfRows(context, outbox),
      ...jobsOfTurns(db, turns, (details) => log.error(details, 'job failed, it runs again soon')),
    ],
    look: () => findDueWork(db),
    tenants,
    log,
    onSuccess: metrics.jobSucceeded,
  })
  const jobs = createJobs(
    [
      ...periodicJobs(context, turns, turnHints),
      {
        name: 'reload-tenants',
        everySeconds: 10,
        ignoresKicks: true,
        run: async () => {
          await tenants.reload()
          return 0
        },
      },
      { name: 'share-limits', everySeconds: 1, ignoresKicks: true, run: sharedCounts.exchange },
      ...(options.extraJobs?.(context) ?? []),
    ],
    log,
    metrics.jobSucceeded,
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
    emulator: emulated?.emulator.plugin ?? null,
    logger: log,
  })

  return {
    app,
    context,
    emulator: emulated?.emulator ?? null,
    shareLimits: sharedCounts.exchange,
    async listen() {
      await app.listen({ port: env.port, host: env.host })
      const address = app.server.address()
      if (!env.publicUrl && address && typeof address === 'object') {
        origin = `http://localhost:${address.port}`
      }
      jobs.start()
      tenantJobs.start()
      return origin
    },
    async close() {
      await app.close()
      await context.lanes.drain()
      await Promise.all([jobs.stop(), tenantJobs.stop()])
      await outbox.idle()
      await turnHints.stop()
      context.mailer.close()
      await rollups.stop()
      await emulated?.close()
      await db.close()
    },
  }
}

function mailerOf({ smtpUrl, isProduction, dataDir }: Env): Mailer {
  if (smtpUrl) return createSmtpMailer(smtpUrl)
  return isProduction ? absentMailer : createLocalMailer(dataDir)
}
