import type { TenantTx } from '@foyer/db'
import { knownZone, orderNumberOf, type Quote, toMajor, zonedIso } from '@foyer/domain'
import type { Cell } from '@foyer/tables/write'
import { sql } from 'kysely'
import { presentReceipt } from '../../../engine/orders/history-rows.ts'
import type { FoundOrderData } from '../../../engine/orders/search-orders.ts'
import { mapInSlices } from '../../../engine/slices.ts'

/** Orders as rows of a table: who, what, when, and each amount that the screens show. */

/** A column: its head, and its cell of an order. */
type Column = readonly [head: string, cell: (order: ExportedOrder) => Cell]

type ExportedOrder = FoundOrderData & OrderDetails

interface OrderDetails {
  id: string
  phone: string | null
  address: Partial<Record<'address' | 'city' | 'state' | 'zipCode' | 'country', string>>
  /** What the order costs as it is now. */
  receipt: Quote
  ticketCodes: string[]
  cards: string[]
  isGift: boolean
  paidMinor: number
  refundedMinor: number
  changeFeesMinor: number
  keptMinor: number
}

const lines =
  (kind: 'ticket' | 'addOn') =>
  ({ receipt }: ExportedOrder) =>
    receipt.lines
      .filter((line) => line.kind === kind)
      .map(({ quantity, name }) => `${quantity} × ${name}`)
      .join('; ')

const amount = (minorOf: (order: ExportedOrder) => number) => (order: ExportedOrder) =>
  toMajor(minorOf(order), order.currency)

const utc = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ')
const local = (at: Date, timeZone: string): string =>
  zonedIso(at.toISOString(), knownZone(timeZone)).slice(0, 16).replace('T', ' ')

function methodOf({ isGift, cards, paidMinor }: ExportedOrder): string {
  if (isGift) return 'complimentary'
  if (cards.length > 0) return cards.join('; ')
  return paidMinor === 0 ? 'free' : 'other'
}

/** Taxes within prices and fees; those that are added have a column of their own. */
const includedTaxMinor = ({ receipt: { tax } }: ExportedOrder): number =>
  tax ? tax.onPricesMinor + tax.onFeesMinor - tax.addedMinor : 0

/**
 * total = subtotal - discount + fees + tax added, as on the receipt. Paid and refunded are what the
 * provider took and gave back; left = total + change fees + kept, unless a credit stays with the order.
 */
const COLUMNS: readonly Column[] = [
  ['id', ({ id }) => id],
  ['number', ({ id }) => orderNumberOf(id)],
  ['state', ({ status }) => status],
  ['created (UTC)', ({ createdAt }) => utc(createdAt)],
  ['created (local)', ({ createdAt, timeZone }) => local(createdAt, timeZone)],
  ['event', ({ eventName }) => eventName],
  ['visit (UTC)', ({ startsAt }) => utc(startsAt)],
  ['visit (local)', ({ startsAt, timeZone }) => local(startsAt, timeZone)],
  ['time zone', ({ timeZone }) => knownZone(timeZone)],
  ['name', ({ name }) => name],
  ['email', ({ email }) => email],
  ['phone', ({ phone }) => phone],
  ['address', ({ address }) => address.address ?? null],
  ['city', ({ address }) => address.city ?? null],
  ['state or region', ({ address }) => address.state ?? null],
  ['postal code', ({ address }) => address.zipCode ?? null],
  ['country', ({ address }) => address.country ?? null],
  ['tickets', lines('ticket')],
  ['add-ons', lines('addOn')],
  ['valid tickets', ({ ticketCount }) => ticketCount],
  ['ticket codes', ({ ticketCodes }) => ticketCodes.join('; ')],
  ['coupon', ({ receipt }) => receipt.coupon?.code ?? null],
  ['currency', ({ currency }) => currency],
  ['subtotal', amount(({ receipt }) => receipt.subtotalMinor)],
  ['discount', amount(({ receipt }) => receipt.discountMinor)],
  ['fees', amount(({ receipt }) => receipt.feeMinor)],
  ['tax added', amount(({ receipt }) => receipt.tax?.addedMinor ?? 0)],
  ['tax included', amount(includedTaxMinor)],
  ['total', amount(({ totalMinor }) => totalMinor)],
  ['paid', amount(({ paidMinor }) => paidMinor)],
  ['refunded', amount(({ refundedMinor }) => refundedMinor)],
  ['left', amount(({ paidMinor, refundedMinor }) => paidMinor - refundedMinor)],
  ['change fees', amount(({ changeFeesMinor }) => changeFeesMinor)],
  ['kept', amount(({ keptMinor }) => keptMinor)],
  ['method', methodOf],
  ['tags', ({ tags }) => tags.join('; ')],
]

export const ORDER_HEADS: readonly string[] = COLUMNS.map(([head]) => head)

export async function orderRows(
  tx: TenantTx,
  orders: readonly FoundOrderData[],
): Promise<Cell[][]> {
  const details = await selectDetails(
    tx,
    orders.map(({ id }) => id),
  )
  const rows = await mapInSlices(orders, (order) => {
    const own = details.get(order.id)
    return own ? [COLUMNS.map(([, cell]) => cell({ ...order, ...own }))] : []
  })
  return rows.flat()
}

/** The amounts are those of an order's history (engine/orders/order-history.ts). */
async function selectDetails(
  tx: TenantTx,
  ids: readonly string[],
): Promise<Map<string, OrderDetails>> {
  const { rows } = await sql<OrderDetails>`
    select o.id, o.contact ->> 'phone' as phone, o.billing_address as address,
      ${presentReceipt} as receipt,
      array(select t.validation_code from tickets t
        where t.tenant_id = o.tenant_id and t.order_id = o.id and t.status = 'VALID'
        order by t.number) as "ticketCodes",
      array(select distinct c.brand || ' ' || c.last4 from payments p
        join payment_cards c on c.tenant_id = p.tenant_id and c.payment_id = p.id
        where p.tenant_id = o.tenant_id and p.order_id = o.id) as cards,
      exists (select from complimentary_orders g
        where g.tenant_id = o.tenant_id and g.order_id = o.id) as "isGift",
      (select coalesce(sum(p.captured_minor), 0)::integer from payments p
        where p.tenant_id = o.tenant_id and p.order_id = o.id) as "paidMinor",
      (select coalesce(sum(r.amount_minor), 0)::integer from refunds r
        where r.tenant_id = o.tenant_id and r.order_id = o.id and r.state <> 'failed'
          and r.kind <> 'unplaced') as "refundedMinor",
      (select coalesce(sum(c.change_fee_minor), 0)::integer from order_changes c
        where c.tenant_id = o.tenant_id and c.order_id = o.id and c.state = 'done')
        as "changeFeesMinor",
      (select coalesce(sum(c.kept_minor), 0)::integer from order_changes c
        where c.tenant_id = o.tenant_id and c.order_id = o.id and c.state = 'done')
        as "keptMinor"
    from orders o where o.id = any(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}
