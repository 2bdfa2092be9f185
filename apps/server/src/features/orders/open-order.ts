import { granted, type OrderView, type Result, refused } from '@foyer/contract'
import type { Context, Tenant } from '../../context.ts'
import { presentOrder } from './present.ts'
import { selectLastMail, selectOrder, selectTickets } from './queries.ts'

/** What may open an order: one of them must fit. */
export interface OrderCredential {
  browserId: string | null
  email?: string | undefined
  token?: string | undefined
}

// One answer for unknown orders and for wrong credentials: it must not tell which orders exist.
const NOT_FOUND = refused(
  'order_not_found',
  "We couldn't find an order with that information. Please check your details and try again.",
)

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
    const row = await selectOrder(tx, orderId)
    if (!row) return NOT_FOUND
    const isBuyer = credential.browserId !== null && credential.browserId === row.browser_id
    const isLinked =
      credential.token !== undefined &&
      context.secrets.isOrderToken(tenant.id, orderId, credential.token)
    const isNamed = credential.email !== undefined && credential.email === row.email
    if (!isBuyer && !isLinked && !isNamed) return NOT_FOUND
    const tickets = await selectTickets(tx, orderId)
    const mail = await selectLastMail(tx, orderId)
    return granted(presentOrder(row, tickets, mail, context.secrets))
  })
}
