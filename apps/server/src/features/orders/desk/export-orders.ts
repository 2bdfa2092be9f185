import { granted, orderDesk, type ResultOf } from '@foyer/contract'
import type { Cell } from '@foyer/tables/write'
import { writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import {
  countOrders,
  type OrderSearch,
  searchOrders,
} from '../../../engine/orders/search-orders.ts'
import { invalidField } from '../../../engine/refusals.ts'
import type { Call } from '../../../http/endpoint.ts'
import { ORDER_HEADS, orderRows } from './order-table.ts'

/** How many orders one part has, so that neither a server nor a browser holds a whole file as rows. */
const PART = 2000
/** How many of them are read at a time, for the thread that answers buyers. */
const SLICE = 100

type ExportCall = Call<typeof orderDesk.exportOrders>

/**
 * One part of the orders that match, the newest first. The audit log has who took them, since they are
 * personal: the first part enters it, and only a part that was answered leads to the next one.
 */
export async function exportOrders(
  call: ExportCall,
): Promise<ResultOf<typeof orderDesk.exportOrders>> {
  const { context, tenant, body } = call
  const { next, ...filters } = body
  const begun = next === undefined ? null : readNext(call, next)
  if (next !== undefined && !begun) return invalidField('next', 'Must be `next` of the part before')
  return context.db.longWork.withTenant(tenant.id, async (tx) => {
    const search = begun?.search ?? filters
    const orders = begun?.orders ?? (await countOrders(tx, search))
    const rows: Cell[][] = []
    let after = begun?.after ?? null
    let eventName: string | undefined
    do {
      const found = await searchOrders(tx, search, { after, limit: SLICE })
      eventName ??= found.orders[0]?.eventName
      rows.push(...(await orderRows(tx, found.orders)))
      after = found.next
    } while (after && rows.length < PART)
    if (!begun) {
      await writeAuditEntry(tx, {
        personId: call.principal.session.personId,
        action: 'orders.exported',
        entityId: String(tenant.id),
        entityName: tenant.name,
        after: { orders, ...loggedFilters(search, eventName) },
      })
    }
    return granted({
      table: { name: 'orders', heads: [...ORDER_HEADS], rows },
      orders,
      next: after && sealNext(call, { search, orders, after }),
    })
  })
}

/** What was searched for is left out: it may name a buyer, and the log is kept for longer. */
const loggedFilters = ({ q, eventId, date, state, tag }: OrderSearch, eventName = eventId) => ({
  ...(q ? { search: true } : {}),
  ...(eventId && eventName ? { event: eventName } : {}),
  ...(date ? { date } : {}),
  ...(state ? { state } : {}),
  ...(tag ? { tag } : {}),
})

interface Begun {
  search: OrderSearch
  orders: number
  /** The last order of the part before. */
  after: string
}

/** Nothing else opens it: a part that no entry of the log is about cannot be asked for. */
const ownerOf = ({ tenant, principal }: ExportCall) =>
  `exported orders/${tenant.id}/${principal.session.personId}`

const sealNext = (call: ExportCall, { search, orders, after }: Begun): string =>
  call.context.secrets.seal(ownerOf(call), JSON.stringify([orders, { ...search, after }]))

function readNext(call: ExportCall, next: string): Begun | null {
  const text = call.context.secrets.unseal(ownerOf(call), next)
  if (text === null) return null
  const [orders, query]: [number, unknown] = JSON.parse(text)
  const { after, ...search } = orderDesk.findOrders.query.parse(query)
  return after ? { search, orders, after } : null
}
