import type { TenantTx } from '@foyer/db'
import type {
  DisruptionAnswer,
  DisruptionAnswerState,
  DisruptionKind,
  UnansweredDefault,
} from '@foyer/domain'
import { sql } from 'kysely'
import { ticketNumbersOf } from './bought-before.ts'

/** The disruption of a session of an order, with the order's answer. */
export interface DisruptionOfOrder {
  id: string
  sessionId: string
  kind: DisruptionKind
  fromStartsAt: Date
  toStartsAt: Date | null
  message: string | null
  answerBy: Date | null
  unanswered: UnansweredDefault
  /** Whether the date by which buyers may answer lies ahead. */
  hasTime: boolean
  /** The numbers of the order's tickets that it is about. */
  ticketNumbers: readonly number[]
  state: DisruptionAnswerState
  answer: DisruptionAnswer | null
  refundMinor: number
}

/** Selects the current disruptions of an order's sessions, the earliest session first. */
export async function selectDisruptionsOf(
  tx: TenantTx,
  orderId: string,
): Promise<DisruptionOfOrder[]> {
  const { rows } = await sql<DisruptionOfOrder>`
    select d.id, d.session_id as "sessionId", d.kind, d.from_starts_at as "fromStartsAt",
      d.to_starts_at as "toStartsAt", d.message, d.answer_by as "answerBy", d.unanswered,
      coalesce(d.answer_by > clock_timestamp(), false) as "hasTime", a.state, a.answer,
      a.refund_minor as "refundMinor", ${ticketNumbersOf(orderId)} as "ticketNumbers"
    from disruption_answers a
    join session_disruptions d on d.tenant_id = a.tenant_id and d.id = a.disruption_id
    where a.order_id = ${orderId} and d.state <> 'superseded'
    order by d.from_starts_at, d.id`.execute(tx)
  return rows
}

/**
 * Stores a buyer's answer, if it may still be given: 'keep' may be changed until the date, 'refund' is
 * settled from now on. Returns whether it was stored.
 */
export async function storeAnswer(
  tx: TenantTx,
  disruptionId: string,
  orderId: string,
  answer: 'keep' | 'refund',
): Promise<boolean> {
  const { rows } = await sql`
    update disruption_answers a set answer = ${answer}, answered_by = 'buyer',
      answered_at = clock_timestamp(),
      state = ${answer === 'refund' ? 'settling' : sql`a.state`}
    from session_disruptions d
    where a.disruption_id = ${disruptionId} and a.order_id = ${orderId}
      and a.state in ('listed', 'asked')
      and d.tenant_id = a.tenant_id and d.id = a.disruption_id
      and d.state in ('listing', 'working') and d.answer_by > clock_timestamp()
    returning a.order_id`.execute(tx)
  if (rows.length > 0 && answer === 'refund') {
    // If this process dies before the refund is decided, the job does it.
    await sql`
      update session_disruptions set
        next_attempt_at = least(next_attempt_at, clock_timestamp() + interval '10 seconds')
      where id = ${disruptionId} and stopped_at is null`.execute(tx)
  }
  return rows.length > 0
}

/** Records that the buyer took the tickets to another session. */
export async function recordRescheduled(
  tx: TenantTx,
  disruptionId: string,
  orderId: string,
): Promise<void> {
  await sql`
    update disruption_answers set state = 'settled', answer = 'reschedule', answered_by = 'buyer',
      answered_at = clock_timestamp(), settled_at = clock_timestamp(), problem = null
    where disruption_id = ${disruptionId} and order_id = ${orderId}`.execute(tx)
}
