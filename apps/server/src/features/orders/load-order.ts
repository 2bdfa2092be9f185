import type { OrderView } from '@foyer/contract'
import type { Context, Tenant } from '../../context.ts'
import type { FoundOrder } from '../../engine/orders/find-order.ts'
import { readHistory } from '../../engine/orders/order-history.ts'
import { selectHasOtherSession } from '../../engine/orders/other-session.ts'
import { countWaivers } from '../../engine/waivers/participants.ts'
import { presentOrder } from './present.ts'
import { selectIsToAnswer, selectLastMail, selectTickets } from './queries.ts'

/** Loads an opened order for its page. */
export function loadOrderView(
  context: Pick<Context, 'db' | 'secrets'>,
  tenant: Tenant,
  found: FoundOrder,
): Promise<OrderView> {
  const { id } = found.row
  return context.db.withTenant(tenant.id, async (tx) => {
    const tickets = await selectTickets(tx, id)
    const history = await readHistory(tx, found.row)
    const mail = await selectLastMail(tx, id)
    const waivers = await countWaivers(tx, id)
    const isToAnswer = await selectIsToAnswer(tx, id)
    const hasOtherSession = await selectHasOtherSession(tx, id)
    const organizerInformation = tenant.importantInformation
    const parts = {
      ...{ tickets, history, mail, waivers, isToAnswer, hasOtherSession },
      organizerInformation,
    }
    return presentOrder(found, parts, context.secrets)
  })
}
