import type { LaneClient } from '@foyer/db'
import type { Aggregate } from '../lanes/aggregate.ts'
import type { BatchNeeds } from '../lanes/batch-needs.ts'
import { type LockedRows, lockThenRead } from '../lanes/statements.ts'
import { OrderBook } from './order-book.ts'
import type { LaneOrder } from './order-types.ts'
import { type OrderRow, READ_ORDERS, toLaneOrder } from './read-orders.ts'
import { ORDER_STATEMENTS } from './write-orders.ts'

export interface OrderNeeds {
  /** Orders to lock and read, with the holds that were sold in them. */
  orderIds?: readonly string[]
}

const ORDERS: LockedRows = {
  table: 'orders',
  lock: `
  select 1 from orders where tenant_id = $1 and id = any($2::uuid[]) order by id for update`,
  read: READ_ORDERS,
}

/** Orders with what they have, their charges and their changes. */
export const orders = {
  async lockAndRead(
    client: LaneClient,
    tenantId: number,
    needs: BatchNeeds<OrderNeeds>,
  ): Promise<readonly LaneOrder[]> {
    const orderIds = needs.of('orderIds')
    if (orderIds.length === 0) return []
    const rows = await lockThenRead<OrderRow>(client, ORDERS, [tenantId, orderIds])
    return rows.map(toLaneOrder)
  },
  book: (state: { orders: readonly LaneOrder[] }) => new OrderBook(state.orders),
  statements: ORDER_STATEMENTS,
} satisfies Aggregate
