import { RULE_FIELDS, RULE_OPERATORS, RULE_OUTCOMES, RULE_WARNING_CODES } from '@foyer/domain'
import * as z from 'zod/mini'
import { STAFF_ERRORS, staffWho } from './access.ts'
import { endpoint } from './endpoint.ts'
import {
  addOnLines,
  calendarDate,
  currency,
  email,
  instant,
  minorAmount,
  text,
  ticketLines,
  uuid,
} from './fields.ts'
import { changingCoupons, readingCoupons } from './office-coupons.ts'
import { quoteSchema } from './quotes.ts'

/** What helps to find out what checkout rules do. Nothing here writes. */

/**
 * What became of a rule in a simulation. Beside the outcomes of rules that were judged: `off`, `not_yet` and
 * `ended` at the moment of the purchase; `no_code`, its group triggers it and no code of it was entered;
 * `coupon_refused`, its conditions hold, but the code was refused.
 */
export const SIMULATED_OUTCOMES = [
  ...RULE_OUTCOMES,
  'coupon_refused',
  'no_code',
  'not_yet',
  'ended',
  'off',
] as const

const refusal = z.object({ code: z.string(), message: z.string() })

const simulatedRule = z.object({
  ruleId: uuid,
  name: z.string(),
  /** The coupon group that triggers it; null: it is automatic. */
  groupName: z.nullable(z.string()),
  priority: z.int(),
  combines: z.boolean(),
  actionType: z.enum(['block', 'discount']),
  outcome: z.enum(SIMULATED_OUTCOMES),
  /** What it takes off; 0 unless it applied. */
  discountMinor: minorAmount,
  conditionsType: z.enum(['and', 'or']),
  conditions: z.array(
    z.object({
      field: z.enum(RULE_FIELDS),
      operator: z.enum(RULE_OPERATORS),
      /** Amounts are in major units, as they were typed. */
      value: z.union([z.string(), z.number()]),
      holds: z.boolean(),
      /** What the cart had; amounts in minor units. None: it is not known. */
      actual: z.array(z.string()),
    }),
  ),
})
export type SimulatedRule = z.output<typeof simulatedRule>

const simulation = z.object({
  /** The moment of the purchase, and the zone of the venue, by whose clocks rules are judged. */
  at: instant,
  timeZone: z.string(),
  currency,
  /** Why a buyer cannot choose this, whatever rules say; no rule is judged then. */
  refusal: z.nullable(refusal),
  /** The rule that refuses the cart, with the message that its buyer reads. */
  block: z.nullable(z.object({ ruleId: uuid, message: z.string() })),
  /** The code that was entered, and why it was refused; null: none was. */
  coupon: z.nullable(z.object({ code: z.string(), refusal: z.nullable(refusal) })),
  /** The price; of a cart that a rule refuses, what it would be if it was not. */
  quote: z.nullable(quoteSchema),
  /** All rules of the organizer: automatic ones, then those of coupon groups, by priority. */
  rules: z.array(simulatedRule),
})
export type Simulation = z.output<typeof simulation>

const simulatedOrder = z.object({
  ...simulation.shape,
  order: z.object({
    id: uuid,
    number: z.string(),
    eventName: z.string(),
    createdAt: instant,
    /** What it was bought at. */
    subtotalMinor: minorAmount,
    discountMinor: minorAmount,
    totalMinor: minorAmount,
    /** What rules took off it then, the largest first. */
    rules: z.array(z.object({ ruleId: uuid, name: z.string(), discountMinor: minorAmount })),
  }),
})
export type SimulatedOrder = z.output<typeof simulatedOrder>

export const ruleSimulator = {
  getRuleWarnings: endpoint({
    ...readingCoupons,
    path: '/api/admin/checkout-rules/warnings',
    summary: 'Active rules that can never apply, or that get into the way of each other',
    output: z.object({
      warnings: z.array(
        z.object({ ruleId: uuid, code: z.enum(RULE_WARNING_CODES), text: z.string() }),
      ),
    }),
    errors: [...STAFF_ERRORS],
  }),
  simulateCart: endpoint({
    ...changingCoupons,
    access: staffWho('coupons.read'),
    method: 'POST',
    path: '/api/admin/checkout-rules/simulate',
    summary:
      'What each checkout rule does with a cart, and why; as the quote does, and writes nothing',
    body: z.object({
      eventId: uuid,
      /** Without a session: the lowest prices of the day, or of all days, as in the quote. */
      sessionId: z.optional(uuid),
      date: z.optional(calendarDate),
      tickets: ticketLines,
      addOns: z._default(addOnLines, []),
      couponCode: z.optional(text(64)),
      /** Judges rules about it too, as the payment does. */
      customerEmail: z.optional(email),
      /** The moment of the purchase; by default now. */
      at: z.optional(instant),
    }),
    output: simulation,
    errors: [...STAFF_ERRORS, 'event_not_found', 'session_not_found'],
  }),
  simulateOrder: endpoint({
    ...readingCoupons,
    access: staffWho('orders.read'),
    path: '/api/admin/checkout-rules/simulated-order',
    summary: 'What each checkout rule, as it is today, does with an order as it was bought',
    query: z.object({
      /** The number of the order, with '#' or without, or its id. */
      order: text(40),
    }),
    output: simulatedOrder,
    errors: [...STAFF_ERRORS, 'order_not_found'],
  }),
} as const
