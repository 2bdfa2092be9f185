import type { DB, TenantTx } from '@foyer/db'
import { type Insertable, sql } from 'kysely'

/** Records a payment, and answers the one under way where the cart has one already. */
export const recordPayment = (tx: TenantTx, row: Insertable<DB['payments']>) =>
  tx
    .insertInto('payments')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'cart_id'])
        // Written out: a prepared statement finds its index by constants alone.
        .where(sql<boolean>`payments.state in ('created', 'open')`)
        // Nothing changes; an answer needs a row that was written.
        .doUpdateSet({ updated_at: sql<Date>`payments.updated_at` }),
    )
    .returning(['id', 'intent_id', 'hold_ids'])
    .modifyEnd(sql`/* named: record_payment */`)
    .executeTakeFirstOrThrow()

export type OpenPayment = Awaited<ReturnType<typeof recordPayment>>

/** Sets a payment's state and, in seconds from now, when the reconciler looks at it next. */
export const updatePayment = (
  tx: TenantTx,
  id: string,
  change: {
    state?: 'open' | 'canceled' | 'refunded'
    intentId?: string
    refundId?: string
    checkInSeconds?: number
  },
) =>
  tx
    .updateTable('payments')
    .set({
      updated_at: sql<Date>`clock_timestamp()`,
      ...(change.state ? { state: change.state } : {}),
      ...(change.intentId ? { intent_id: change.intentId } : {}),
      ...(change.refundId ? { refund_id: change.refundId } : {}),
      ...(change.checkInSeconds === undefined
        ? {}
        : {
            next_check_at: sql<Date>`clock_timestamp() + make_interval(secs => ${change.checkInSeconds})`,
          }),
    })
    .where('id', '=', id)
    // A payment that was settled meanwhile stays settled.
    .where('state', 'in', change.state === 'refunded' ? ['refund_due'] : ['created', 'open'])
    .execute()
