import { type DatabaseOptions, openDatabase } from '@foyer/db'
import type { FastifyBaseLogger } from 'fastify'
import { createApplePush } from './adapters/apple-push.ts'
import type { Clock } from './adapters/clock.ts'
import { createDns } from './adapters/dns.ts'
import { EMULATOR_PREFIX } from './adapters/emulated-provider.ts'
import { createGoogleObjects } from './adapters/google-objects.ts'
import { newId } from './adapters/ids.ts'
import { createLocalMailer } from './adapters/local-mailer.ts'
import { absentMailer, type Mailer } from './adapters/mailer.ts'
import { createPasswords } from './adapters/passwords.ts'
import type { PaymentGateway } from './adapters/payment-gateway.ts'
import { createSecrets } from './adapters/secrets.ts'
import { createSmtpMailer } from './adapters/smtp-mailer.ts'
import type { Bounds } from './bounds.ts'
import type { CellList } from './cells/cells.ts'
import type { Context, PaymentConfig } from './context.ts'
import { BoundedMap } from './engine/bounded-map.ts'
import { createLanes } from './engine/lanes/lanes.ts'
import { createRollups } from './engine/rollups/rollups.ts'
import { createTtlCache } from './engine/ttl-cache.ts'
import { type Env, type StripeAccount, testKeysOf } from './env.ts'
import { createBytesInFlight } from './http/bytes-in-flight.ts'
import { withDrafts, withoutDrafts } from './http/draft-scope.ts'
import { createGate } from './http/gate.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { hasWritten, withRecentReads } from './http/recent-reads.ts'
import { aboutEvent, createResponseCache } from './http/response-cache.ts'
import { SOON_TURNS } from './jobs/all-tenant-jobs.ts'
import type { Job } from './jobs/jobs.ts'
import { createTurnHints } from './jobs/turns.ts'
import { createCallerLimits } from './limits/caller-limits.ts'
import { createSharedCounts } from './limits/shared-counts.ts'
import { loadSystemConfiguration } from './system-configuration.ts'
import { loadTenantRegistry } from './tenant-registry.ts'
import {
  traceBatch,
  tracedDatabase,
  tracedMailer,
  tracedMetrics,
  tracedPayments,
} from './tracing/traced-parts.ts'
import { createSandbox } from './worker/sandbox.ts'
import type { RunTask } from './worker/slow-work.ts'
import { createTasks } from './worker/tasks.ts'

/** More payments than are in progress in one process. */
const KNOWN_PAYMENTS = 5000

/** Thousands of buyers ask for a sold-out session at once, and all get the same alternatives. */
const ALTERNATIVES_MS = 1000

/** The cell that a context is made for. */
export interface ContextCell {
  name: string
  /** The list that the cell adds itself to. */
  cells: CellList
  /** The home cell's database; null: this is the home cell. */
  home: Context['home'] | null
}

interface ContextOptions {
  env: Env
  cell: ContextCell
  databaseUrl: string
  /** Leads to replicas; by default nothing is read there. */
  replicaUrl?: string | null
  databaseRole: string | null
  connections: Pick<DatabaseOptions, 'maxConnections' | 'laneConnections' | 'longWorkConnections'>
  log: FastifyBaseLogger
  clock: Clock
  bounds: Bounds
  payments: PaymentGateway
  stripe: Pick<StripeAccount, 'secretKey' | 'publishableKey' | 'test'>
  isEmulated: boolean
  isWorker: boolean
  /** Where answers are counted for /status; by default in counts of its own. */
  answers?: Metrics['answers']
  /** By default, the operations in the lanes of this thread. */
  buyersOperations?: () => number
  origin(): string
  kick(tenantId: number | null): void
  /** Computes slow tasks; if undefined, they run in this thread. */
  runTask?: RunTask
}

