import { RULE_LIMITS, type RuleView, staffApi } from '@foyer/contract'
import {
  hasConditionValue,
  type Parsed,
  parseAction,
  parseConditions,
  type RuleField,
  type RuleOperator,
  type RuleTrigger,
} from '@foyer/domain'
import * as z from 'zod/mini'
import { timeIn, wallTime } from '../../shared/wall-time.ts'
import { problemsByField } from './rule-problems.ts'
import { wholeNumber } from './whole-number.ts'

/** Checkout rules as the fields of their form have them. */

export interface ConditionRow {
  field: RuleField
  operator: RuleOperator
  value: string
}

export interface DiscountRow {
  ticketTypeId: string
  /** The name of a real ticket type; empty for all and for classes. */
  name: string
  discountType: 'percentage' | 'fixed'
  value: string
}

const body = staffApi.changeCheckoutRule.body
const MESSAGE = RULE_LIMITS.message

export const NEW_CONDITION: ConditionRow = { field: 'totalAmount', operator: '>=', value: '' }
export const NEW_DISCOUNT: DiscountRow = {
  ticketTypeId: 'all',
  name: '',
  discountType: 'percentage',
  value: '',
}

const problemsOf = (parsed: Parsed<unknown>) => (parsed.ok ? [] : parsed.problems)

interface SchemaOptions {
  currency: string
  timeZone: string
  /** Of a rule that is stored without conditions: it may stay so. */
  mayHaveNone: boolean
}

/** The rule's schema for people of an organizer with this currency and zone. */
export const ruleSchema = ({ currency, timeZone, mayHaveNone }: SchemaOptions) =>
  z.pipe(
    z
      .object({
        name: body.shape.name,
        description: staffApi.changeCouponGroup.body.shape.description,
        triggerType: body.shape.triggerType,
        couponGroupId: z.string(),
        priority: wholeNumber(body.shape.priority.def.innerType),
        logic: z.enum(['and', 'or']),
        conditions: z.custom<ConditionRow[]>(Array.isArray),
        kind: z.enum(['discount', 'block']),
        discounts: z.custom<DiscountRow[]>(Array.isArray),
        message: z
          .string()
          .check(z.maxLength(MESSAGE, { error: `Write at most ${MESSAGE} characters.` })),
        combines: z.boolean(),
        isActive: z.boolean(),
        scope: z.enum(['all', 'some']),
        events: z.custom<{ id: string; name: string }[]>(Array.isArray),
        validFrom: timeIn(timeZone),
        validUntil: timeIn(timeZone),
        version: z.string(),
      })
      .check(
        z.check(({ value, issues }) => {
          const say = (name: keyof RuleValues, message: string) =>
            issues.push({ code: 'custom', path: [name], input: value, message })
          const isOfGroup = value.triggerType === 'coupon_group'
          if (isOfGroup && value.couponGroupId === '')
            say('couponGroupId', 'Choose a coupon group.')
          const { conditions, action } = partsOf(value)
          const sayAll = (parsed: Parsed<unknown>) => {
            for (const { field, message } of problemsByField(problemsOf(parsed))) {
              say(field, message)
            }
          }
          if (!mayHaveNone || hasConditionValue(conditions)) sayAll(parseConditions(conditions))
          if (value.scope === 'some' && value.events.length === 0) {
            say('events', 'Choose at least one event.')
          }
          sayAll(parseAction(action, currency))
          if (value.validFrom && value.validUntil && value.validFrom >= value.validUntil) {
            say('validUntil', 'Must be after the time from which it is valid.')
          }
        }),
      ),
    z.transform((value) => ({
      name: value.name,
      description: value.description,
      triggerType: value.triggerType,
      couponGroupId: value.triggerType === 'coupon_group' ? value.couponGroupId : null,
      priority: value.priority,
      ...partsOf(value),
      combines: value.combines,
      isActive: value.isActive,
      applyToAllEvents: value.scope === 'all',
      applicableEvents: value.events.map(({ id }) => id),
      validFrom: value.validFrom,
      validUntil: value.validUntil,
      version: value.version,
    })),
  )

/** Conditions and action as the call has them. */
const partsOf = ({
  logic,
  conditions,
  kind,
  discounts,
  message,
}: Pick<RuleValues, 'logic' | 'conditions' | 'kind' | 'discounts' | 'message'>) => ({
  conditions: { type: logic, rules: conditions },
  action:
    kind === 'block'
      ? { type: kind, message }
      : { type: kind, discounts: discounts.map(({ name: _, ...discount }) => discount) },
})

export interface RuleValues {
  name: string
  description: string
  triggerType: RuleTrigger
  couponGroupId: string
  priority: string
  logic: 'and' | 'or'
  conditions: ConditionRow[]
  kind: 'discount' | 'block'
  discounts: DiscountRow[]
  message: string
  combines: boolean
  isActive: boolean
  scope: 'all' | 'some'
  events: { id: string; name: string }[]
  validFrom: string
  validUntil: string
  version: string
}

/** In the order of the form. */
export const NEW_RULE: RuleValues = {
  name: '',
  description: '',
  triggerType: 'automatic',
  couponGroupId: '',
  logic: 'and',
  conditions: [NEW_CONDITION],
  scope: 'all',
  events: [],
  kind: 'discount',
  discounts: [NEW_DISCOUNT],
  message: '',
  validFrom: '',
  validUntil: '',
  priority: '0',
  combines: false,
  isActive: true,
  version: '',
}

/** The values of a rule as it is stored. */
export const ruleValues = (rule: RuleView, timeZone: string): RuleValues => ({
  ...NEW_RULE,
  name: rule.name,
  description: rule.description,
  triggerType: rule.triggerType,
  couponGroupId: rule.couponGroupId ?? '',
  priority: String(rule.priority),
  logic: rule.conditions.type,
  conditions: conditionRows(rule),
  kind: rule.action.type,
  ...(rule.action.type === 'block'
    ? { message: rule.action.message }
    : {
        discounts: rule.action.discounts.map(({ ticketTypeId, discountType, value }) => ({
          ticketTypeId,
          name: rule.ticketTypes.find(({ id }) => id === ticketTypeId)?.name ?? '',
          discountType,
          value: String(value),
        })),
      }),
  combines: rule.combines,
  isActive: rule.isActive,
  scope: rule.applyToAllEvents ? 'all' : 'some',
  events: rule.events,
  validFrom: wallTime(rule.validFrom, timeZone),
  validUntil: wallTime(rule.validUntil, timeZone),
  version: rule.version,
})

/** A rule from before conditions were asked for has none. */
function conditionRows({ conditions }: RuleView): ConditionRow[] {
  const read = parseConditions(conditions)
  if (!read.ok) return [NEW_CONDITION]
  return read.value.rules.map(({ value, ...rest }) => ({ ...rest, value: String(value) }))
}
