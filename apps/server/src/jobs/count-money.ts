import { sql } from 'kysely'
import type { Context } from '../context.ts'

interface Count {
  what: 'payment' | 'refund' | 'problem'
  state: string
  count: number
}

const OPEN_PAYMENTS = ['created', 'open', 'refund_due'] as const
const OPEN_REFUNDS = ['queued', 'pending', 'failed'] as const

/**
 * Reports to the metrics how many payments and refunds still need work, over all tenants. Returns
 * 0, because nothing is left to do.
 */
export async function countMoney({ db, metrics, tenants }: Context): Promise<number> {
  const payments = new Map<string, number>(OPEN_PAYMENTS.map((state) => [state, 0]))
  const refunds = new Map<string, number>(OPEN_REFUNDS.map((state) => [state, 0]))
  let problems = 0
  const tests = tenants.all().flatMap(({ id, testOf }) => (testOf === null ? [] : [id]))
  const counted = sql`tenant_id <> all(${tests}::integer[])`
  const found = await db.acrossTenants(async (tx) => {
    const { rows } = await sql<Count>`
      select 'payment' as what, state, count(*)::integer as count from payments
      where state in ('created', 'open', 'refund_due') and ${counted} group by state
      union all
      select 'refund', state, count(*)::integer from refunds
      where state <> 'succeeded' and ${counted} group by state
      union all
      select 'problem', '', count(*)::integer from money_problems where ${counted}
      /* named: count_money */`.execute(tx)
    return rows
  })
  for (const { what, state, count } of found) {
    if (what === 'problem') problems += count
    else {
      const counts = what === 'payment' ? payments : refunds
      counts.set(state, (counts.get(state) ?? 0) + count)
    }
  }
  metrics.moneyCounted({ payments, refunds, problems })
  return 0
}