/** Makes what use cases and jobs work with, in a worker thread as in the thread of requests. */
export async function composeContext(options: ContextOptions) {
  const { env, log, bounds } = options
  const db = openDatabase({
    url: options.databaseUrl,
    role: options.databaseRole,
    replicaUrl: options.replicaUrl ?? null,
    onRead: (why) => metrics.recentRead(why),
    timeouts: bounds.databaseTimeouts,
    ...options.connections,
    // Only the message is logged: a database error has its whole client attached.
    onConnectionLost: (error) =>
      log.warn({ reason: error.message }, 'a database connection was lost'),
  })
  const tenants = await loadTenantRegistry(db, options.clock)
  const configuration = await loadSystemConfiguration(
    options.cell.home ?? db,
    env.configuration,
    env,
  )
  const limitFactor = () => bounds.limitFactor * configuration.current().limitFactor
  const { name, cells, home } = options.cell
  const metrics = createMetrics({
    isWorker: options.isWorker,
    cell: env.cells.length > 0 ? name : null,
    ...(options.answers ? { answers: options.answers } : {}),
  })
  const tracing = await tracingOf(options)
  metrics.watchPool(db.pool)
  if (db.replica) metrics.watchReplica(db.replica)
  const secrets = createSecrets(env.appSecret)
  const sharedCounts = createSharedCounts(db, newId())
  const limits = createCallerLimits({
    bounds,
    factor: limitFactor,
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
    db.replica ? hasWritten : undefined,
  )
  tenants.onChange(responses.dropTenant)
  // The platform's pages name the days of a trial.
  configuration.onChange(() => responses.dropTenant(tenants.platform().id))
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
      onBatch: tracing
        ? (batch) => {
            metrics.batch(batch)
            traceBatch(tracing, tenants, batch)
          }
        : metrics.batch,
    },
    bounds,
  )
  const ownOperations = () => {
    const { queued, inProgress } = lanes.stats()
    return queued + inProgress
  }
  const configOf = (keys: Pick<StripeAccount, 'publishableKey'>): PaymentConfig => ({
    publishableKey: keys.publishableKey,
    ...(options.isEmulated
      ? { apiBase: EMULATOR_PREFIX, scriptUrl: `${EMULATOR_PREFIX}/stripe.js` }
      : {}),
  })
  const testKeys = testKeysOf(options.stripe)
  const shownDb = withRecentReads(withDrafts(tracing ? tracedDatabase(db, tracing) : db))
  const context: Context = {
    cell: name,
    db: shownDb,
    home: home ?? shownDb,
    cells,
    lanes,
    buyersOperations: options.buyersOperations ?? ownOperations,
    rollups,
    knownPayments: new BoundedMap(KNOWN_PAYMENTS),
    alternatives: createTtlCache(ALTERNATIVES_MS, () => performance.now()),
    tenants,
    configuration,
    payments: tracing ? tracedPayments(options.payments, tracing) : options.payments,
    paymentConfig: configOf(options.stripe),
    testPaymentConfig: testKeys && configOf(testKeys),
    paymentMode: env.paymentMode,
    mailer: tracing ? tracedMailer(mailerOf(env), tracing) : mailerOf(env),
    dns: createDns(),
    secrets,
    passwords: createPasswords(createGate(bounds.passwordHashes)),
    clock: options.clock,
    log,
    metrics: tracing ? tracedMetrics(metrics, tracing) : metrics,
    tracing,
    bounds,
    reads: createGate(bounds.reads),
    longCalls: createGate(bounds.longCalls),
    bodies: createBytesInFlight(bounds.bodies),
    limits,
    limitFactor,
    responses: withoutDrafts(responses),
    origin: options.origin,
    organizerAdminUrl: env.organizerAdminUrl,
    keptYears: env.keptYears,
    isProduction: env.isProduction,
    hasDemoScreens: env.hasDemoScreens,
    wallets: env.wallets,
    walletServices: walletServicesOf(env, options.clock),
    turnHints,
    runTask: runTask ?? createTasks({ wallets: env.wallets, metrics, rollups }),
    sandbox: createSandbox(bounds.sandbox, log),
    kickJobs: (tenantId) => {
      options.kick(tenantId)
      if (tenantId !== null) turnHints.changed(tenantId)
    },
  }
  cells.add({ name, db: shownDb, tenants, kickJobs: context.kickJobs })
  metrics.watchLanes(lanes.stats)
  const reloadSettings: Job = {
    name: 'reload-settings',
    // A setting that was saved is on the storefront of every process within a second.
    everySeconds: 0.5,
    ignoresKicks: true,
    run: async () => {
      await Promise.all([tenants.reload(), configuration.reload()])
      return 0
    },
  }
  return {
    context,
    sharedCounts,
    reloadSettings,
    /** Ends what the context has in progress, once it is no longer used. */
    async close() {
      await turnHints.stop()
      await context.sandbox.close()
      context.mailer.close()
      context.walletServices.apple?.close()
      await rollups.stop()
      await db.close()
      await tracing?.close()
    },
  }
}

/** Null unless traces are on; only then OpenTelemetry is loaded. */
async function tracingOf({ env, isWorker, log }: ContextOptions): Promise<Context['tracing']> {
  if (!env.tracing) return null
  const { startTracing } = await import('./tracing/start-tracing.ts')
  const thread = isWorker ? 'worker' : 'requests'
  return startTracing({ ...env.tracing, role: env.role, thread, log })
}

function mailerOf({ smtpUrl, dkim, isProduction, dataDir }: Env): Mailer {
  if (smtpUrl) return createSmtpMailer(smtpUrl, dkim)
  return isProduction ? absentMailer : createLocalMailer(dataDir)
}

const walletServicesOf = ({ wallets }: Env, clock: Clock): Context['walletServices'] => ({
  // Nobody has a pass of the demo.
  apple: wallets.apple && !wallets.apple.isDemo ? createApplePush(wallets.apple) : null,
  google:
    wallets.google && !wallets.google.isDemo ? createGoogleObjects(wallets.google, clock) : null,
})
