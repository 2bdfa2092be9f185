import type { Alternative } from '@foyer/contract'
import type { Database } from '@foyer/db'
import { type PaymentMode, shopStopOf } from '@foyer/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { ApplePush } from './adapters/apple-push.ts'
import type { Clock } from './adapters/clock.ts'
import type { Dns } from './adapters/dns.ts'
import type { GoogleObjects } from './adapters/google-objects.ts'
import type { Mailer } from './adapters/mailer.ts'
import type { Passwords } from './adapters/passwords.ts'
import { type PaymentGateway, paymentsOn } from './adapters/payment-gateway.ts'
import type { Secrets } from './adapters/secrets.ts'
import type { Bounds } from './bounds.ts'
import type { Cells } from './cells/cells.ts'
import type { BoundedMap } from './engine/bounded-map.ts'
import type { Lanes } from './engine/lanes/lanes.ts'
import type { KnownPayment } from './engine/payments/payment-types.ts'
import type { Rollups } from './engine/rollups/rollups.ts'
import type { TtlCache } from './engine/ttl-cache.ts'
import type { Wallets } from './env-wallets.ts'
import type { BytesInFlight } from './http/bytes-in-flight.ts'
import type { Gate } from './http/gate.ts'
import type { Metrics } from './http/metrics.ts'
import type { ResponseCache } from './http/response-cache.ts'
import type { TurnHints } from './jobs/turns.ts'
import type { CallerLimits } from './limits/caller-limits.ts'
import type { KeptYears } from './privacy/end-personal-data.ts'
import type { SystemConfiguration } from './system-configuration.ts'
import type { Tenant, TenantRegistry } from './tenant-registry.ts'
import type { Tracing } from './tracing/tracing.ts'
import type { Sandbox } from './worker/sandbox.ts'
import type { RunTask } from './worker/slow-work.ts'

export type { Tenant } from './tenant-registry.ts'

/** What the browser needs to reach the payment provider. */
export interface PaymentConfig {
  publishableKey: string
  /** Only with the emulator: paths on this origin. */
  apiBase?: string
  scriptUrl?: string
}

/**
 * Everything that use cases work with. The composition root (compose.ts) makes it once and passes
 * it down; nothing else in the server reads a global, the environment or the clock.
 */
export interface Context {
  /** The name of the cell whose organizers this context serves: 'home', or one of CELLS. */
  cell: string
  /** The database of that cell. */
  db: Database
  /** The home cell's database, for what belongs to no organizer: people, their sessions, operators. */
  home: Database
  /** All cells; in a worker thread its own one alone. */
  cells: Cells
  lanes: Lanes
  /**
   * The operations that wait or run in the lanes of the thread that answers buyers, at most a tenth
   * of a second ago. Slow work gives way while there are many.
   */
  buyersOperations(): number
  /** The rollups of prices and availability that pages show. */
  rollups: Rollups
  /** Alternatives by session and party, cached: a refusal may be a second old. */
  alternatives: TtlCache<Alternative[]>
  /**
   * Payments for which this process has requested an intent, by tenant and intent; they save a
   * query.
   */
  knownPayments: BoundedMap<string, KnownPayment>
  tenants: TenantRegistry
  /** What operators set for the whole installation. */
  configuration: SystemConfiguration
  payments: PaymentGateway
  paymentConfig: PaymentConfig
  /** The same for test shops; null: the installation has no keys for tests. */
  testPaymentConfig: PaymentConfig | null
  /** Whether payments are made with the keys of the environment, or on accounts of organizers. */
  paymentMode: PaymentMode
  mailer: Mailer
  dns: Dns
  secrets: Secrets
  passwords: Passwords
  clock: Clock
  log: FastifyBaseLogger
  metrics: Metrics
  /** Null unless traces are on. */
  tracing: Tracing | null
  bounds: Bounds
  /** Calls of the back office that take seconds, in turns: one of an organizer at a time. */
  longCalls: Gate
  /** The bodies of organizers that are arriving. */
  bodies: BytesInFlight
  /** The limits of single callers. */
  limits: CallerLimits
  /** By how much limits of single callers are multiplied now. */
  limitFactor(): number
  /** Responses that depend on tenant and URL only, as bytes. */
  responses: ResponseCache
  /** The gate behind which cached responses are computed, unless an endpoint has its own. */
  reads: Gate
  /**
   * The origin of the main host, for links that must outlive a visit: PUBLIC_URL, or where this
   * process listens.
   */
  origin(): string
  organizerAdminUrl: string
  /** How long personal data of orders is stored where an organizer says nothing. */
  keptYears: KeptYears
  isProduction: boolean
  /** Whether pages offer the demonstrations beside the product. */
  hasDemoScreens: boolean
  wallets: Wallets
  /** Sends changes of passes to the wallets that are configured. */
  walletServices: { apple: ApplePush | null; google: GoogleObjects | null }
  /** Brings forward a tenant's periodic jobs because its data has changed. */
  turnHints: TurnHints
  /**
   * Computes slow tasks in the worker; rejects with `WorkerBusyError` if the worker is full or
   * down.
   */
  runTask: RunTask
  /** Judges what organizers send. */
  sandbox: Sandbox
  /**
   * Makes the jobs process at once what was just written for this tenant: a mail, a refund, or a
   * payment to check. Null for a webhook, whose tenant is not known yet.
   */
  kickJobs(tenantId: number | null): void
}

/**
 * The same context, in which the provider is asked on an organizer's account; null: the platform's own.
 */
export const onAccount = <C extends Pick<Context, 'payments'>>(
  context: C,
  accountId: string | null,
): C => ({ ...context, payments: paymentsOn(context.payments, accountId) })

/** How a tenant is paid: as the installation says, but a test shop always on its test account. */
export const paymentModeOf = (
  { paymentMode }: Pick<Context, 'paymentMode'>,
  { testOf }: Pick<Tenant, 'testOf'>,
): PaymentMode => (testOf === null ? paymentMode : 'connect')

/** Whether buyers of a tenant can pay now: with the installation's keys, or on its own account. */
export const takesPayments = (
  context: Pick<Context, 'paymentMode' | 'testPaymentConfig'>,
  tenant: Pick<Tenant, 'takesCharges' | 'testOf'>,
): boolean => {
  if (tenant.testOf !== null && !context.testPaymentConfig) return false
  return paymentModeOf(context, tenant) === 'own' || tenant.takesCharges
}

/** Whether a shop sells nothing new now: its organizer is suspended, or its trial has ended. */
export const isShopStopped = ({ clock }: Pick<Context, 'clock'>, tenant: Tenant): boolean =>
  shopStopOf(tenant, clock()) !== null

/** The part that settling money needs; the operator's commands have it as well. */
export type MoneyContext = Pick<
  Context,
  'db' | 'lanes' | 'tenants' | 'payments' | 'log' | 'kickJobs'
>
