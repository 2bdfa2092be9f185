import type { Database } from '@foyer/db'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from './adapters/clock.ts'
import type { Mailer } from './adapters/mailer.ts'
import type { PaymentGateway } from './adapters/payment-gateway.ts'
import type { Secrets } from './adapters/secrets.ts'
import type { Lanes } from './engine/lanes.ts'
import type { AnswerCache } from './http/answer-cache.ts'
import type { Tenants } from './tenants.ts'

export type { Tenant } from './tenants.ts'

/** What the browser must know to reach the payment provider. */
export interface PaymentConfig {
  publishableKey: string
  /** Only with the emulator: paths on this origin. */
  apiBase?: string
  scriptUrl?: string
}

/**
 * All that use cases work with, made once by the composition root (compose.ts) and passed down.
 * Nothing in the server reads a global, the environment or the clock by itself.
 */
export interface Context {
  db: Database
  lanes: Lanes
  tenants: Tenants
  payments: PaymentGateway
  paymentConfig: PaymentConfig
  mailer: Mailer
  secrets: Secrets
  clock: Clock
  log: FastifyBaseLogger
  /** Answers that depend on the tenant alone, as bytes, for at most a second. */
  answers: AnswerCache
  /** PUBLIC_URL; null: pages name the origin that was asked for. */
  publicUrl: string | null
  /** Origin of links in mail: PUBLIC_URL, or where this process listens. */
  origin(): string
  organizerAdminUrl: string
  isProduction: boolean
  /** Asks the jobs to look for work now instead of at their next round. */
  kickJobs(): void
}
