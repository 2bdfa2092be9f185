import { sql } from 'kysely'
import type { Context } from '../context.ts'

const UNSENT = ['queued', 'held_back', 'bounced', 'failed', 'suppressed'] as const

/**
 * Tells the metrics how many mails wait, and how many were given up in the last day. Returns 0: it
 * leaves nothing over.
 */
export async function countMails(context: Context): Promise<number> {
  const mails = new Map<string, number>(UNSENT.map((state) => [state, 0]))
  for (const tenant of context.tenants.all()) {
    const { rows } = await context.db.withTenant(tenant.id, (tx) =>
      sql<{ state: string; count: number }>`
        select state, count(*)::integer as count from mails where state = 'queued' group by state
        union all
        select state, count(*)::integer from mails where state = 'held_back' group by state
        union all
        select state, count(*)::integer from mails
        where state in ('bounced', 'failed', 'suppressed')
          and updated_at > clock_timestamp() - interval '1 day' group by state`.execute(tx),
    )
    for (const { state, count } of rows) mails.set(state, (mails.get(state) ?? 0) + count)
  }
  context.metrics.mailsCounted(mails)
  return 0
}
