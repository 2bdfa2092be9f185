import type { Database, TurnPosition } from '@foyer/db'
import { sql } from 'kysely'
import type { Context, MoneyContext, Tenant } from '../context.ts'
import { listProblems, type Problem } from '../features/payments/problems.ts'
import { compareWithProvider } from '../features/payments/reconcile/compare-provider.ts'
import { healLedger, LEDGER_BEGINNING } from '../features/payments/reconcile/heal-ledger.ts'
import type { TurnResult } from '../jobs/turns.ts'

export interface TenantProblem extends Problem {
  /** The tenant's slug. */
  tenant: string
}

export interface Reconciled {
  /** Payments whose state differed from the provider's and was corrected. */
  settled: number
  /**
   * Payments that could not be checked or settled now. The log says why, and the next round tries
   * again.
   */
  failed: number
  /** Entries that were missing in the ledger and were added. */
  posted: number
  /** Differences that a person must resolve. */
  problems: TenantProblem[]
}

/**
 * Compares the provider with the payments, and the payments with the ledger. Corrects what it can
 * and lists the rest. It may run while sales go on and while other processes run it too.
 */
export async function reconcile(context: MoneyContext): Promise<Reconciled> {
  return { ...(await compareWithProvider(context)), ...(await reconcileRecords(context)) }
}

/** Does the same without asking the provider, for all tenants and their whole history. */
export async function reconcileRecords({
  db,
  tenants,
}: Pick<Context, 'db' | 'tenants'>): Promise<Omit<Reconciled, 'settled' | 'failed'>> {
  let posted = 0
  const problems: TenantProblem[] = []
  for (const { id, slug, testOf } of tenants.all()) {
    if (testOf !== null) continue
    let mark = LEDGER_BEGINNING
    for (let isThrough = false; !isThrough; ) {
      const from = mark
      const step = await db.longWork.withTenant(id, (tx) => healLedger(tx, from))
      posted += step.posted
      ;({ mark, isThrough } = step)
    }
    const found = await db.longWork.withTenant(id, listProblems)
    problems.push(...found.map((problem) => ({ tenant: slug, ...problem })))
  }
  return { posted, problems }
}

const DAY_SECONDS = 24 * 60 * 60
/** Between two steps through history that was never checked. */
const STEP_SECONDS = 5

/**
 * Returns the tenants with differences that a person must resolve, or whose list of these must be
 * shortened.
 */
export async function findTenantsWithProblems(db: Database): Promise<number[]> {
  const rows = await db.acrossTenants(async (tx) => {
    const found = await sql<{ tenant_id: number }>`
      select tenant_id from refunds where state = 'failed'
      union
      select tenant_id from disputes where state = 'opened'
      union
      select tenant_id from money_problems
      union
      select tenant_id from payments where state in ('created', 'open')
        and created_at < clock_timestamp() - interval '1 day'
      /* named: tenants_with_problems */`.execute(tx)
    return found.rows
  })
  return rows.map((row) => row.tenant_id)
}

/**
 * Checks the records of one tenant as the turn of a job: posts the entries that are missing in the
 * ledger for payments and refunds that no turn has checked yet, and updates the list of problems.
 */
export async function reconcileTurn(
  { db, log }: Pick<Context, 'db' | 'log'>,
  tenant: Tenant,
  position: TurnPosition,
): Promise<TurnResult> {
  const mark = {
    payment: position.payments?.after ?? LEDGER_BEGINNING.payment,
    refund: position.refunds?.after ?? LEDGER_BEGINNING.refund,
  }
  const step = await db.longWork.withTenant(tenant.id, (tx) => healLedger(tx, mark))
  const problems = await db.longWork.withTenant(tenant.id, listProblems)
  const { slug } = tenant
  if (step.posted > 0)
    log.warn({ tenant: slug, posted: step.posted }, 'the reconciler healed something')
  if (problems.length > 0) log.error({ tenant: slug, problems }, 'money that people must look at')
  // A mark that has reached the end stays there. A pass is under way only while a mark is behind
  // the end.
  const restsUntil = step.isThrough ? Number.MAX_SAFE_INTEGER : 0
  return {
    position: {
      payments: { after: step.mark.payment, restsUntil },
      refunds: { after: step.mark.refund, restsUntil },
    },
    restSeconds: step.isThrough ? DAY_SECONDS : STEP_SECONDS,
  }
}
