import { granted, type OrderView, type Result } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import type { Context, Tenant } from '../../context.ts'
import { ORDER_NOT_FOUND } from '../../engine/refusals.ts'
import { presentOrder } from './present.ts'
import {
  type OrderRow,
  selectLastMail,
  selectOrder,
  selectRefunds,
  selectTickets,
} from './queries.ts'

/** What may open an order: one of them must fit. */
export interface OrderCredential {
  browserId: string | null
  email?: string | undefined
  token?: string | undefined
}

/**
 * Opens an order for the browser that bought it, for the signed link of its mail, or for its id
 * together with the matching e-mail address.
 */
export function openOrder(
  context: Context,
  tenant: Tenant,
  orderId: string,
  credential: OrderCredential,
): Promise<Result<OrderView>> {
  return context.db.withTenant(tenant.id, async (tx): Promise<Result<OrderView>> => {
    const row = await findOrder(context, tenant, tx, orderId, credential)
    if (!row) return ORDER_NOT_FOUND
    const tickets = await selectTickets(tx, orderId)
    const refunds = await selectRefunds(tx, orderId)
    const mail = await selectLastMail(tx, orderId)
    return granted(presentOrder(row, { tickets, refunds, mail }, context.secrets))
  })
}

/** The order's row for whoever may open it; null for anybody else, and where there is none. */
export async function findOrder(
  context: Context,
  tenant: Tenant,
  tx: TenantTx,
  orderId: string,
  credential: OrderCredential,
): Promise<OrderRow | null> {
  const row = await selectOrder(tx, orderId)
  if (!row) return null
  const isBuyer = credential.browserId !== null && credential.browserId === row.browser_id
  const isLinked =
    credential.token !== undefined &&
    context.secrets.isOrderToken(tenant.id, orderId, credential.token)
  const isNamed = credential.email !== undefined && credential.email === row.email
  return isBuyer || isLinked || isNamed ? row : null
}
