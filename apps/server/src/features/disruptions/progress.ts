import type { TenantTx } from '@foyer/db'
import type {
  DisruptionAnswer,
  DisruptionAnswerState,
  DisruptionKind,
  SessionState,
  UnansweredDefault,
} from '@foyer/domain'
import { sql } from 'kysely'
import { refundKeyLike } from './job-queries.ts'

/** A session as an operator sees it before it is moved or called off. */
export interface SessionFacts {
  id: string
  eventName: string
  currency: string
  timeZone: string
  state: SessionState
  startsAt: Date
  /**
   * Orders with valid tickets of the session, these tickets, and what they were bought at. Read without a
   * lock: what may be done because of them is decided again behind it (`onlyUnsold`).
   */
  orders: number
  tickets: number
  amountMinor: number
}

/** Reads a session and what was sold of it; undefined if the tenant has no such session. */
export async function readSessionFacts(
  tx: TenantTx,
  sessionId: string,
): Promise<SessionFacts | undefined> {
  const { rows } = await sql<SessionFacts>`
    select s.id, e.name as "eventName", e.currency, v.timezone as "timeZone", s.status as state,
      s.starts_at as "startsAt", sold.*
    from sessions s
    join events e on e.tenant_id = s.tenant_id and e.id = s.event_id
    join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
    cross join lateral (
      select count(distinct t.order_id)::integer as orders, count(*)::integer as tickets,
        coalesce(sum(t.price_minor - t.discount_minor + t.fee_minor
          + added_tax_minor(t.charges)), 0)::float8 as "amountMinor"
      from tickets t
      where t.tenant_id = s.tenant_id and t.session_id = s.id and t.status = 'VALID') sold
    where s.id = ${sessionId}`.execute(tx)
  return rows[0]
}

/** How far the work on a disruption is. */
export interface DisruptionProgress {
  id: string
  kind: DisruptionKind
  state: 'listing' | 'working' | 'done' | 'superseded'
  fromStartsAt: Date
  toStartsAt: Date | null
  answerBy: Date | null
  unanswered: UnansweredDefault
  createdAt: Date
  /** When somebody stopped the work; null while it goes on. */
  stoppedAt: Date | null
  /** Orders by state and answer. */
  orders: readonly {
    state: DisruptionAnswerState
    answer: DisruptionAnswer | null
    answeredBy: 'buyer' | 'default' | null
    count: number
    refundMinor: number
  }[]
  /** Orders that failed, by the reason. */
  problems: readonly { problem: string; count: number }[]
  /** Refunds of these orders by their state at the provider. */
  refunds: readonly { state: string; count: number; amountMinor: number }[]
}

type Head = Omit<DisruptionProgress, 'orders' | 'problems' | 'refunds'>

/**
 * Reads how far the current disruption of a session is; undefined if it has none. Its counts are read one
 * after the other without a lock, so they may be a moment apart. They are shown, and decide nothing.
 */
export async function readProgress(
  tx: TenantTx,
  sessionId: string,
): Promise<DisruptionProgress | undefined> {
  const [head] = (
    await sql<Head>`
    select id, kind, state, from_starts_at as "fromStartsAt", to_starts_at as "toStartsAt",
      answer_by as "answerBy", unanswered, created_at as "createdAt",
      stopped_at as "stoppedAt"
    from session_disruptions where session_id = ${sessionId} and state <> 'superseded'`.execute(tx)
  ).rows
  if (!head) return undefined
  const orders = await sql<DisruptionProgress['orders'][number]>`
    select state, answer, answered_by as "answeredBy", count(*)::integer as count,
      sum(refund_minor)::float8 as "refundMinor"
    from disruption_answers where disruption_id = ${head.id}
    group by 1, 2, 3 order by 1, 2, 3`.execute(tx)
  const problems = await sql<DisruptionProgress['problems'][number]>`
    select problem, count(*)::integer as count from disruption_answers
    where disruption_id = ${head.id} and state = 'failed' group by 1 order by 1`.execute(tx)
  const refunds = await sql<DisruptionProgress['refunds'][number]>`
    select r.state, count(*)::integer as count, sum(r.amount_minor)::float8 as "amountMinor"
    from disruption_answers a
    join refunds r on r.tenant_id = a.tenant_id and r.order_id = a.order_id
      and r.request_key like ${refundKeyLike(head.id)}
    where a.disruption_id = ${head.id} group by 1 order by 1`.execute(tx)
  return { ...head, orders: orders.rows, problems: problems.rows, refunds: refunds.rows }
}

/**
 * Lets the refunds that failed be tried again, for example after a bank has closed a dispute. Returns how
 * many there were.
 */
export async function retryFailed(tx: TenantTx, disruptionId: string): Promise<number> {
  const { rows } = await sql`
    update disruption_answers set state = 'settling', problem = null
    where disruption_id = ${disruptionId} and state = 'failed' returning order_id`.execute(tx)
  await sql`
    update session_disruptions set state = 'working', next_attempt_at = clock_timestamp(),
      stopped_at = null
    where id = ${disruptionId} and state in ('working', 'done')`.execute(tx)
  return rows.length
}

/**
 * Stops the work on the current disruption of a session after the orders that are being settled. Refunds
 * that were decided are made. Returns its id; undefined if nothing was going on.
 */
export async function stopWork(tx: TenantTx, sessionId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update session_disruptions set stopped_at = clock_timestamp(), next_attempt_at = 'infinity'
    where session_id = ${sessionId} and state in ('listing', 'working') and stopped_at is null
    returning id`.execute(tx)
  return rows[0]?.id
}

/** Lets the work go on, and tries again what failed. Returns its id; undefined if nothing was stopped or had failed. */
export async function continueWork(tx: TenantTx, sessionId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from session_disruptions d
    where session_id = ${sessionId} and state <> 'superseded' and (
      stopped_at is not null or exists (
        select from disruption_answers a
        where a.tenant_id = d.tenant_id and a.disruption_id = d.id and a.state = 'failed'))
    for update`.execute(tx)
  const id = rows[0]?.id
  if (id) await retryFailed(tx, id)
  return id
}
