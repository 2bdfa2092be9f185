import {
  HISTORY_KINDS,
  MAIL_KINDS,
  MAIL_STATES,
  ORDER_STATUSES,
  TICKET_STATUSES,
} from '@foyer/domain'
import * as z from 'zod/mini'
import { changePolicySchema } from './change-policies.ts'
import { calendarDate, currency, instant, minorAmount, uuid } from './fields.ts'
import { quoteSchema } from './quotes.ts'
import { sessionSchema } from './sessions.ts'

/** The session that a ticket admits to: tickets of one order may be for several dates. */
/** Participants that the event asks for a waiver, and how many of them have signed; null if none. */
export const waiverCountsSchema = z.nullable(z.object({ needed: z.int(), signed: z.int() }))

const ticketSession = z.object({
  id: uuid,
  startTime: instant,
  endTime: instant,
  date: calendarDate,
  /** The room of the venue; absent if it is in none. */
  room: z.optional(z.string()),
})

/** A ticket before or after a change, at what it was bought at: amount = price - discount + fee + tax. */
const changedTicketSide = z.object({
  ticketTypeId: uuid,
  typeName: z.string(),
  session: ticketSession,
  priceMinor: minorAmount,
  discountMinor: minorAmount,
  feeMinor: minorAmount,
  /** The tax that comes on top of price and fee. */
  taxMinor: minorAmount,
  amountMinor: minorAmount,
})

/**
 * One entry of an order's history; the first is its purchase. For each entry
 * paid - refunded = difference + credit - waived + kept.
 */
const orderChangeSchema = z.object({
  /** Of the purchase: the order's id. */
  id: uuid,
  kind: z.enum(HISTORY_KINDS),
  /**
   * 'refunded': it could no longer be made when its payment arrived. The payment is refunded, the
   * order stayed as it was, and the other amounts are 0.
   */
  outcome: z.enum(['done', 'refunded']),
  at: instant,
  madeBy: z.enum(['buyer', 'organizer', 'provider']),
  /** The tickets that changed, by number; none for a purchase and a correction. */
  tickets: z.array(
    z.object({
      number: z.int(),
      from: changedTicketSide,
      /** Null: the ticket ended. */
      to: z.nullable(changedTicketSide),
      differenceMinor: z.int(),
    }),
  ),
  /** What the order costs more since, change fee included; below 0: less. */
  differenceMinor: z.int(),
  changeFeeMinor: minorAmount,
  /** What was charged for it. */
  paidMinor: minorAmount,
  /** What was refunded with it; `refundReferences` name its refunds. */
  refundMinor: minorAmount,
  refundReferences: z.array(z.string()),
  /** What it added to the order's credit for the next change; below 0: what it took of it. */
  creditMinor: z.int(),
  /** A difference too small to be charged; below 0: an earlier one that was charged with this change. */
  waivedMinor: z.int(),
  /** What ended tickets were bought at and was not refunded; below 0: a refund for which no ticket ended. */
  keptMinor: z.int(),
  /** The order's receipt after it; null if it was not made. */
  receipt: z.nullable(quoteSchema),
  /** As the buyer wrote it; null if only a link opened the order. */
  reason: z.nullable(z.string()),
})
export type OrderChangeView = z.output<typeof orderChangeSchema>

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
    /**
     * What the order costs as it is now, in major units, as the specification defines it; `quote` has
     * the exact amounts. The purchase's own receipt is the first of `changes`.
     */
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
  session: sessionSchema,
  event: z.object({
    id: uuid,
    name: z.string(),
    imageUrl: z.string(),
    isTimedEntry: z.boolean(),
    venueName: z.string(),
    venueAddress: z.string(),
    location: z.string(),
    timeZone: z.string(),
    /** How many minutes before a session its doors open; null if the organizer has not said. */
    doorsMinutes: z.nullable(z.int()),
    /** What buyers have to know, a line each: the event's own lines, or the default ones. */
    importantInformation: z.array(z.string()),
    /** Whether somebody else may use the tickets. */
    isTransferable: z.boolean(),
  }),
  tickets: z.array(
    z.object({
      id: uuid,
      number: z.int(),
      orderId: uuid,
      eventId: uuid,
      /** The buyer's, as in `order`: masked if only a link opened the order. */
      email: z.string(),
      createdAt: instant,
      ticketTypeId: uuid,
      /** How many tickets had this number before it. */
      revision: z.int(),
      session: ticketSession,
      sessionId: uuid,
      typeName: z.string(),
      /** How many people it admits; absent if it is one. */
      places: z.optional(z.int()),
      price: z.number(),
      /**
       * What it was bought at, fees and its share of a discount included. The amounts of the tickets
       * that are not cancelled and of the add-ons add up to the total of `quote`.
       */
      amountMinor: minorAmount,
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
  /** Tickets that a change replaced: their codes, which may be printed, are no longer valid. */
  replacedTickets: z.array(
    z.object({
      number: z.int(),
      typeName: z.string(),
      validationCode: z.string(),
      /** The ticket that has this number now, in `tickets`. */
      replacedBy: uuid,
    }),
  ),
  /** What the buyer may change now, by the rules of the event and its organizer. */
  changePolicy: changePolicySchema,
  /** Whether its event has a session on sale that a ticket could be taken to. */
  hasOtherSession: z.boolean(),
  /**
   * What was charged for the order, what was refunded or is being refunded, and what is left. Unless
   * a refund failed, left = total of `quote` + change fees + kept + credit.
   */
  balance: z.object({
    paidMinor: minorAmount,
    refundedMinor: minorAmount,
    leftMinor: minorAmount,
    changeFeesMinor: minorAmount,
    /** What ended tickets were bought at and was not refunded; below 0: refunds without ended tickets. */
    keptMinor: z.int(),
    /** What stays with the order for its next change; below 0: differences that were waived. */
    creditMinor: z.int(),
  }),
  /** How the order became what it is, oldest first; the first entry is its purchase. */
  changes: z.array(orderChangeSchema),
  /** Refunds, oldest first. */
  refunds: z.array(
    z.object({
      /** The reference that a buyer may quote to support. */
      reference: z.string(),
      amountMinor: minorAmount,
      currency,
      /**
       * 'queued': decided. 'pending': the payment provider has it. 'succeeded': it was sent to
       * the bank, which may take days to show it. 'failed': the bank returned it, and support has to
       * handle it.
       */
      state: z.enum(['queued', 'pending', 'succeeded', 'failed']),
      at: instant,
    }),
  ),
  waivers: waiverCountsSchema,
  /** Whether the organizer moved or called off a session of the order, and its buyer may still answer. */
  isToAnswer: z.boolean(),
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
