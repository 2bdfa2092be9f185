import type { OrderView } from '@foyer/contract'
import { type MailKind, MOST_ATTACHED_TICKETS } from '@foyer/domain'
import type { MailFile } from '../../adapters/mailer.ts'
import type { Context, Tenant } from '../../context.ts'
import { type FoundOrder, selectOpenOrder } from '../../engine/orders/find-order.ts'
import { siteOf } from '../../tenant-registry.ts'
import { calendarFile } from './calendar-file.ts'
import { downloadTickets } from './download-tickets.ts'
import { selectRevision } from './queries.ts'

/** Loads an opened order for its page. */
export type LoadOrderView = (
  context: Context,
  tenant: Tenant,
  order: FoundOrder,
) => Promise<OrderView>

/**
 * The calendar file of an order. Its entries have the ids of earlier files and a higher SEQUENCE after each
 * change; those without a valid ticket are cancelled.
 */
export async function orderCalendar(
  context: Context,
  tenant: Tenant,
  order: OrderView,
): Promise<{ name: string; bytes: Buffer }> {
  const { id, orderNumber, createdAt } = order.order
  const revision = await context.db.withTenant(tenant.id, (tx) => selectRevision(tx, id))
  const text = calendarFile({
    order,
    // Without a credential: the browser has one, and a file must not contain it.
    url: `${siteOf(context.origin(), tenant)}/order-tickets/${id}`,
    host: new URL(context.origin()).hostname,
    locale: tenant.locale,
    sequence: revision.count,
    changedAt: revision.lastAt ?? new Date(createdAt),
  })
  return { name: `${orderNumber}.ics`, bytes: Buffer.from(text) }
}

/** The receipt of an order as it is now; it exists also if no ticket is valid any more. */
export async function orderReceipt(
  context: Pick<Context, 'runTask'>,
  tenant: Tenant,
  order: OrderView,
): Promise<{ name: string; bytes: Buffer }> {
  const bytes = Buffer.from(await context.runTask('receiptPdf', { tenant, order }))
  return { name: `receipt-${order.order.orderNumber}.pdf`, bytes }
}

/** Mails after which the tickets and calendar entries that a buyer has saved are out of date. */
const WITH_NEW_TICKETS: ReadonlySet<MailKind> = new Set(['reschedule', 'upgrade'])
const WITH_NEW_DATES: ReadonlySet<MailKind> = new Set([...WITH_NEW_TICKETS, 'cancellation'])

/** The files of a mail: for a change of an order its new tickets, its receipt and its dates. */
export async function filesOfMail(
  context: Context,
  tenant: Tenant,
  mail: { kind: MailKind; order_id: string | null },
  loadOrderView: LoadOrderView,
): Promise<MailFile[]> {
  const { kind, order_id: orderId } = mail
  if (!orderId || !WITH_NEW_DATES.has(kind)) return []
  const row = await context.db.withTenant(tenant.id, (tx) => selectOpenOrder(tx, orderId))
  if (!row) return []
  const order = await loadOrderView(context, tenant, { row, isByLinkAlone: false })
  const valid = order.tickets.filter((ticket) => !ticket.isCancelled)
  const calendar = await orderCalendar(context, tenant, order)
  const method = valid.length > 0 ? 'PUBLISH' : 'CANCEL'
  const receipt = await orderReceipt(context, tenant, order)
  const files = [
    fileOf(receipt, 'application/pdf'),
    fileOf(calendar, `text/calendar; method=${method}; charset=utf-8`),
  ]
  if (WITH_NEW_TICKETS.has(kind) && valid.length <= MOST_ATTACHED_TICKETS) {
    const pdf = await downloadTickets(context, tenant, order, {})
    if (pdf.ok) files.unshift(fileOf(pdf.value, 'application/pdf'))
  }
  return files
}

const fileOf = ({ name, bytes }: { name: string; bytes: Uint8Array }, type: string): MailFile => ({
  name,
  type,
  base64: Buffer.from(bytes).toString('base64'),
})
