import { type Result, refused } from '@foyer/contract'
import type { Context } from '../../context.ts'
import {
  type DisruptionCode,
  type DisruptionParams,
  disruptSessionOp,
} from '../../engine/offers/disrupt-session.ts'

/**
 * Moves a session to another time, or calls it off. It stops selling, or sells at its new time, with the
 * commit; the job `settle-disruptions` asks its buyers and settles their orders.
 */
export async function disruptSession(
  { db, lanes }: Pick<Context, 'db' | 'lanes'>,
  tenantId: number,
  params: DisruptionParams,
): Promise<Result<{ disruptionId: string }, DisruptionCode | 'busy'>> {
  const { sessionId, toStartsAt } = params
  // For a refusal in words. If another session takes the time meanwhile, the index `sessions_by_event` refuses.
  const taken =
    toStartsAt &&
    (await db.withTenant(tenantId, (tx) =>
      tx
        .selectFrom('sessions as s')
        .innerJoin('sessions as other', (join) =>
          join
            .onRef('other.tenant_id', '=', 's.tenant_id')
            .onRef('other.event_id', '=', 's.event_id')
            .onRef('other.id', '<>', 's.id'),
        )
        .select('other.id')
        .where('s.id', '=', sessionId)
        .where('other.starts_at', '=', toStartsAt)
        .executeTakeFirst(),
    ))
  return taken ? TIME_TAKEN : lanes.submit(tenantId, disruptSessionOp(params))
}

const TIME_TAKEN = refused(
  'session_not_changeable',
  'The event has another session at this time. Call this one off, and let its buyers choose that one.',
  { reason: 'time_taken' },
)
