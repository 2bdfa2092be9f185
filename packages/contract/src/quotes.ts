import { BEYOND_BUYERS } from '@foyer/domain'
import * as z from 'zod/mini'
import {
  accessToken,
  addOnLines,
  calendarDate,
  currency,
  minorAmount,
  text,
  ticketLines,
  uuid,
} from './fields.ts'

/** The priced lines of a cart. */
export const quoteSchema = z.object({
  currency,
  lines: z.array(
    z.object({
      kind: z.enum(['ticket', 'addOn']),
      id: uuid,
      name: z.string(),
      quantity: z.int(),
      unitPriceMinor: minorAmount,
      subtotalMinor: minorAmount,
      discountMinor: z.optional(minorAmount),
      feeMinor: minorAmount,
      /** The tax that comes on top of price and fee; included tax is no part of it. */
      taxMinor: minorAmount,
      totalMinor: minorAmount,
      feeName: z.nullable(z.string()),
      /**
       * What one unit costs, with its share of fee, discount and added tax: so many units at this amount,
       * dearest first. They add up to `totalMinor`, which a rounded price times the quantity does
       * not.
       */
      unitPrices: z.array(z.object({ quantity: z.int(), amountMinor: minorAmount })),
    }),
  ),
  /** The coupon that gave the discount; absent without one. */
  coupon: z.optional(
    z.object({
      /** The use that the cart has claimed; absent in a preview, which claims none. */
      id: z.optional(uuid),
      code: z.string(),
      /** What it took off; absent if it gave the whole discount. */
      discountMinor: z.optional(minorAmount),
    }),
  ),
  ticketCount: z.int(),
  subtotalMinor: minorAmount,
  discountMinor: minorAmount,
  /**
   * What took it off, with the names that receipts show; their sum is `discountMinor`. Absent if nothing
   * did, or the coupon alone.
   */
  discounts: z.optional(z.array(z.object({ label: z.string(), discountMinor: minorAmount }))),
  feeMinor: minorAmount,
  /** The fees of the lines, added up by name; their sum is `feeMinor`. */
  fees: z.array(z.object({ name: z.string(), feeMinor: minorAmount })),
  /** The tax that comes on top: total = subtotal - discount + fee + tax. */
  taxMinor: minorAmount,
  /** All taxes by name and rate, on top of prices or included in them, in parts per million. */
  taxes: z.array(
    z.object({
      name: z.string(),
      ratePpm: z.int(),
      isInclusive: z.boolean(),
      taxMinor: minorAmount,
    }),
  ),
  totalMinor: minorAmount,
})
export type QuoteView = z.output<typeof quoteSchema>

/** A selection to be priced. */
export const previewSchema = z
  .object({
    eventId: uuid,
    date: z.optional(calendarDate),
    sessionId: z.optional(uuid),
    tickets: ticketLines,
    addOns: z._default(addOnLines, []),
    /** A coupon code. It is judged as a claim would be, and no use of it is taken. */
    couponCode: z.optional(text(64)),
    access: accessToken,
    /** The tickets that an upgrade to `tickets` would replace: the response compares the two. */
    upgradeFrom: z.optional(ticketLines),
    /** Also answers the total in each session of `date`. */
    eachSession: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ tickets, upgradeFrom }) => !upgradeFrom || tickets.length === 1, {
      error: 'An upgrade is to one ticket type',
      path: ['tickets'],
    }),
  )

/** The price of a selection. */
export const pricedSchema = z.object({
  quote: quoteSchema,
  /** False while prices differ between the day's sessions, so that the total is a 'from' price. */
  isFinal: z.boolean(),
  /**
   * Set if `eachSession` was sent with a date: the total of the selection in each session of the
   * day that sells all of it, in minor units.
   */
  sessionTotals: z.optional(z.record(uuid, minorAmount)),
  /** Set if the total is above 0 and too small to be charged to a card. */
  belowMinimum: z.optional(
    z.object({
      minimumMinor: minorAmount,
      /** The fewest tickets that can be paid; null if no allowed number can. */
      leastTickets: z.nullable(z.int()),
    }),
  ),
  /**
   * Set if `upgradeFrom` was sent: what the upgrade costs more, in minor units; below 0 if it costs
   * less.
   */
  upgrade: z.optional(
    z.object({
      /** Of the totals, add-ons, fees and discount included. */
      differenceMinor: z.int(),
      /** For each replaced ticket type: of one ticket with its fee, before any discount. */
      each: z.array(z.object({ ticketTypeId: uuid, differenceMinor: z.int() })),
    }),
  ),
})

export type PricedView = z.output<typeof pricedSchema>

/** Of a quote for the team: why a buyer could not make the change by themselves; null if one could. */
export const beyondBuyers = z.nullable(z.enum(BEYOND_BUYERS))

/** What a change of an order costs, fees and discount included, in the order's currency. */
export const changeQuoteSchema = z.object({
  /** The order's quote now, as it was bought. */
  before: quoteSchema,
  /** The order's quote after the change. */
  after: quoteSchema,
  /** `after` less `before`, in minor units; below 0 if the order would cost less. */
  differenceMinor: z.int(),
  /** True if the difference is too small to be charged, so that the change is free. */
  isWaived: z.boolean(),
  /** What the organizer keeps for the change itself; part of the difference. */
  changeFeeMinor: minorAmount,
  /** The amount to be paid for the change. */
  dueMinor: minorAmount,
  /** The amount that is refunded with the change. */
  refundMinor: minorAmount,
})
export type ChangeQuote = z.output<typeof changeQuoteSchema>
