import type { Context, Tenant } from '../../context.ts'
import { refundSessionOp } from '../../engine/money/refund-session.ts'
import { selectTicketNumbers } from './bought-before.ts'
import {
  askBuyers,
  claimDisruption,
  type DueDisruption,
  fixAnswers,
  listOrders,
  recordFailed,
  recordSettled,
  refundKeyOf,
  releaseDisruption,
  selectSettling,
} from './job-queries.ts'

type JobContext = Pick<Context, 'db' | 'lanes' | 'rollups' | 'kickJobs' | 'log'>

/** Ten mails a second at most: those of purchases pass between them. */
const PACE = { limit: 50, paceSeconds: 5 }
/** How many orders one slice settles. */
const SETTLED_AT_ONCE = 20
/** The rest after a slice in which the lanes took nothing more, in seconds. */
const BUSY_SECONDS = 5

/**
 * Works on one disruption of a session, a slice at a time: lists its orders, asks their buyers at a
 * pace, and settles those whose answer counts. Every step may be repeated: a process may die after any of them, and several may work
 * side by side. Returns how many disruptions it worked on.
 */
export async function settleDisruptions(context: JobContext, tenant: Tenant): Promise<number> {
  const due = await context.db.withTenant(tenant.id, claimDisruption)
  if (!due) return 0
  if (due.isToList) {
    await context.db.longWork.withTenant(tenant.id, (tx) => listOrders(tx, due.id))
    // The command that disrupted the session marks nothing in the servers' rollups.
    context.rollups.compareSoon(tenant.id)
  }
  if (due.isToAsk) {
    await context.db.withTenant(tenant.id, (tx) => askBuyers(tx, due, PACE))
    context.kickJobs(tenant.id)
  }
  if (due.isOver) {
    await context.db.withTenant(tenant.id, (tx) => fixAnswers(tx, due, SETTLED_AT_ONCE))
  }
  const refunds = await settleSlice(context, tenant, due)
  await context.db.withTenant(tenant.id, (tx) =>
    releaseDisruption(tx, due, refunds.areBusy ? BUSY_SECONDS : 0),
  )
  return 1
}

/** Decides the refunds of some orders; the job `make-refunds` makes them at the provider. */
async function settleSlice(context: JobContext, tenant: Tenant, due: DueDisruption) {
  const orderIds = await context.db.withTenant(tenant.id, (tx) =>
    selectSettling(tx, due.id, SETTLED_AT_ONCE),
  )
  const settled = await Promise.all(
    orderIds.map((orderId) => settleOrder(context, tenant, due, orderId)),
  )
  if (orderIds.length > 0) context.kickJobs(tenant.id)
  return { areBusy: settled.length > 0 && settled.every((isSettled) => !isSettled) }
}

/**
 * Refunds what an order has in a disrupted session and records it. Returns false if the lanes take
 * nothing now: it is tried again.
 */
export async function settleOrder(
  context: Pick<Context, 'db' | 'lanes' | 'log'>,
  tenant: Tenant,
  { id, kind, sessionId }: Pick<DueDisruption, 'id' | 'kind' | 'sessionId'>,
  orderId: string,
): Promise<boolean> {
  const ticketNumbers = await context.db.withTenant(tenant.id, (tx) =>
    selectTicketNumbers(tx, id, orderId),
  )
  const of = { kind, sessionId, ticketNumbers }
  const refund = { of, key: refundKeyOf(id, orderId), reason: 'session disrupted' }
  const decided = await context.lanes.submit(tenant.id, refundSessionOp(orderId, refund))
  if (!decided.ok && decided.refusal.code === 'busy') return false
  await context.db.withTenant(tenant.id, (tx) => {
    if (decided.ok) return recordSettled(tx, id, orderId)
    const { code, details } = decided.refusal
    const problem = String(details?.reason ?? code)
    context.log.warn({ orderId, problem }, 'an order of a disrupted session was not refunded')
    return recordFailed(tx, id, orderId, problem)
  })
  return true
}
