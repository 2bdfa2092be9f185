import {
  type AmountWithFee,
  amountOf,
  type ChangeableOrder,
  chargeOf,
  type FrozenAmounts,
  type OrderUnit,
  type RefundableOrder,
  remainingDiscounts,
  remainingRules,
  taxesWithin,
  unitsOfLine,
} from '@foyer/domain'
import type { LanePayment } from '../payments/payment-types.ts'
import type { LaneChange, LaneOrder, LaneTicket } from './order-types.ts'

/**
 * The value of an order, as quotes and refunds compute with it: its valid tickets and add-ons, at
 * the amounts they were bought at.
 */

/** The changes that are done. */
export const doneChanges = ({ changes }: Pick<LaneOrder, 'changes'>): LaneChange[] =>
  changes.filter(({ state }) => state === 'done')

/** The change that waits for its payment. */
export const openChangeOf = ({ changes }: Pick<LaneOrder, 'changes'>): LaneChange | undefined =>
  changes.find(({ state }) => state === 'open')

/** The tickets that are valid, in the order of their numbers. */
export const validTickets = ({ tickets }: Pick<LaneOrder, 'tickets'>): LaneTicket[] =>
  tickets.filter(({ status }) => status === 'VALID').sort((a, b) => a.number - b.number)

/** A unit for each valid ticket, in the order of their numbers, and for each add-on. */
export function unitsOfOrder(order: LaneOrder): OrderUnit[] {
  const { quote, addOns } = order
  const feeNameOf = (kind: OrderUnit['kind'], id: string) =>
    quote.lines.find((line) => line.kind === kind && line.id === id)?.feeName ?? null
  return [
    ...validTickets(order).map((ticket) => ({
      kind: 'ticket' as const,
      ticketId: ticket.id,
      id: ticket.ticketTypeId,
      name: ticket.typeName,
      feeName: ticket.feeMinor > 0 ? feeNameOf('ticket', ticket.ticketTypeId) : null,
      ...amountsOf(ticket),
    })),
    ...addOns
      .filter(({ status }) => status === 'VALID')
      .flatMap((addOn) =>
        unitsOfLine({
          kind: 'addOn',
          id: addOn.addOnId,
          name: addOn.name,
          quantity: addOn.quantity,
          unitPriceMinor: addOn.priceMinor,
          feeMinor: addOn.feeMinor,
          feeName: feeNameOf('addOn', addOn.addOnId),
          charges: addOn.charges,
        }),
      ),
  ]
}

const amountsOf = ({ priceMinor, discountMinor, feeMinor, charges }: FrozenAmounts) => ({
  priceMinor,
  discountMinor,
  feeMinor,
  ...(charges ? { charges } : {}),
  amountMinor: amountOf({ priceMinor, discountMinor, feeMinor, charges }),
})

/** What the order's changes left with it for its next one; below 0 after a waived difference. */
export const creditOf = (order: Pick<LaneOrder, 'changes'>): number =>
  doneChanges(order).reduce((sum, change) => sum + change.creditMinor, 0)

/** The order as input of the quote of a change. */
export function changeableOrder(order: LaneOrder): ChangeableOrder {
  const cancelled = order.tickets.filter(
    ({ status, replacedBy }) => status === 'CANCELLED' && replacedBy === null,
  )
  const [only, ...others] = order.rules ?? []
  const { rules: _, ...quote } = order.quote
  return {
    quote: order.rules ? { ...quote, rules: order.rules } : quote,
    units: unitsOfOrder(order),
    discounts: remainingDiscounts(only ? only.discounts : order.discounts, cancelled),
    ...(others.length > 0 ? { rules: remainingRules(order.rules ?? [], cancelled) } : {}),
    creditMinor: creditOf(order),
  }
}

/** Of a payment that was captured for an order, what a refund needs. */
export type Charge = Pick<LanePayment, 'id' | 'quote' | 'capturedMinor' | 'refunds'>

/** The order as input of a refund, with the payments that were captured for it. */
export const refundableOrder = (order: LaneOrder, charges: readonly Charge[]): RefundableOrder => ({
  charged: sumOf(charges.map((charge) => chargeOf(charge.quote, charge.capturedMinor ?? 0))),
  refunded: sumOf(charges.map(refundedOf)),
  units: unitsOfOrder(order),
  endedTicketIds: order.tickets.flatMap(({ id, status, replacedBy }) =>
    status === 'CANCELLED' && replacedBy === null ? id : [],
  ),
})

/** What was refunded of a payment. Refunds in progress count, failed ones do not. */
export const refundedOf = ({ refunds }: Pick<LanePayment, 'refunds'>): AmountWithFee =>
  sumOf(refunds.filter((refund) => refund.state !== 'failed'))

/** What charges have left to be refunded. */
export const leftOf = (charges: readonly LanePayment[]): number =>
  charges.reduce(
    (sum, charge) => sum + (charge.capturedMinor ?? 0) - refundedOf(charge).amountMinor,
    0,
  )

function sumOf(amounts: readonly AmountWithFee[]): AmountWithFee {
  const sum = (of: keyof AmountWithFee) =>
    amounts.reduce((total, each) => total + (each[of] ?? 0), 0)
  return {
    amountMinor: sum('amountMinor'),
    feeMinor: sum('feeMinor'),
    ...taxesWithin(sum('taxMinor'), sum('feeTaxMinor')),
  }
}
