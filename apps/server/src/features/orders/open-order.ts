import { granted, type OrderView, type Result } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import type { Context, Tenant } from '../../context.ts'
import { endOfOrderLink } from '../../engine/order-link.ts'
import { ORDER_LINK_ENDED, ORDER_NOT_FOUND } from '../../engine/refusals.ts'
import { type FoundOrder, presentOrder } from './present.ts'
import { selectLastMail, selectOrder, selectRefunds, selectTickets } from './queries.ts'

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
    const found = await findOrder(context, tenant, tx, orderId, credential)
    if (!found.ok) return found
    const tickets = await selectTickets(tx, orderId)
    const refunds = await selectRefunds(tx, orderId)
    const mail = await selectLastMail(tx, orderId)
    return granted(presentOrder(found.value, { tickets, refunds, mail }, context.secrets))
  })
}

/**
 * The order's row for a caller who may open it. Everybody else is refused with one answer for wrong
 * credentials and for unknown orders, after the same work.
 */
export async function findOrder(
  { secrets, clock }: Context,
  tenant: Tenant,
  tx: TenantTx,
  orderId: string,
  { browserId, email, token }: OrderCredential,
): Promise<Result<FoundOrder>> {
  const signed = token === undefined ? null : secrets.readOrderToken(tenant.id, orderId, token)
  const row = await selectOrder(tx, orderId)
  // An order without its person is closed: no browser, link or address is that person's any more.
  if (!row || row.erased_at) return ORDER_NOT_FOUND
  const isBuyer = browserId !== null && browserId === row.browser_id
  const isNamed = email !== undefined && email === row.email
  if (isBuyer || isNamed) return granted({ row, isByLinkAlone: false })
  if (!signed) return ORDER_NOT_FOUND
  // A link of an older version carries no end: it has the one it would have got with the confirmation.
  const endsAt = signed.endsAt ?? (await endOfOrderLink(tx, orderId, row.created_at))
  return clock() < endsAt ? granted({ row, isByLinkAlone: true }) : ORDER_LINK_ENDED
}
