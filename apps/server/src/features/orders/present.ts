import type { OrderView } from '@foyer/contract'
import {
  addedTaxMinor,
  imagePath,
  importantInformationOf,
  isTransferable,
  knownZone,
  mailProblem,
  maskEmail,
  orderNumberOf,
  policyOf,
  SESSION_STATES,
  toMajor,
  townLine,
} from '@foyer/domain'
import type { Secrets } from '../../adapters/secrets.ts'
import { presentQuote } from '../../engine/carts/frozen-quote.ts'
import { presentSession } from '../../engine/offers/present-session.ts'
import type { FoundOrder, OrderRow } from '../../engine/orders/find-order.ts'
import type { OrderHistory } from '../../engine/orders/order-history.ts'
import type { NewOrder } from '../../engine/orders/order-types.ts'
import type { MailRow, TicketRow } from './queries.ts'

/** An order without its venue and tickets. */
type OrderHead = Pick<
  OrderRow,
  | 'id'
  | 'cart_number'
  | 'status'
  | 'email'
  | 'contact'
  | 'billing_address'
  | 'event_id'
  | 'session_id'
  | 'local_date'
  | 'intent_id'
  | 'quote'
  | 'purchase_quote'
  | 'created_at'
> & { isByLinkAlone?: boolean }

/** The order that was just placed, as later reads will show it. */
export const presentPlacedOrder = (order: NewOrder): OrderView['order'] =>
  presentOrderHead({
    id: order.id,
    cart_number: order.cart.number,
    status: 'PAID',
    email: order.customer.contact.email,
    contact: order.customer.contact,
    billing_address: order.customer.billingAddress,
    event_id: order.eventId,
    session_id: order.sessionId,
    local_date: order.localDate,
    intent_id: order.intentId,
    quote: order.quote,
    purchase_quote: order.quote,
    created_at: order.createdAt,
  })

/**
 * The order itself, without its tickets. If only a link opened it, the buyer's contact is masked.
 */
export function presentOrderHead(row: OrderHead): OrderView['order'] {
  const { quote, contact, billing_address: address, isByLinkAlone = false } = row
  const { currency } = quote
  const feeAmount = toMajor(quote.feeMinor, currency)
  return {
    id: row.id,
    orderNumber: orderNumberOf(row.id),
    cartId: row.cart_number,
    status: row.status,
    email: isByLinkAlone ? maskEmail(row.email) : row.email,
    firstName: contact.firstName,
    lastName: contact.lastName,
    phone: isByLinkAlone ? null : contact.phone,
    billingAddress: isByLinkAlone || !address.address ? null : address,
    eventId: row.event_id,
    sessionId: row.session_id,
    selectedDate: row.local_date,
    totalAmount: toMajor(quote.totalMinor, currency),
    subtotal: toMajor(quote.subtotalMinor, currency),
    feeAmount,
    fee_amount: feeAmount,
    currency,
    ticketCount: quote.ticketCount,
    promoCode: row.purchase_quote.coupon?.code ?? null,
    paymentId: row.intent_id,
    quote: presentQuote(quote),
    createdAt: row.created_at.toISOString(),
  }
}

interface OrderParts {
  tickets: readonly TicketRow[]
  history: OrderHistory
  mail: MailRow
  waivers: OrderView['waivers']
  isToAnswer: boolean
  hasOtherSession: boolean
  /** What buyers have to know of events of the organizer without lines of their own. */
  organizerInformation: readonly string[] | null
}

