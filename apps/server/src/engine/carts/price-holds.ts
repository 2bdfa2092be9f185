import type { LaneHold } from '../holds/hold-types.ts'
import type { SessionOffer } from '../offers/offer-types.ts'
import type { Priced } from '../payments/payment-book.ts'
import { isAddOn, ticketsIn } from '../stock/stock-items.ts'
import type { HeldAddOn } from './cart-types.ts'
import { type FrozenDiscounts, frozenQuote } from './frozen-quote.ts'

/** The price of holds, with their event and, for tickets, their session. */
export type PricedHolds = Pick<Priced, 'eventId' | 'holdIds' | 'quote'> & {
  sessionIds: readonly string[]
}

/**
 * Prices what a cart holds, with lines in the order of the receipt: tickets by session and type,
 * then add-ons. Throws if no hold is for a ticket, or if the session of a ticket is not known.
 */
export function priceHolds(
  holds: readonly LaneHold[],
  offerOf: (sessionId: string) => SessionOffer | undefined,
  addOns: readonly HeldAddOn[],
  discounts: FrozenDiscounts,
): PricedHolds {
  const lines = ticketsIn(holds)
    .map((hold) => {
      const offer = offerOf(hold.sessionId)
      const type = offer?.types.get(hold.ticketTypeId)
      if (!offer || !type) throw new Error(`Session or type of hold ${hold.id} is gone`)
      const { position, name: typeName } = type
      return { ...hold, offer, eventId: offer.eventId, position, typeName }
    })
    .sort(
      (a, b) =>
        a.offer.startsAt.getTime() - b.offer.startsAt.getTime() ||
        compare(a.sessionId, b.sessionId) ||
        a.position - b.position ||
        compare(a.id, b.id),
    )
  const [first] = lines
  if (!first) throw new Error('Nothing is held')
  const extras = lines.flatMap(({ id }) => addOns.filter(({ holdId }) => holdId === id))
  const heldAddOns = holds.filter(isAddOn).sort((a, b) => compare(a.id, b.id))
  return {
    eventId: first.offer.eventId,
    holdIds: [...lines, ...heldAddOns].map(({ id }) => id),
    sessionIds: [...new Set(lines.map(({ sessionId }) => sessionId))],
    quote: frozenQuote(
      lines,
      extras
        .toSorted((a, b) => a.position - b.position)
        .map(({ addOnId, ...addOn }) => ({ ...addOn, id: addOnId })),
      discounts,
      first.offer.currency,
    ),
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
