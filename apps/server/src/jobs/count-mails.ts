import { sql } from 'kysely'
import type { Context } from '../context.ts'

const UNSENT = ['queued', 'held_back', 'bounced', 'failed', 'suppressed'] as const

/**
 * Reports to the metrics how many mails are waiting, and how many failed for good in the last day,
 * over all tenants. Returns 0, because nothing is left to do.
 */
export async function countMails({ db, metrics }: Context): Promise<number> {
  const mails = new Map<string, number>(UNSENT.map((state) => [state, 0]))
  const counts = await db.acrossTenants(async (tx) => {
    const { rows } = await sql<{ state: string; count: number }>`
      select state, count(*)::integer as count from mails
      where state in ('queued', 'held_back') group by state
      union all
      select state, count(*)::integer from mails
      where state in ('bounced', 'failed', 'suppressed')
        and updated_at > clock_timestamp() - interval '1 day' group by state
      /* named: count_mails */`.execute(tx)
    return rows
  })
  for (const { state, count } of counts) mails.set(state, (mails.get(state) ?? 0) + count)
  metrics.mailsCounted(mails)
  return 0
}
