import { RULE_TRIGGERS, TICKET_CLASSES } from '@foyer/domain'
import * as z from 'zod/mini'
import { deskStaffWho, STAFF_ERRORS, staffWho } from './access.ts'
import { endpoint } from './endpoint.ts'
import { instant, majorAmount, text, uuid, version } from './fields.ts'
import { prose } from './office-catalog.ts'
import { changingCoupons, listQuery, readingCoupons } from './office-coupons.ts'

/**
 * Checkout rules, as the team edits them, and what their forms offer to choose from. The server reads
 * conditions and actions by the domain's parser (`packages/domain/src/checkout-rules/parse-rule.ts`), which
 * says what does not fit: so a schema of these fields is wider than what is stored.
 */

export const RULE_LIMITS = {
  name: 100,
  description: 400,
  message: 300,
  priority: 1_000_000,
  conditions: 20,
  discounts: 20,
  value: 200,
  events: 200,
} as const

/** Numbers may be sent as text: the parser reads them by the field. */
const typedValue = z.union([z.string().check(z.maxLength(RULE_LIMITS.value)), z.number()])

const condition = z.object({
  field: text(40),
  operator: text(10),
  value: z.nullable(typedValue),
})

const conditions = z.object({
  type: z._default(z.enum(['and', 'or']), 'and'),
  rules: z.array(condition).check(z.maxLength(RULE_LIMITS.conditions)),
})

const discount = z.object({
  /** 'all', a class, or the id of a ticket type. */
  ticketTypeId: z.union([z.enum(['all', ...TICKET_CLASSES]), uuid]),
  discountType: z.enum(['percentage', 'fixed']),
  /** Percent, or an amount in the organizer's currency; 0 or less is dropped. */
  value: typedValue,
})

const action = z.discriminatedUnion('type', [
  z.object({ type: z.literal('block'), message: text(RULE_LIMITS.message, 0) }),
  z.object({
    type: z.literal('discount'),
    discounts: z.array(discount).check(z.maxLength(RULE_LIMITS.discounts)),
  }),
])

const ruleBody = z.object({
  name: text(RULE_LIMITS.name),
  description: z._default(prose(RULE_LIMITS.description), ''),
  triggerType: z.enum(RULE_TRIGGERS),
  /** Of a rule that a coupon triggers. */
  couponGroupId: z._default(z.nullable(uuid), null),
  priority: z._default(z.int().check(z.gte(-RULE_LIMITS.priority), z.lte(RULE_LIMITS.priority)), 0),
  conditions,
  action,
  combines: z._default(z.boolean(), false),
  isActive: z._default(z.boolean(), true),
  applyToAllEvents: z._default(z.boolean(), true),
  applicableEvents: z._default(z.array(uuid).check(z.maxLength(RULE_LIMITS.events)), []),
  validFrom: z._default(z.nullable(instant), null),
  validUntil: z._default(z.nullable(instant), null),
})
export type RuleBody = z.output<typeof ruleBody>

const named = z.object({ id: uuid, name: z.string() })

const ruleView = z.object({
  id: uuid,
  ...ruleBody.shape,
  description: z.string(),
  couponGroupId: z.nullable(uuid),
  priority: z.int(),
  combines: z.boolean(),
  isActive: z.boolean(),
  applyToAllEvents: z.boolean(),
  applicableEvents: z.array(uuid),
  validFrom: z.nullable(instant),
  validUntil: z.nullable(instant),
  /** The name of the coupon group; null of an automatic rule. */
  groupName: z.nullable(z.string()),
  /** The names of its events, and of the ticket types that have a discount of their own. */
  events: z.array(named),
  ticketTypes: z.array(named),
  createdAt: instant,
  /** Orders that it took something off, and how much, in the organizer's currency. */
  usageCount: z.int(),
  discountMinor: z.int(),
  version,
})
export type RuleView = z.output<typeof ruleView>

export const RULE_SORTS = ['priority', 'name', 'createdAt', 'usageCount'] as const

const RULE_ERRORS = [...STAFF_ERRORS, 'validation_failed'] as const

export const officeRules = {
  getCheckoutRules: endpoint({
    ...readingCoupons,
    path: '/api/getCheckoutRules',
    reads: 'recent',
    summary: 'Checkout rules of the organizer in the order in which they apply, a page of them',
    query: z.object({ ...listQuery, sort: z.optional(z.enum(RULE_SORTS)) }),
    output: z.object({ rules: z.array(ruleView), next: z.nullable(z.string()) }),
    errors: [...RULE_ERRORS],
  }),
  createCheckoutRule: endpoint({
    ...changingCoupons,
    method: 'POST',
    path: '/api/createCheckoutRule',
    access: deskStaffWho('coupons.change'),
    summary: 'Creates a checkout rule',
    status: 201,
    body: ruleBody,
    output: ruleView,
    errors: [...RULE_ERRORS, 'sign_in_again'],
  }),
  changeCheckoutRule: endpoint({
    ...changingCoupons,
    method: 'PUT',
    path: '/api/admin/checkout-rules/:ruleId',
    access: deskStaffWho('coupons.change'),
    summary: 'Changes a checkout rule, or switches it on or off; what is held keeps its price',
    params: z.object({ ruleId: uuid }),
    body: z.extend(ruleBody, { version }),
    output: ruleView,
    errors: [...RULE_ERRORS, 'sign_in_again', 'checkout_rule_not_found', 'changed_meanwhile'],
  }),
  getEvents: endpoint({
    ...readingCoupons,
    path: '/api/getEvents',
    reads: 'recent',
    summary: 'Events that a rule may be limited to: the first ones by name that match',
    query: z.object({ q: listQuery.q }),
    output: z.object({
      events: z.array(
        z.object({
          id: uuid,
          name: z.string(),
          /** The start of its next session, or null without one. */
          date: z.nullable(instant),
          location: z.string(),
        }),
      ),
    }),
    errors: [...STAFF_ERRORS],
  }),
  getTicketTypes: endpoint({
    ...readingCoupons,
    path: '/api/getTicketTypes',
    reads: 'recent',
    summary: 'Ticket types that a discount may be for: the first ones by event and name that match',
    query: z.object({ q: listQuery.q, eventId: z.optional(uuid) }),
    output: z.object({
      ticketTypes: z.array(
        z.object({
          id: uuid,
          name: z.string(),
          eventId: uuid,
          eventName: z.string(),
          class: z.nullable(z.enum(TICKET_CLASSES)),
        }),
      ),
    }),
    errors: [...STAFF_ERRORS],
  }),
  getOrders: endpoint({
    ...readingCoupons,
    access: staffWho('orders.read'),
    reads: 'recent',
    path: '/api/getOrders',
    summary: 'Orders of the organizer, the newest first, a page of them',
    query: z.object({ eventId: z.optional(uuid), after: listQuery.after }),
    output: z.object({
      orders: z.array(
        z.object({
          id: uuid,
          eventId: uuid,
          eventName: z.string(),
          sessionId: uuid,
          email: z.string(),
          totalAmount: majorAmount,
          currency: z.string(),
          status: z.string(),
          /** Tickets that admit somebody. */
          ticketCount: z.int(),
          createdAt: instant,
        }),
      ),
      next: z.nullable(z.string()),
    }),
    errors: [...RULE_ERRORS],
  }),
} as const
