import { MAIL_KINDS, MAIL_STATES, ORDER_STATUSES, TICKET_STATUSES } from '@foyer/domain'
import * as z from 'zod/mini'
import { calendarDate, currency, instant, minorAmount, uuid } from './fields.ts'
import { quoteSchema } from './quotes.ts'

/**
 * An order with its session, event and tickets. Its pages, the PDF, the calendar file and the
 * wallet passes all show this view.
 */
export const orderSchema = z.object({
  order: z.object({
    id: uuid,
    orderNumber: z.string(),
    cartId: z.string(),
    status: z.enum(ORDER_STATUSES),
    /** Masked (a***@example.com) if only a link opened the order. */
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    /** Null if only a link opened the order. */
    phone: z.nullable(z.string()),
    /** Null if only a link opened the order, and for a free order, which has none. */
    billingAddress: z.nullable(
      z.object({
        address: z.string(),
        city: z.string(),
        state: z.string(),
        zipCode: z.string(),
        country: z.string(),
      }),
    ),
    eventId: uuid,
    sessionId: uuid,
    selectedDate: calendarDate,
    /** In major units, as the specification defines it; `quote` has the exact amounts. */
    totalAmount: z.number(),
    subtotal: z.number(),
    feeAmount: z.number(),
    fee_amount: z.number(),
    currency,
    ticketCount: z.int(),
    /** The code of the coupon that the order was bought with. */
    promoCode: z.nullable(z.string()),
    paymentId: z.nullable(z.string()),
    quote: quoteSchema,
    createdAt: instant,
  }),
  session: z.object({ startTime: instant, endTime: instant, displayName: z.string() }),
  event: z.object({
    id: uuid,
    name: z.string(),
    imageUrl: z.string(),
    isTimedEntry: z.boolean(),
    venueName: z.string(),
    venueAddress: z.string(),
    location: z.string(),
    timeZone: z.string(),
    /** What buyers have to know, a line each: the event's own lines, or the default ones. */
    importantInformation: z.array(z.string()),
  }),
  tickets: z.array(
    z.object({
      id: uuid,
      number: z.int(),
      ticketTypeId: uuid,
      /** The session that the ticket admits to: tickets of one order may be for several dates. */
      session: z.object({ id: uuid, startTime: instant, endTime: instant, date: calendarDate }),
      typeName: z.string(),
      price: z.number(),
      status: z.enum(TICKET_STATUSES),
      isCancelled: z.boolean(),
      /** Whether and when the ticket was redeemed; nothing redeems tickets yet. */
      isRedeemed: z.boolean(),
      redeemedAt: z.nullable(instant),
      /** Short enough to be read out at the door. */
      validationCode: z.string(),
      /** The content of the QR code. */
      qrCode: z.string(),
    }),
  ),
  /** What was paid for the order, what was refunded or is being refunded, and what is left. */
  balance: z.object({ paidMinor: minorAmount, refundedMinor: minorAmount, leftMinor: minorAmount }),
  /** Refunds, oldest first. */
  refunds: z.array(
    z.object({
      /** The reference that a buyer may quote to support. */
      reference: z.string(),
      amountMinor: minorAmount,
      currency,
      /** 'pending': on its way. 'failed': the bank returned it, and support has to handle it. */
      state: z.enum(['pending', 'succeeded', 'failed']),
      at: instant,
    }),
  ),
  /** Participants that the event asks for a waiver, and how many of them have signed; null if none. */
  waivers: z.nullable(z.object({ needed: z.int(), signed: z.int() })),
  /** The newest mail about the order, and its delivery state. */
  mail: z.nullable(
    z.object({
      kind: z.enum(MAIL_KINDS),
      status: z.enum(MAIL_STATES),
      /** Masked in the same cases as the order's own address. */
      to: z.string(),
      at: instant,
      /** Why it was not delivered, as text; null while delivery is still possible. */
      problem: z.nullable(z.string()),
    }),
  ),
})
export type OrderView = z.output<typeof orderSchema>
