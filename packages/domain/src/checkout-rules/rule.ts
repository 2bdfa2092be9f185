import type { Discount } from '../discount.ts'

/** The classes that an organizer gives to ticket types, so that one rule applies to all events. */
export const TICKET_CLASSES = ['general', 'vip', 'premium'] as const
export type TicketClass = (typeof TICKET_CLASSES)[number]

export const isTicketClass = (text: string): text is TicketClass =>
  (TICKET_CLASSES as readonly string[]).includes(text)

export const RULE_OPERATORS = ['>', '>=', '<', '<=', '=', '!=', 'contains'] as const
export type RuleOperator = (typeof RULE_OPERATORS)[number]

export const RULE_FIELDS = [
  'totalAmount',
  'quantity',
  'date',
  'dayOfWeek',
  'timeOfDay',
  'eventName',
  'ticketType',
  'sessionTime',
  'customerEmail',
  'orderTotal',
] as const
export type RuleField = (typeof RULE_FIELDS)[number]

/** A condition with its value in the form of its field: see {@link parseConditionValue}. */
export interface RuleCondition {
  field: RuleField
  operator: RuleOperator
  /** Amounts are in major units, as they were typed. */
  value: string | number
}

/** Without conditions a rule always applies. */
export interface RuleConditions {
  type: 'and' | 'or'
  rules: readonly RuleCondition[]
}

export const NO_CONDITIONS: RuleConditions = { type: 'and', rules: [] }

/** What a rule takes off, as people write it: a percentage, or an amount in major units. */
export interface DiscountEntry {
  /** 'all', a class, or the id of a ticket type. */
  ticketTypeId: string
  discountType: 'percentage' | 'fixed'
  value: number
}

export const RULE_TRIGGERS = ['automatic', 'coupon_group'] as const
export type RuleTrigger = (typeof RULE_TRIGGERS)[number]

/** A checkout rule as organizers read and write it. */
export interface CheckoutRule {
  id: string
  name: string
  description: string
  triggerType: RuleTrigger
  couponGroupId: string | null
  /** The highest comes first; of equal ones the older. */
  priority: number
  conditions: RuleConditions
  action: { type: 'block'; message: string } | { type: 'discount'; discounts: DiscountEntry[] }
  /** Whether its discount applies in addition to those of other rules. */
  combines: boolean
  isActive: boolean
  applyToAllEvents: boolean
  applicableEvents: string[]
  validFrom: string | null
  validUntil: string | null
}

/** What a checkout rule does, as it is stored: amounts are in minor units. */
export type RuleAction =
  | { type: 'discount'; discounts: readonly Discount[] }
  | { type: 'block'; message: string }

/** A rule that is active and valid now, as a cart is judged by it. */
export interface JudgedRule {
  id: string
  name: string
  conditions: RuleConditions
  action: RuleAction
  combines: boolean
  /** Null: for all events. */
  eventIds: readonly string[] | null
}

/** What a rule takes off a cart, frozen when the cart was held. */
export interface FrozenRule {
  ruleId: string
  name: string
  discounts: readonly Discount[]
  combines: boolean
  /**
   * It applies because of the buyer's e-mail address: to orders whose address meets these conditions.
   * Absent if it applies to every buyer.
   */
  onlyFor?: RuleConditions
}
