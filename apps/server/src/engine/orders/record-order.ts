import { NO_ADDRESS, type Quote } from '@foyer/domain'
import { newId, newValidationCode } from '../../adapters/ids.ts'
import type { CartRef, Customer } from '../carts/cart-types.ts'
import type { LaneHold } from '../holds/hold-types.ts'
import type { Book } from '../lanes/aggregates.ts'
import { ticketsIn } from '../stock/stock-items.ts'
import type { NewOrder } from './order-types.ts'

/** The data of an order, whether it was paid or free. */
export interface Purchase {
  cart: CartRef
  eventId: string
  paymentId: string | null
  intentId: string | null
  quote: Quote
  customer: Customer
}

/** Sells the holds, and drafts the order with its items, tickets and mail. */
export function recordOrder(book: Book, holds: readonly LaneHold[], purchase: Purchase): NewOrder {
  // Add-ons are on the receipt only; they have neither an item nor a ticket.
  const tickets = ticketsIn(holds)
  const [first] = tickets
  if (!first) throw new Error('An order needs at least one ticket')
  const orderId = newId()
  book.holds.sell(holds, orderId)
  // In the order of the receipt, with the names at the time of the sale.
  const lines = purchase.quote.lines.filter((line) => line.kind === 'ticket')
  const rank = (hold: LaneHold) => lines.findIndex((line) => line.id === hold.ticketTypeId)
  const inOrder = tickets.toSorted((a, b) => rank(a) - rank(b))
  const seats = inOrder.flatMap((hold) => Array.from({ length: hold.quantity }, () => hold))
  const { customer } = purchase
  const order: NewOrder = {
    ...purchase,
    // Nothing was charged, so a billing address would be stored without a reason.
    customer:
      purchase.quote.totalMinor === 0 ? { ...customer, billingAddress: NO_ADDRESS } : customer,
    id: orderId,
    sessionId: first.sessionId,
    localDate: book.offers.offerOf(first.sessionId)?.localDate ?? '',
    createdAt: book.now,
    items: inOrder.map((hold) => ({
      id: newId(),
      ticketTypeId: hold.ticketTypeId,
      quantity: hold.quantity,
      unitPriceMinor: hold.unitPriceMinor,
    })),
    tickets: seats.map((hold, index) => ({
      id: newId(),
      sessionId: hold.sessionId,
      ticketTypeId: hold.ticketTypeId,
      number: index + 1,
      typeName: lines[rank(hold)]?.name ?? '',
      priceMinor: hold.unitPriceMinor,
      validationCode: newValidationCode(),
    })),
    mailId: newId(),
  }
  const { coupon, discountMinor } = purchase.quote
  const use = coupon && book.coupons.useOf(coupon.id)
  if (use) book.coupons.spend(use, orderId, discountMinor)
  book.orders.create(order)
  return order
}
