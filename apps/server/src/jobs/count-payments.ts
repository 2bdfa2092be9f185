import type { Context } from '../context.ts'

const UNSETTLED = ['created', 'open', 'refund_due'] as const

/** Tells the metrics how many payments still ask for work. Returns 0: it leaves nothing over. */
export async function countPayments(context: Context): Promise<number> {
  const byState = new Map<string, number>(UNSETTLED.map((state) => [state, 0]))
  for (const tenant of context.tenants.all()) {
    const rows = await context.db.withTenant(tenant.id, (tx) =>
      tx
        .selectFrom('payments')
        .select(['state', (eb) => eb.fn.countAll<string>().as('count')])
        .where('state', 'in', UNSETTLED)
        .groupBy('state')
        .execute(),
    )
    for (const { state, count } of rows) {
      byState.set(state, (byState.get(state) ?? 0) + Number(count))
    }
  }
  context.metrics.paymentsCounted(byState)
  return 0
}
