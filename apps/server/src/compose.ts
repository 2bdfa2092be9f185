import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { openDatabase } from '@foyer/db'
import { createEmulator, type PaymentsEmulator } from '@foyer/payments-emulator'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Clock, systemClock } from './adapters/clock.ts'
import { createLocalMailer } from './adapters/local-mailer.ts'
import { createPaymentGateway, type PaymentGateway } from './adapters/payment-gateway.ts'
import { createSecrets } from './adapters/secrets.ts'
import { createSmtpMailer } from './adapters/smtp-mailer.ts'
import { buildApp } from './app.ts'
import { watchStock } from './audit/audit-job.ts'
import type { Context } from './context.ts'
import { BoundedMap } from './engine/bounded-map.ts'
import { createBriefMemory } from './engine/brief-memory.ts'
import { createLanes } from './engine/lanes.ts'
import { createRollups } from './engine/rollups.ts'
import type { Env } from './env.ts'
import { createOutbox } from './features/mail/outbox.ts'
import { makeRefunds } from './features/payments/make-refunds.ts'
import { reconcilePayments } from './features/payments/reconcile-payments.ts'
import {
  forgetProviderEvents,
  workProviderEvents,
} from './features/payments/work-provider-events.ts'
import { aboutEvent, createAnswerCache } from './http/answer-cache.ts'
import { createMetrics } from './http/metrics.ts'
import { countMails } from './jobs/count-mails.ts'
import { countMoney } from './jobs/count-money.ts'
import { forgetContacts } from './jobs/forget-contacts.ts'
import { createJobs, type Job } from './jobs/jobs.ts'
import { refreshListings } from './jobs/refresh-listings.ts'
import { sweepHolds } from './jobs/sweep-holds.ts'
import { reconcile } from './reconcile/reconcile.ts'
import { loadTenants } from './tenants.ts'

export interface Foyer {
  app: FastifyInstance
  context: Context
  /** Only without a real provider. */
  emulator: PaymentsEmulator | null
  /** Listens and starts the jobs; resolves with the address. Rejects with EADDRINUSE. */
  listen(): Promise<string>
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
  const db = openDatabase({
    url: options.databaseUrl,
    role: options.databaseRole,
    // The message alone: a database error carries its whole client along.
    onConnectionLost: (error) =>
      log.warn({ reason: error.message }, 'a database connection was lost'),
  })
  const tenants = await loadTenants(db)
  if (env.isProduction && !env.smtpUrl) {
    log.warn('SMTP_URL is not set: mails are kept in the data folder and reach nobody')
  }
  const metrics = createMetrics()
  metrics.watchPool(db.pool)
  const stockWatch = watchStock()
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

  const rollups = createRollups(db, (error) =>
    log.warn({ err: error }, 'what is shown of places was not brought up to date'),
  )
  const answers = createAnswerCache(() => Date.now(), metrics.cacheLooked)
  rollups.onNews((tenantId, eventId) => answers.drop(aboutEvent(tenantId, eventId)))

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
    lanes: createLanes(db, {
      onChange: (tenantId, sessionId) => {
        rollups.changed(tenantId, sessionId)
        stockWatch.changed(tenantId, sessionId)
      },
      onError: (error, details) =>
        log.error({ err: error, ...details }, 'a batch was not committed'),
      onBatch: metrics.batch,
    }),
    mailer: env.smtpUrl ? createSmtpMailer(env.smtpUrl) : createLocalMailer(env.dataDir),
    secrets: createSecrets(env.appSecret),
    clock,
    log,
    metrics,
    answers,
    origin: () => origin,
    organizerAdminUrl: env.organizerAdminUrl,
    isProduction: env.isProduction,
    hasDemoScreens: env.hasDemoScreens,
    wallets: env.wallets,
    kickJobs: () => jobs.kick(),
  }
  metrics.watchLanes(context.lanes.stats)
  const outbox = createOutbox(context)
  const jobs = createJobs(
    [
      ...jobsOf(context),
      { name: 'send-mails', everySeconds: 5, run: outbox.run },
      { name: 'audit', everySeconds: 60, run: () => stockWatch.run(context) },
      ...(options.extraJobs?.(context) ?? []),
    ],
    log,
    metrics.jobSucceeded,
  )

  const app = await buildApp(context, {
    mainHosts: env.publicUrl ? [new URL(env.publicUrl).hostname] : [],
    pagesDir: options.pagesDir,
    usesStripe: env.stripe !== null,
    isHttps: env.publicUrl?.startsWith('https:') ?? false,
    metricsToken: env.metricsToken,
    maxLiveStreams: env.maxLiveStreams,
    isOneAddressMany: options.isOneAddressMany ?? false,
    emulator: emulated?.emulator.plugin ?? null,
    logger: log,
  })

  return {
    app,
    context,
    emulator: emulated?.emulator ?? null,
    async listen() {
      await app.listen({ port: env.port, host: env.host })
      const address = app.server.address()
      if (!env.publicUrl && address && typeof address === 'object') {
        origin = `http://localhost:${address.port}`
      }
      jobs.start()
      return origin
    },
    async close() {
      await app.close()
      await context.lanes.drain()
      await jobs.stop()
      await outbox.idle()
      context.mailer.close()
      await rollups.stop()
      await emulated?.close()
      await db.close()
    },
  }
}

