import {
  ALL_TICKET_TYPES,
  type Discount,
  type JudgedRule,
  NO_CONDITIONS,
  type RuleCondition,
} from '@foyer/domain'

/** Checkout rules of a {@link World}. */

export const off = (amountMinor: number, ticketTypeId = ALL_TICKET_TYPES): Discount => ({
  ticketTypeId,
  discountType: 'fixed',
  amountMinor,
})

export const percentOff = (percent: number, ticketTypeId = ALL_TICKET_TYPES): Discount => ({
  ticketTypeId,
  discountType: 'percentage',
  ratePpm: percent * 10_000,
})

/** A rule for all carts that takes these discounts off, and combines with no other. */
export const rule = (
  id: string,
  discounts: readonly Discount[],
  changes: Partial<JudgedRule> = {},
): JudgedRule => ({
  id,
  name: id,
  conditions: NO_CONDITIONS,
  action: { type: 'discount', discounts },
  combines: false,
  eventIds: null,
  ...changes,
})

/** A rule that refuses the carts that meet all of these conditions. */
export const blocking = (message: string, ...conditions: RuleCondition[]): JudgedRule =>
  rule(message, [], { action: { type: 'block', message }, ...when(...conditions) })

/** All of these conditions. */
export const when = (...rules: RuleCondition[]) => ({ conditions: { type: 'and', rules } as const })

export const from = (field: RuleCondition['field'], value: number): RuleCondition => ({
  field,
  operator: '>=',
  value,
})

export const upTo = (field: RuleCondition['field'], value: number): RuleCondition => ({
  field,
  operator: '<=',
  value,
})

export const contains = (field: RuleCondition['field'], value: string): RuleCondition => ({
  field,
  operator: 'contains',
  value,
})