/** Rows as the contract's view. The text of each QR code is signed here and not stored. */
export function presentOrder(
  { row, isByLinkAlone }: FoundOrder,
  {
    tickets,
    history,
    mail,
    waivers,
    isToAnswer,
    hasOtherSession,
    organizerInformation,
  }: OrderParts,
  secrets: Secrets,
): OrderView {
  const stated = { ...row, organizer_information: organizerInformation }
  const current = tickets.filter(({ replaced_by }) => replaced_by === null)
  const order = presentOrderHead({ ...row, isByLinkAlone })
  return {
    order,
    session: presentSession({
      id: row.session_id,
      eventId: row.event_id,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      capacity: row.session_capacity,
      state: row.session_state,
      name: row.display_name,
    }),
    event: {
      id: row.event_id,
      name: row.event_name,
      imageUrl: imagePath(row.event_id, row.picture_hash),
      isTimedEntry: row.is_timed_entry,
      venueName: row.venue_name,
      venueAddress: [
        row.street_address,
        townLine({ ...row, postalCode: row.postal_code }, row.country),
      ]
        .filter(Boolean)
        .join(', '),
      location: [row.venue_name, row.city, row.state].filter(Boolean).join(', '),
      timeZone: knownZone(row.timezone),
      doorsMinutes: row.doors_minutes,
      importantInformation: importantInformationOf(stated),
      isTransferable: isTransferable(stated),
    },
    tickets: current.map((ticket) => presentTicket(ticket, order, secrets)),
    replacedTickets: presentReplaced(tickets, current),
    changePolicy: policyOf(row.of_tenant, row.of_event),
    hasOtherSession,
    balance: history.balance,
    refunds: history.refunds,
    // A link may be in the wrong hands: what the buyer wrote is not shown to it.
    changes: isByLinkAlone
      ? history.changes.map((change) => ({ ...change, reason: null }))
      : history.changes,
    waivers,
    isToAnswer,
    mail: mail ? presentMail(mail, isByLinkAlone) : null,
  }
}

const presentTicket = (
  ticket: TicketRow,
  order: OrderView['order'],
  secrets: Secrets,
): OrderView['tickets'][number] => ({
  id: ticket.id,
  number: ticket.number,
  orderId: order.id,
  eventId: order.eventId,
  email: order.email,
  createdAt: ticket.created_at.toISOString(),
  ticketTypeId: ticket.ticket_type_id,
  revision: ticket.revision,
  session: {
    id: ticket.session_id,
    startTime: ticket.starts_at.toISOString(),
    endTime: ticket.ends_at.toISOString(),
    date: ticket.local_date,
    ...(ticket.room && { room: ticket.room }),
  },
  sessionId: ticket.session_id,
  typeName: ticket.type_name,
  ...(ticket.places > 1 && { places: ticket.places }),
  price: toMajor(ticket.price_minor, order.currency),
  amountMinor:
    ticket.price_minor - ticket.discount_minor + ticket.fee_minor + addedTaxMinor(ticket.charges),
  ...presentStatus(ticket),
  isRedeemed: ticket.redeemed_at !== null,
  redeemedAt: ticket.redeemed_at?.toISOString() ?? null,
  validationCode: ticket.validation_code,
  qrCode: secrets.ticketCode({
    tenantId: ticket.tenant_id,
    ticketId: ticket.id,
    sessionId: ticket.session_id,
    validationCode: ticket.validation_code,
  }),
})

/** A ticket to a session that was called off admits nobody, also until its buyer has chosen what to do. */
function presentStatus({ status, session_state: state }: TicketRow) {
  const isCancelled = status === 'CANCELLED' || !SESSION_STATES[state].isHonoured
  return { status: isCancelled ? ('CANCELLED' as const) : status, isCancelled }
}

/** The tickets that were exchanged; a ticket has the number of the one that it replaced. */
const presentReplaced = (
  tickets: readonly TicketRow[],
  current: readonly TicketRow[],
): OrderView['replacedTickets'] =>
  tickets
    .filter(({ replaced_by }) => replaced_by !== null)
    .flatMap(({ number, type_name: typeName, validation_code: validationCode }) =>
      current
        .filter((ticket) => ticket.number === number)
        .map(({ id: replacedBy }) => ({ number, typeName, validationCode, replacedBy })),
    )

const presentMail = (
  mail: NonNullable<MailRow>,
  isByLinkAlone: boolean,
): NonNullable<OrderView['mail']> => ({
  kind: mail.kind,
  status: mail.state,
  to: isByLinkAlone ? maskEmail(mail.recipient) : mail.recipient,
  at: mail.updated_at.toISOString(),
  problem: mailProblem({ ...mail, lastError: mail.last_error }),
})
