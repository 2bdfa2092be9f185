import type { DB, TenantTx } from '@foyer/db'
import { type Insertable, sql } from 'kysely'

const COLUMNS = ['id', 'cart_id', 'intent_id', 'amount_minor', 'state', 'hold_ids'] as const

/** The payment under way for a cart: there is at most one. */
export const findOpenPayment = (tx: TenantTx, cartId: string) =>
  tx
    .selectFrom('payments')
    .select(COLUMNS)
    .where('cart_id', '=', cartId)
    .where('state', 'in', ['created', 'open'])
    .executeTakeFirst()

export type OpenPayment = NonNullable<Awaited<ReturnType<typeof findOpenPayment>>>

/** Records a payment; nothing happens where the cart has one under way already. */
export const insertPayment = (tx: TenantTx, row: Insertable<DB['payments']>) =>
  tx
    .insertInto('payments')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

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
