import type { Context, MoneyContext } from '../context.ts'
import { compareWithProvider } from '../features/payments/compare-provider.ts'
import { healLedger } from '../features/payments/heal-ledger.ts'
import { listProblems, type Problem } from '../features/payments/problems.ts'

export interface TenantProblem extends Problem {
  /** The tenant's slug. */
  tenant: string
}

export interface Reconciled {
  /** Payments that were not where the provider says they are, and now are. */
  settled: number
  /** What could not be looked at or settled now; the log says why, and the next round tries again. */
  failed: number
  /** Entries that the ledger lacked. */
  posted: number
  /** What only people can put right. */
  problems: TenantProblem[]
}

/**
 * Compares the provider with the payments, and the payments with the ledger; heals what it can and
 * lists the rest. Safe beside sales and beside other processes that do the same.
 */
export async function reconcile(context: MoneyContext): Promise<Reconciled> {
  return { ...(await compareWithProvider(context)), ...(await reconcileRecords(context)) }
}

/** The same without asking the provider. */
export async function reconcileRecords({
  db,
  tenants,
}: Pick<Context, 'db' | 'tenants'>): Promise<Omit<Reconciled, 'settled' | 'failed'>> {
  let posted = 0
  const problems: TenantProblem[] = []
  for (const { id, slug } of tenants.all()) {
    for (let missing = 1; missing > 0; posted += missing) {
      missing = await db.longWork.withTenant(id, healLedger)
    }
    const found = await db.longWork.withTenant(id, listProblems)
    problems.push(...found.map((problem) => ({ tenant: slug, ...problem })))
  }
  return { posted, problems }
}
