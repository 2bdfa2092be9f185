import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { TurnJob } from './turns.ts'

/**
 * Reports to the metrics how far the passes over history are. Returns 0, because nothing is left to
 * do.
 */
export async function countPasses(
  { db, metrics, clock }: Pick<Context, 'db' | 'metrics' | 'clock'>,
  turns: readonly Pick<TurnJob, 'name'>[],
): Promise<number> {
  const { rows } = await sql<{ job: string; count: number; share: number; beganAt: number }>`
    select t.job, count(*)::integer as count,
      min((w.value #>> '{pass,share}')::float8) as share,
      min((w.value #>> '{pass,beganAt}')::float8) as "beganAt"
    from job_turns t cross join jsonb_each(t.position) w
    where t.position @? '$.*.pass' and w.value ? 'pass'
    group by t.job`.execute(db.registry)
  const now = clock().getTime()
  for (const { name } of turns) {
    const found = rows.find(({ job }) => job === name)
    metrics.passesCounted(name, {
      count: found?.count ?? 0,
      leastShare: found?.share ?? 1,
      oldestSeconds: found ? Math.max(0, (now - found.beganAt) / 1000) : 0,
    })
  }
  return 0
}