function jobsOf(context: Context): Job[] {
  const forEachTenant = async (
    run: (tenant: ReturnType<Context['tenants']['all']>[number]) => Promise<number>,
  ) => {
    let done = 0
    for (const tenant of context.tenants.all()) done += await run(tenant)
    return done
  }
  return [
    {
      name: 'sweep-holds',
      // What lapsed is bought again at once; this is how soon it is shown.
      everySeconds: 1,
      ignoresKicks: true,
      run: () => forEachTenant((tenant) => sweepHolds(context, tenant)),
    },
    {
      name: 'forget-contacts',
      everySeconds: 3600,
      ignoresKicks: true,
      run: () => forEachTenant((tenant) => forgetContacts(context, tenant)),
    },
    {
      name: 'refresh-listings',
      everySeconds: 5,
      ignoresKicks: true,
      run: () => forEachTenant((tenant) => refreshListings(context, tenant)),
    },
    {
      name: 'compare-rollups',
      everySeconds: 30,
      ignoresKicks: true,
      run: () =>
        forEachTenant(async (tenant) => {
          await context.rollups.compare(tenant.id)
          return 0
        }),
    },
    {
      name: 'reconcile-payments',
      everySeconds: 10,
      run: () => forEachTenant((tenant) => reconcilePayments(context, tenant)),
    },
    {
      name: 'work-provider-events',
      everySeconds: 5,
      run: () => workProviderEvents(context),
    },
    {
      name: 'make-refunds',
      everySeconds: 5,
      run: () => forEachTenant((tenant) => makeRefunds(context, tenant)),
    },
    {
      name: 'reconcile',
      everySeconds: 300,
      ignoresKicks: true,
      run: async () => {
        const { problems, ...done } = await reconcile(context)
        if (problems.length > 0) context.log.error({ problems }, 'money that people must look at')
        if (done.settled + done.posted > 0)
          context.log.warn(done, 'the reconciler healed something')
        await forgetProviderEvents(context)
        return 0
      },
    },
    {
      name: 'count-money',
      everySeconds: 15,
      ignoresKicks: true,
      run: () => countMoney(context),
    },
    {
      name: 'count-mails',
      everySeconds: 15,
      ignoresKicks: true,
      run: () => countMails(context),
    },
    {
      name: 'reload-tenants',
      everySeconds: 10,
      ignoresKicks: true,
      run: async () => {
        await context.tenants.reload()
        return 0
      },
    },
  ]
}

/** The emulator answers the SDK on a port of its own and browsers under /payments-emulator. */
async function startEmulator(env: Env, clock: Clock, origin: () => string) {
  // Keys that outlive a restart, so that a payment begun before it can be finished after it.
  const key = (name: string) =>
    createHash('sha256').update(`${name}/${env.appSecret}`).digest('hex').slice(0, 32)
  const keys = {
    secretKey: `sk_test_${key('secret')}`,
    publishableKey: `pk_test_${key('publishable')}`,
    webhookSecret: `whsec_${key('webhook')}`,
  }
  const emulator = createEmulator({
    ...keys,
    clock,
    storagePath: join(env.dataDir, 'payments-emulator.jsonl'),
    accountTypes: ['card', 'ideal', 'amazon_pay'],
    webhookUrl: () => `${origin()}/api/stripe/webhook`,
    control: !env.isProduction,
  })
  const listening = await emulator.listen({ host: '127.0.0.1', port: 0 })
  return {
    ...keys,
    emulator,
    address: { host: listening.host, port: listening.port },
    async close() {
      await listening.close()
      await emulator.close()
    },
  }
}
