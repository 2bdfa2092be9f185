import type { TenantTx } from '@foyer/db'
import type { Quote } from '@foyer/domain'
import { sql } from 'kysely'

/*
 * What an order is now and how it became so. Pages, lists, mails and documents read it here; decisions
 * behind locks read the same rows with READ_ORDERS.
 */

/** The receipt of an order `o` as it is now: that of its last change, else the quote of its purchase. */
export const presentReceipt = sql<Quote>`coalesce((
  select c.receipt from order_changes c
  where c.tenant_id = o.tenant_id and c.order_id = o.id and c.sequence is not null
  order by c.sequence desc limit 1), o.quote)`

/** What {@link readHistory} has to know of an order `o`; to be selected with the order itself. */
export const historyHead = [
  sql<string>`o.id`.as('id'),
  sql<Date>`o.created_at`.as('created_at'),
  /** The frozen quote that the order was bought at. */
  sql<Quote>`o.quote`.as('purchase_quote'),
  /** What was captured for it: for the purchase, and for each change that cost more. */
  sql<number>`(
    select coalesce(sum(c.captured_minor), 0)::integer from payments c
    where c.tenant_id = o.tenant_id and c.order_id = o.id)`.as('paid_minor'),
  /** Whether it has changes or refunds: an order without them needs no further statement. */
  sql<boolean>`exists (
    select from order_changes c
    where c.tenant_id = o.tenant_id and c.order_id = o.id and c.state <> 'open')`.as('has_history'),
  /** Whether the team gave its tickets away. */
  sql<boolean>`exists (
    select from complimentary_orders g
    where g.tenant_id = o.tenant_id and g.order_id = o.id)`.as('is_complimentary'),
] as const

export interface HistoryHead {
  id: string
  created_at: Date
  purchase_quote: Quote
  paid_minor: number
  has_history: boolean
  is_complimentary: boolean
}

/** Selects the refunds of an order, oldest first. */
export const selectRefunds = (tx: TenantTx, orderId: string) =>
  tx
    .selectFrom('refunds as r')
    .innerJoin('payments as p', (join) =>
      join.onRef('p.tenant_id', '=', 'r.tenant_id').onRef('p.id', '=', 'r.payment_id'),
    )
    .select(['r.id', 'r.kind', 'r.amount_minor', 'r.currency', 'r.state'])
    .select(['r.created_at', 'r.settled_at'])
    // The cart of a change that has to be paid for has the id of the change.
    .select('p.cart_id')
    .where('r.order_id', '=', orderId)
    .orderBy('r.created_at')
    .execute()

export type RefundRow = Awaited<ReturnType<typeof selectRefunds>>[number]

/** Selects the changes that were made, and those whose payment was refunded instead. */
export const selectChanges = (tx: TenantTx, orderId: string) =>
  tx
    .selectFrom('order_changes as c')
    .select(['c.id', 'c.kind', 'c.state', 'c.receipt', 'c.created_at', 'c.done_at'])
    .select(['c.due_minor', 'c.refund_minor', 'c.credit_minor', 'c.kept_minor'])
    .select(['c.change_fee_minor', 'c.reason', 'c.made_by', 'c.details'])
    .where('c.order_id', '=', orderId)
    .where(
      sql<boolean>`(c.state = 'done' or c.state = 'ended' and exists (
        select from refunds r
        join payments p on p.tenant_id = r.tenant_id and p.id = r.payment_id
        where r.tenant_id = c.tenant_id and r.order_id = c.order_id and r.kind = 'unplaced'
          and p.cart_id = c.id))`,
    )
    .orderBy('c.sequence')
    .modifyEnd(sql`/* named: order_history */`)
    .execute()

export type ChangeRow = Awaited<ReturnType<typeof selectChanges>>[number]

export async function selectSessions(tx: TenantTx, changes: readonly ChangeRow[]) {
  const ids = new Set(
    changes.flatMap(({ details }) =>
      (details.tickets ?? []).flatMap(({ before, after }) => [
        before.sessionId,
        ...(after ? [after.sessionId] : []),
      ]),
    ),
  )
  if (ids.size === 0) return new Map<string, SessionRow>()
  const rows = await tx
    .selectFrom('sessions')
    .select(['id', 'starts_at', 'ends_at', 'local_date'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map<string, SessionRow>(rows.map((row) => [row.id, row]))
}

export interface SessionRow {
  id: string
  starts_at: Date
  ends_at: Date
  local_date: string
}
