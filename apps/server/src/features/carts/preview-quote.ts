import { type carts, granted, type ResultOf, refused } from '@foyer/contract'
import { buildQuote, type QuoteRequestLine } from '@foyer/domain'
import { amountTooHigh } from '../../engine/refusals.ts'
import type { Call } from '../../http/endpoint.ts'
import { eventExists, selectAddOns, selectOffers, sessionIsOf } from './queries.ts'

type Preview = ResultOf<typeof carts.previewQuote>

/**
 * Prices a selection without holding it, so that every step shows the total the buyer will pay and
 * the browser computes no money. Before a session is chosen the total may still be 'from'.
 */
export function previewQuote(call: Call<typeof carts.previewQuote>): Promise<Preview> {
  const { context, tenant, body } = call
  return context.db.withTenant(tenant.id, async (tx): Promise<Preview> => {
    if (!(await eventExists(tx, body.eventId))) {
      return refused('event_not_found', 'This event does not exist.')
    }
    if (body.sessionId && !(await sessionIsOf(tx, body.eventId, body.sessionId))) {
      return refused('session_not_found', 'Selected session not found')
    }
    const offers = new Map((await selectOffers(tx, body.eventId, body)).map((o) => [o.id, o]))
    const addOns = new Map((await selectAddOns(tx, body.eventId)).map((a) => [a.id, a]))

    const lines: QuoteRequestLine[] = []
    let isFinal = true
    for (const { ticketTypeId, quantity } of body.tickets) {
      const offer = offers.get(ticketTypeId)
      if (!offer) return unknownType(ticketTypeId)
      if (offer.unit_price_minor === null) {
        return refused(
          'price_not_ready',
          'Dynamic pricing is still loading. Please wait a moment or try refreshing the page.',
          { ticketTypeId },
        )
      }
      isFinal &&= offer.pricing_mode === 'fixed' || Boolean(body.sessionId)
      lines.push({
        kind: 'ticket',
        id: ticketTypeId,
        name: offer.name,
        quantity,
        unitPriceMinor: offer.unit_price_minor,
        feeSet: offer.fee_set,
      })
    }
    for (const { addOnId, quantity } of body.addOns) {
      const addOn = addOns.get(addOnId)
      if (!addOn)
        return refused('add_on_not_found', 'This add-on is no longer on sale.', { addOnId })
      lines.push({
        kind: 'addOn',
        id: addOnId,
        name: addOn.name,
        quantity,
        unitPriceMinor: addOn.price_minor,
        feeSet: null,
      })
    }
    const quote = buildQuote(lines, tenant.currency)
    return amountTooHigh(quote.totalMinor, tenant.currency) ?? granted({ quote, isFinal })
  })
}

const unknownType = (ticketTypeId: string) =>
  refused('ticket_type_not_found', 'This ticket type is no longer on sale.', { ticketTypeId })
