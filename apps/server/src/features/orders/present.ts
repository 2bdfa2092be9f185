import type { OrderView } from '@foyer/contract'
import { knownZone, orderNumberOf, toMajor } from '@foyer/domain'
import type { Secrets } from '../../adapters/secrets.ts'
import type { MailRow, OrderRow, TicketRow } from './queries.ts'

/** The order itself, without its tickets. */
export function presentOrderHead(row: OrderRow): OrderView['order'] {
  const { quote, contact } = row
  const { currency } = quote
  const feeAmount = toMajor(quote.feeMinor, currency)
  return {
    id: row.id,
    orderNumber: orderNumberOf(row.id),
    cartId: row.cart_number,
    status: row.status,
    email: row.email,
    firstName: contact.firstName,
    lastName: contact.lastName,
    phone: contact.phone,
    billingAddress: row.billing_address,
    eventId: row.event_id,
    sessionId: row.session_id,
    selectedDate: row.local_date,
    totalAmount: toMajor(quote.totalMinor, currency),
    subtotal: toMajor(quote.subtotalMinor, currency),
    feeAmount,
    fee_amount: feeAmount,
    currency,
    ticketCount: quote.ticketCount,
    paymentId: row.intent_id,
    quote,
    createdAt: row.created_at.toISOString(),
  }
}

/** Rows -> contract. The QR text is signed here and stored nowhere. */
export function presentOrder(
  row: OrderRow,
  tickets: readonly TicketRow[],
  mail: MailRow,
  secrets: Secrets,
): OrderView {
  const { currency } = row.quote
  return {
    order: presentOrderHead(row),
    session: {
      startTime: row.starts_at.toISOString(),
      endTime: row.ends_at.toISOString(),
      displayName: row.display_name,
    },
    event: {
      id: row.event_id,
      name: row.event_name,
      imageUrl: `/posters/${row.event_id}/poster-dark.svg`,
      isTimedEntry: row.is_timed_entry,
      venueName: row.venue_name,
      venueAddress: [row.street_address, row.city, `${row.state} ${row.postal_code}`.trim()]
        .filter(Boolean)
        .join(', '),
      location: [row.venue_name, row.city, row.state].filter(Boolean).join(', '),
      timeZone: knownZone(row.timezone),
    },
    tickets: tickets.map((ticket) => ({
      id: ticket.id,
      number: ticket.number,
      ticketTypeId: ticket.ticket_type_id,
      typeName: ticket.type_name,
      price: toMajor(ticket.price_minor, currency),
      status: ticket.status,
      isCancelled: ticket.status === 'CANCELLED',
      validationCode: ticket.validation_code,
      qrCode: secrets.ticketCode(ticket.tenant_id, ticket.id, ticket.validation_code),
    })),
    mail: mail
      ? { status: mail.state, to: mail.recipient, at: mail.updated_at.toISOString() }
      : null,
  }
}
