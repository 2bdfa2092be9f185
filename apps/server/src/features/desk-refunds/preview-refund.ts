import { type deskRefunds, granted, type ResultOf } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { leftOf, planRefund, platformFeeReturned } from '@foyer/domain'
import { sql } from 'kysely'
import { drawsOf } from '../../engine/money/refund-charges.ts'
import { DISPUTED, NOTHING_PAID, notPossible } from '../../engine/money/refund-order.ts'
import {
  type Charge,
  refundableOrder,
  refundedOf,
  unitsOfOrder,
  validTickets,
} from '../../engine/orders/order-value.ts'
import { readOrder } from '../../engine/orders/read-orders.ts'
import type { Call } from '../../http/endpoint.ts'

type Refundable = typeof deskRefunds.getRefundable
type Preview = typeof deskRefunds.previewRefund

/** What can be refunded of an order. */
export const readRefundable = ({
  context,
  tenant,
  params: { orderId },
}: Call<Refundable>): Promise<ResultOf<Refundable>> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const found = await readOrder(tx, tenant.id, orderId)
    if (!found.ok) return found
    const order = found.value
    const left = refundableOrder(order, await selectCharges(tx, orderId))
    const { charged, refunded } = left
    const amounts = new Map(unitsOfOrder(order).map((unit) => [unit.ticketId, unit.amountMinor]))
    return granted({
      currency: order.quote.currency,
      paidMinor: charged.amountMinor,
      refundedMinor: refunded.amountMinor,
      leftMinor: order.leftMinor,
      leftFeeMinor: leftOf(left).feeMinor,
      isDisputed: order.isDisputed,
      tickets: validTickets(order).map(({ id, number, typeName, isRedeemed }) => ({
        ...{ id, number, typeName, isRedeemed },
        amountMinor: amounts.get(id) ?? 0,
      })),
    })
  })

/** Plans a refund by the rule that makes it, without a lock; what is confirmed is compared again. */
export const previewRefund = ({
  context,
  tenant,
  params: { orderId },
  body: { wanted },
}: Call<Preview>): Promise<ResultOf<Preview>> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const found = await readOrder(tx, tenant.id, orderId)
    if (!found.ok) return found
    const order = found.value
    const charges = await selectCharges(tx, orderId)
    if (charges.length === 0) return NOTHING_PAID
    if (order.isDisputed) return DISPUTED
    const refundable = refundableOrder(order, charges)
    const decision = planRefund(refundable, wanted)
    if (!decision.ok) return notPossible(decision)
    const { plan } = decision
    const ending = new Set(plan.ticketIds)
    return granted({
      currency: order.quote.currency,
      amountMinor: plan.amountMinor,
      feeMinor: plan.feeMinor,
      taxMinor: plan.taxMinor ?? 0,
      feeTaxMinor: plan.feeTaxMinor ?? 0,
      refundedMinor: refundable.refunded.amountMinor,
      leftMinor: plan.leftMinor,
      ticketNumbers: validTickets(order)
        .filter(({ id }) => ending.has(id))
        .map(({ number }) => number),
      addOns: plan.parts
        .filter(({ ticketId }) => !ticketId)
        .map(({ name, amountMinor }) => ({ name, amountMinor })),
      charges: drawsOf(plan, charges).flatMap(({ id, amountMinor }) => {
        const charge = charges.find((each) => each.id === id)
        if (!charge) return []
        return {
          paidAt: charge.paidAt.toISOString(),
          capturedMinor: charge.capturedMinor ?? 0,
          amountMinor,
          platformFeeMinor: platformFeeWith(charge, amountMinor),
        }
      }),
    })
  })

type ReadCharge = Charge & { paidAt: Date; platformFeeMinor: number | null }

/** What goes back of the platform's fee with so much more of a charge. */
function platformFeeWith(charge: ReadCharge, amountMinor: number): number {
  const before = refundedOf(charge).amountMinor
  const fee = {
    feeMinor: charge.platformFeeMinor ?? 0,
    capturedMinor: charge.capturedMinor ?? 0,
  }
  const returnedMinor = platformFeeReturned({ ...fee, returnedMinor: 0, refundedMinor: before })
  return platformFeeReturned({ ...fee, returnedMinor, refundedMinor: before + amountMinor })
}

/** The charges of an order with their refunds, newest first, without a lock. */
async function selectCharges(tx: TenantTx, orderId: string): Promise<ReadCharge[]> {
  const { rows } = await sql<ReadCharge>`
    select p.id, p.quote, p.captured_minor as "capturedMinor", p.created_at as "paidAt",
      p.platform_fee_minor as "platformFeeMinor", (
        select coalesce(json_agg(json_build_object('state', r.state, 'amountMinor', r.amount_minor,
          'feeMinor', r.fee_minor, 'taxMinor', r.tax_minor, 'feeTaxMinor', r.fee_tax_minor)), '[]')
        from refunds r where r.tenant_id = p.tenant_id and r.payment_id = p.id) as refunds
    from payments p where p.order_id = ${orderId}
    order by p.created_at desc, p.id desc`.execute(tx)
  return rows
}
