import type { LaneClient } from '@foyer/db'
import type { Aggregate } from '../lanes/aggregate.ts'
import type { BatchNeeds } from '../lanes/batch-needs.ts'
import { type LockedRows, lockThenRead } from '../lanes/statements.ts'
import { OrderBook } from './order-book.ts'
import type { LaneOrder } from './order-types.ts'
import { ORDER_STATEMENTS } from './write-orders.ts'

export interface OrderNeeds {
  /** Orders to lock and read, with the holds that were sold in them. */
  orderIds?: readonly string[]
}

const ORDERS: LockedRows = {
  table: 'orders',
  lock: `
  select 1 from orders where tenant_id = $1 and id = any($2::uuid[]) order by id for update`,
  read: `
  select o.id, o.status, o.cart_id as "cartId", o.email, o.quote, coalesce((
    select u.discounts from coupon_uses u
    where u.tenant_id = o.tenant_id and u.id = (o.quote -> 'coupon' ->> 'id')::uuid), '[]')
      as discounts, (
    select coalesce(json_agg(json_build_object('id', t.id, 'number', t.number,
      'ticketTypeId', t.ticket_type_id, 'priceMinor', t.price_minor, 'sessionId', t.session_id,
      'status', t.status, 'isRedeemed', t.redeemed_at is not null) order by t.number), '[]')
    from tickets t where t.tenant_id = o.tenant_id and t.order_id = o.id) as tickets, (
    select coalesce(json_agg(extract(epoch from statement_timestamp() - rescheduled.at)
      order by rescheduled.at desc), '[]')
    from unnest(o.rescheduled_at) as rescheduled(at)) as "rescheduleAges"
  from orders o where o.tenant_id = $1 and o.id = any($2::uuid[])`,
}

/** Orders with their tickets. */
export const orders = {
  async lockAndRead(
    client: LaneClient,
    tenantId: number,
    needs: BatchNeeds<OrderNeeds>,
  ): Promise<readonly LaneOrder[]> {
    const orderIds = needs.of('orderIds')
    return orderIds.length > 0 ? lockThenRead<LaneOrder>(client, ORDERS, [tenantId, orderIds]) : []
  },
  book: (state: { orders: readonly LaneOrder[] }) => new OrderBook(state.orders),
  statements: ORDER_STATEMENTS,
} satisfies Aggregate
