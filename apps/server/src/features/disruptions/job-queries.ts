import type { TenantTx } from '@foyer/db'
import type { DisruptionKind, UnansweredDefault } from '@foyer/domain'
import { sql } from 'kysely'
import { dueRows } from '../../engine/due-rows.ts'
import { queueMail } from '../../engine/mails/queue-mail.ts'
import { wasBoughtBefore } from './bought-before.ts'

/** A disruption that this process works on until its lease ends. */
export interface DueDisruption {
  id: string
  sessionId: string
  kind: DisruptionKind
  /** Its orders have to be listed, for the first time or once more. */
  isToList: boolean
  /** It is time to queue mails again. */
  isToAsk: boolean
  /** The date by which buyers may answer has passed, or nobody is asked. */
  isOver: boolean
  unanswered: UnansweredDefault
  /** The end of the lease, as the database formats it. */
  until: string
}

/** Longer than a slice takes; if the process dies, another one goes on after this time. */
const LEASE_SECONDS = 60

const DUE = dueRows({
  table: 'session_disruptions',
  at: 'next_attempt_at',
  isOpen: sql`state in ('listing', 'working')`,
  limit: 1,
})

/** Claims the disruption of a tenant that is due the longest; undefined if none is. */
export async function claimDisruption(tx: TenantTx): Promise<DueDisruption | undefined> {
  const { rows } = await sql<DueDisruption>`
    ${DUE}
    update session_disruptions set
      next_attempt_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where id in (select id from due)
    returning id, session_id as "sessionId", kind, unanswered, next_attempt_at::text as until,
      state = 'listing' or coalesce(list_again_at <= clock_timestamp(), false) as "isToList",
      ask_next_at <= clock_timestamp() as "isToAsk",
      coalesce(answer_by <= clock_timestamp(), true) as "isOver"`.execute(tx)
  return rows[0]
}

/**
 * Lists the orders that bought the session before it was disrupted, and those whose change had taken its
 * seats by then and was paid afterwards, all in one statement. An order that is listed already stays as
 * it is. A refund that an earlier disruption of the session owes is owed by this one.
 */
export async function listOrders(tx: TenantTx, disruptionId: string): Promise<void> {
  await sql`
    insert into disruption_answers (tenant_id, disruption_id, order_id)
    select distinct h.tenant_id, d.id, h.order_id
    from session_disruptions d
    join holds h on h.tenant_id = d.tenant_id and h.session_id = d.session_id
      and h.state = 'sold' and h.created_at <= d.created_at
    where d.id = ${disruptionId}
    union
    select t.tenant_id, d.id, t.order_id
    from session_disruptions d
    join tickets t on t.tenant_id = d.tenant_id and t.session_id = d.session_id
      and t.status = 'VALID' and t.revision > 0 and t.created_at > d.created_at
    where d.id = ${disruptionId} and ${wasBoughtBefore}
    on conflict do nothing`.execute(tx)
  await sql`
    update disruption_answers a set state = 'settling', answer = 'refund',
      answered_by = owed.answered_by, answered_at = owed.answered_at
    from session_disruptions d
    join session_disruptions earlier on earlier.tenant_id = d.tenant_id
      and earlier.session_id = d.session_id and earlier.state = 'superseded'
    join disruption_answers owed on owed.tenant_id = earlier.tenant_id
      and owed.disruption_id = earlier.id and owed.answer = 'refund'
      and owed.state in ('settling', 'failed')
    where d.id = ${disruptionId} and a.tenant_id = d.tenant_id and a.disruption_id = d.id
      and a.order_id = owed.order_id and a.state = 'listed'`.execute(tx)
  await sql`
    update session_disruptions set state = 'working',
      list_again_at = case when list_again_at > clock_timestamp() then list_again_at end
    where id = ${disruptionId} and state in ('listing', 'working')`.execute(tx)
}

/** The mail of one order. */
interface Asked {
  orderId: string
  email: string
}

/** The facts of a disruption that its mails report. */
const selectNotice = (tx: TenantTx, disruptionId: string) =>
  tx
    .selectFrom('session_disruptions')
    .select(['kind', 'from_starts_at', 'to_starts_at', 'message', 'answer_by', 'unanswered'])
    .where('id', '=', disruptionId)
    .executeTakeFirstOrThrow()

/**
 * Queues the mails of some listed orders, at most `limit`, and records that they were asked, in one
 * transaction: nobody is asked twice. An order that has no ticket in the session any more gets no mail.
 * The next ones are due after `paceSeconds`.
 */
export async function askBuyers(
  tx: TenantTx,
  { id, sessionId }: DueDisruption,
  { limit, paceSeconds }: { limit: number; paceSeconds: number },
): Promise<void> {
  const { rows } = await sql<Asked>`
    with due as materialized (
      select order_id from disruption_answers
      where disruption_id = ${id} and state = 'listed'
      order by order_id limit ${limit} for update skip locked),
    asked as (
      update disruption_answers a set state = 'asked', asked_at = clock_timestamp()
      from due where a.disruption_id = ${id} and a.order_id = due.order_id),
    paced as (
      update session_disruptions set
        ask_next_at = clock_timestamp() + make_interval(secs => ${paceSeconds})
      where id = ${id})
    select o.id as "orderId", o.email from due join orders o on o.id = due.order_id
    where o.email <> '' and exists (
      select from tickets t where t.order_id = o.id and t.session_id = ${sessionId}
        and t.status = 'VALID')`.execute(tx)
  if (rows.length === 0) return
  const notice = await selectNotice(tx, id)
  for (const { orderId, email } of rows) {
    await queueMail(tx, {
      kind: 'session_change',
      orderId,
      recipient: email,
      onceKey: `${id}:${orderId}`,
      data: {
        change: notice.kind,
        fromStartsAt: notice.from_starts_at.toISOString(),
        toStartsAt: notice.to_starts_at?.toISOString() ?? null,
        message: notice.message,
        answerBy: notice.answer_by?.toISOString() ?? null,
        unanswered: notice.unanswered,
      },
    })
  }
}

