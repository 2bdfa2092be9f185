import type { Database, TenantTransactions } from '@foyer/db'
import type { AccountsGateway } from '../adapters/accounts-gateway.ts'
import type { Mailer } from '../adapters/mailer.ts'
import type { PaymentGateway } from '../adapters/payment-gateway.ts'
import type { LaneBatch } from '../engine/lanes/lanes.ts'
import type { Metrics } from '../http/metrics.ts'
import type { Tenant } from '../tenant-registry.ts'
import type { Tracing } from './tracing.ts'

/** The same database, whose transactions are recorded. Lanes have spans of their own. */
export function tracedDatabase(db: Database, tracing: Tracing): Database {
  const traced = (on: TenantTransactions, prefix: string): TenantTransactions => ({
    withTenant: (tenantId, work) =>
      tracing.transaction(`${prefix}tenant`, () => on.withTenant(tenantId, work)),
    withSnapshot: (tenantId, work) =>
      tracing.transaction(`${prefix}snapshot`, () => on.withSnapshot(tenantId, work)),
  })
  return {
    ...db,
    ...traced(db, ''),
    longWork: traced(db.longWork, 'long '),
    withPlatform: (work) => tracing.transaction('platform', () => db.withPlatform(work)),
  }
}

/** The same provider, whose calls are recorded. Lists that the reconciler reads are not. */
export function tracedPayments(payments: PaymentGateway, tracing: Tracing): PaymentGateway {
  const asking = <T>(name: string, ask: () => Promise<T>): Promise<T> =>
    tracing.request(`payment provider ${name}`, ask)
  return {
    ...payments,
    accounts: tracedAccounts(payments.accounts, asking),
    ofAccount: (accountId) => tracedPayments(payments.ofAccount(accountId), tracing),
    createIntent: (...given) => asking('createIntent', () => payments.createIntent(...given)),
    updateIntent: (...given) => asking('updateIntent', () => payments.updateIntent(...given)),
    retrieveIntent: (...given) => asking('retrieveIntent', () => payments.retrieveIntent(...given)),
    cancelIntent: (...given) => asking('cancelIntent', () => payments.cancelIntent(...given)),
    createRefund: (...given) => asking('createRefund', () => payments.createRefund(...given)),
    refundsOf: (...given) => asking('refundsOf', () => payments.refundsOf(...given)),
    retrieveDispute: (...given) =>
      asking('retrieveDispute', () => payments.retrieveDispute(...given)),
  }
}

const tracedAccounts = (
  accounts: AccountsGateway,
  asking: <T>(name: string, ask: () => Promise<T>) => Promise<T>,
): AccountsGateway => ({
  ...accounts,
  create: (...given) => asking('createAccount', () => accounts.create(...given)),
  retrieve: (...given) => asking('retrieveAccount', () => accounts.retrieve(...given)),
  link: (...given) => asking('linkAccount', () => accounts.link(...given)),
  balance: (...given) => asking('balance', () => accounts.balance(...given)),
  payouts: (...given) => asking('payouts', () => accounts.payouts(...given)),
})

/** The same mailer, whose mails are recorded by kind and outcome. */
export const tracedMailer = (mailer: Mailer, tracing: Tracing): Mailer => ({
  ...mailer,
  close: () => mailer.close(),
  send: (message) =>
    tracing.request(
      `mail ${message.kind}`,
      () => mailer.send(message),
      ({ outcome }) => ({ 'foyer.outcome': outcome }),
    ),
})

/** The same metrics, which also give the current call its outcome. */
export const tracedMetrics = (metrics: Metrics, tracing: Tracing): Metrics => ({
  ...metrics,
  callCounter(call) {
    const count = metrics.callCounter(call)
    return (outcome) => {
      count(outcome)
      tracing.outcome(outcome)
    }
  },
})

/** Records a batch of a lane; `tenants` knows its organizer's slug. */
export function traceBatch(
  tracing: Tracing,
  tenants: { byId(id: number): Tenant | undefined },
  { tenantId, ops, items, outcomes, waitedMs, commitMs, ok }: LaneBatch,
): void {
  tracing.batch({
    tenant: tenants.byId(tenantId)?.slug,
    operations: ops,
    sessions: new Set(items.flatMap(({ needs }) => needs.sessionIds)).size,
    widened: outcomes.filter((outcome) => typeof outcome !== 'function').length,
    waitedMs,
    commitMs,
    ok,
  })
}
