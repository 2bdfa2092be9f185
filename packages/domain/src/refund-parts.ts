import { prorate } from './money.ts'
import { inFixedOrder, type Quote, type QuoteLine } from './quote.ts'

/**
 * An order as a refund sees it. A payment that never became an order has a quote and no tickets.
 */
export interface RefundableOrder {
  quote: Quote
  /**
   * All tickets that it ever had, cancelled ones too, with the type and price they were sold at.
   */
  tickets: readonly { id: string; ticketTypeId: string; priceMinor: number }[]
}

/** One ticket, or one unit of an add-on: amount = price - discount + fee, all in minor units. */
export interface RefundPart {
  /** Null for an add-on, and for a paid unit that no ticket was issued for. */
  ticketId: string | null
  kind: QuoteLine['kind']
  /** The ticket type or add-on. */
  id: string
  name: string
  priceMinor: number
  discountMinor: number
  feeMinor: number
  amountMinor: number
}

/**
 * Splits an order's quote into what each ticket and each unit of an add-on was paid with: the
 * parts add up to the quote's total. It depends on quote and tickets only, not on their order.
 */
export function refundPartsOf({ quote, tickets }: RefundableOrder): RefundPart[] {
  const parts = inFixedOrder(quote.lines).flatMap(unitsOf)
  let waiting = tickets.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const seat = (fits: (ticket: (typeof waiting)[number], part: RefundPart) => boolean) => {
    waiting = waiting.filter((ticket) => {
      const part = parts.find((p) => p.kind === 'ticket' && !p.ticketId && fits(ticket, p))
      if (part) part.ticketId = ticket.id
      return !part
    })
  }
  seat((ticket, part) => part.id === ticket.ticketTypeId && part.priceMinor === ticket.priceMinor)
  // No paid line has its type and price, so it takes one of the paid lines that remain.
  seat(() => true)
  return parts
}

/** The units of a line, with its discount and fee spread over them to the cent. */
function unitsOf(line: QuoteLine): RefundPart[] {
  const each = Array.from({ length: line.quantity }, () => 1)
  const discounts = prorate(line.discountMinor ?? 0, each)
  const fees = prorate(line.feeMinor, each)
  return each.map((_, index) => {
    const discountMinor = discounts[index] ?? 0
    const feeMinor = fees[index] ?? 0
    return {
      ticketId: null,
      kind: line.kind,
      id: line.id,
      name: line.name,
      priceMinor: line.unitPriceMinor,
      discountMinor,
      feeMinor,
      amountMinor: line.unitPriceMinor - discountMinor + feeMinor,
    }
  })
}