/**
 * Fixes what counts for orders whose time to answer is over, up to `limit` of them: the buyer's answer,
 * or the default. From then on nobody can answer any more. An order that has no ticket in the session
 * any more is settled without an answer.
 */
export async function fixAnswers(
  tx: TenantTx,
  { id, sessionId, unanswered }: DueDisruption,
  limit: number,
): Promise<void> {
  await sql`
    with due as materialized (
      select order_id from disruption_answers
      where disruption_id = ${id} and state = 'asked' order by order_id limit ${limit} for update),
    judged as materialized (
      select order_id, exists (
        select from tickets t where t.order_id = due.order_id and t.session_id = ${sessionId}
          and t.status = 'VALID') as has_tickets
      from due)
    update disruption_answers a set
      answer = case when has_tickets then coalesce(a.answer, ${unanswered}) else a.answer end,
      answered_by = case when has_tickets then coalesce(a.answered_by, 'default')
        else a.answered_by end,
      answered_at = coalesce(a.answered_at, clock_timestamp()),
      state = case when has_tickets and coalesce(a.answer, ${unanswered}) = 'refund'
        then 'settling' else 'settled' end,
      settled_at = case when has_tickets and coalesce(a.answer, ${unanswered}) = 'refund'
        then null else clock_timestamp() end
    from judged j
    where a.disruption_id = ${id} and a.order_id = j.order_id`.execute(tx)
}

/** The orders that are to be refunded, at most `limit`. */
export async function selectSettling(
  tx: TenantTx,
  disruptionId: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('disruption_answers')
    .select('order_id')
    .where('disruption_id', '=', disruptionId)
    .where('state', '=', 'settling')
    .orderBy('order_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.order_id)
}

/** Names the refund of an order for a disruption; refunds of further charges have it as their beginning. */
export const refundKeyOf = (disruptionId: string, orderId: string): string =>
  `disruption:${disruptionId}:${orderId}`

/** Finds the refunds of all orders for a disruption. */
export const refundKeyLike = (disruptionId: string): string => `disruption:${disruptionId}:%`

/** Records that the refund of an order was decided. What goes back is read from the refunds themselves. */
export async function recordSettled(
  tx: TenantTx,
  disruptionId: string,
  orderId: string,
): Promise<void> {
  const key = refundKeyOf(disruptionId, orderId)
  await sql`
    update disruption_answers a set state = 'settled', settled_at = clock_timestamp(),
      problem = null, refund_minor = coalesce((
        select sum(r.amount_minor)::integer from refunds r
        where r.order_id = a.order_id
          and (r.request_key = ${key} or r.request_key like ${`${key}#%`})), 0)
    where a.disruption_id = ${disruptionId} and a.order_id = ${orderId}
      and a.state = 'settling'`.execute(tx)
}

/** Records why the refund of an order is not possible: an operator must act. */
export async function recordFailed(
  tx: TenantTx,
  disruptionId: string,
  orderId: string,
  problem: string,
): Promise<void> {
  await tx
    .updateTable('disruption_answers')
    .set({ state: 'failed', problem })
    .where('disruption_id', '=', disruptionId)
    .where('order_id', '=', orderId)
    .where('state', '=', 'settling')
    .execute()
}

/**
 * Ends a slice: says when the next one is due. What is left to do is read here and not passed along, so
 * a buyer who answers meanwhile is not overlooked. `refundPauseSeconds` is the rest before the next
 * refunds.
 */
export async function releaseDisruption(
  tx: TenantTx,
  { id, until }: DueDisruption,
  refundPauseSeconds: number,
): Promise<void> {
  const has = (state: string) => sql`exists (
    select from disruption_answers a
    where a.disruption_id = d.id and a.state = ${sql.lit(state)})`
  await sql`
    with next as (
      select d.id, least(
        case when ${has('listed')} then d.ask_next_at end,
        case when ${has('settling')}
          then clock_timestamp() + make_interval(secs => ${refundPauseSeconds}::float8) end,
        case when ${has('asked')} then coalesce(d.answer_by, clock_timestamp()) end,
        d.list_again_at) as at
      from session_disruptions d where d.id = ${id})
    update session_disruptions d set
      state = case when next.at is null then 'done' else d.state end,
      next_attempt_at = case when d.stopped_at is not null then d.next_attempt_at
        when d.next_attempt_at = ${until}::timestamptz
        then coalesce(next.at, d.next_attempt_at) else least(d.next_attempt_at, next.at) end
    from next where d.id = next.id and d.state in ('listing', 'working')`.execute(tx)
}
