import { isWaiver, NO_ADDRESS, type Quote, ticketUnitsOf } from '@foyer/domain'
import { newId, newOrderId, newValidationCode } from '../../adapters/ids.ts'
import type { CartRef, Customer } from '../carts/cart-types.ts'
import type { LaneHold } from '../holds/hold-types.ts'
import type { Book } from '../lanes/aggregates.ts'
import { ticketsIn } from '../stock/stock-items.ts'
import type { Gift, NewOrder } from './order-types.ts'

/** The data of an order, whether it was paid or free. */
export interface Purchase {
  cart: CartRef
  eventId: string
  intentId: string | null
  quote: Quote
  customer: Customer
  gift?: Gift
}

/** Sells the holds, and drafts the order with its items, tickets and mail. */
export function recordOrder(book: Book, holds: readonly LaneHold[], purchase: Purchase): NewOrder {
  const held = ticketsIn(holds)
  const [first] = held
  if (!first) throw new Error('An order needs at least one ticket')
  const orderId = newOrderId()
  book.holds.sell(holds, orderId)
  // In the order of the receipt, with the names at the time of the sale.
  const lines = purchase.quote.lines.filter((line) => line.kind === 'ticket')
  const rank = (hold: LaneHold) => lines.findIndex((line) => line.id === hold.ticketTypeId)
  const inOrder = held.toSorted((a, b) => rank(a) - rank(b))
  const seats = inOrder.flatMap((hold) => Array.from({ length: hold.quantity }, () => hold))
  const { customer, quote } = purchase
  const tickets = seats.map((hold, index) => ({
    id: newId(),
    sessionId: hold.sessionId,
    ticketTypeId: hold.ticketTypeId,
    number: index + 1,
    revision: 0,
    typeName: lines[rank(hold)]?.name ?? '',
    priceMinor: hold.unitPriceMinor,
    validationCode: newValidationCode(),
    places: book.stock.placesOf(hold.sessionId, hold.ticketTypeId),
  }))
  const units = ticketUnitsOf(quote, tickets)
  const order: NewOrder = {
    ...purchase,
    // Nothing was charged, so a billing address would be stored without a reason.
    customer: quote.totalMinor === 0 ? { ...customer, billingAddress: NO_ADDRESS } : customer,
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
    tickets: tickets.map((ticket) => {
      const unit = units.find(({ ticketId }) => ticketId === ticket.id)
      const { discountMinor = 0, feeMinor = 0, charges = null } = unit ?? {}
      return { ...ticket, discountMinor, feeMinor, charges }
    }),
    addOns: quote.lines
      .filter(({ kind }) => kind === 'addOn')
      .map(({ id: addOnId, unitPriceMinor: priceMinor, charges = null, ...line }) => ({
        id: newId(),
        addOnId,
        name: line.name,
        quantity: line.quantity,
        // Nothing is taken off add-ons, unless a total is waived.
        priceMinor: line.discountMinor ? 0 : priceMinor,
        feeMinor: line.feeMinor,
        charges,
      })),
    mailId: newId(),
  }
  recordRules(book, orderId, quote)
  book.orders.create(order)
  return order
}

/** Spends the coupon of an order, and records what each rule took off it. */
function recordRules(book: Book, orderId: string, { coupon, rules, discountMinor }: Quote): void {
  const use = coupon && book.coupons.useOf(coupon.id)
  const applied =
    rules ?? (use ? [{ ruleId: use.ruleId, isOfCoupon: true as boolean, discountMinor }] : [])
  const ofCoupon = applied.filter(({ isOfCoupon }) => isOfCoupon)
  const couponMinor = ofCoupon.reduce((sum, rule) => sum + rule.discountMinor, 0)
  if (use) book.coupons.spend(use, orderId, couponMinor)
  for (const rule of applied) {
    if (isWaiver(rule)) continue
    book.rules.use({
      ruleId: rule.ruleId,
      orderId,
      couponCodeId: rule.isOfCoupon ? (use?.codeId ?? null) : null,
      discountMinor: rule.discountMinor,
      appliedAt: book.now,
    })
  }
}
