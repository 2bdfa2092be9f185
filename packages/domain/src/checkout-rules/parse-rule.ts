import type { Discount } from '../discount.ts'
import { fromMajor, toMajor } from '../money.ts'
import { parseConditionValue } from './fields.ts'
import {
  type DiscountEntry,
  RULE_FIELDS,
  RULE_OPERATORS,
  type RuleAction,
  type RuleCondition,
  type RuleConditions,
} from './rule.ts'

/** What is wrong with a rule, and in which field: 'conditions.rules.0.value'. */
export interface RuleProblem {
  path: string
  reason: string
}

export type Parsed<T> = { ok: true; value: T } | { ok: false; problems: RuleProblem[] }

/** Conditions as a form or a client of the API sends them. */
export interface TypedConditions {
  type: 'and' | 'or'
  rules: readonly { field: string; operator: string; value: string | number | null }[]
}

export const NO_CONDITION_VALUE = 'At least one condition must have a value'

const isFilled = ({ value }: TypedConditions['rules'][number]): boolean =>
  String(value ?? '').trim() !== ''

/** Whether any condition has a value. */
export const hasConditionValue = ({ rules }: TypedConditions): boolean => rules.some(isFilled)

/**
 * Reads conditions: those without a value are dropped, and numbers may be typed as text. Names every
 * field whose value does not fit, with the position that it was sent at.
 */
export function parseConditions({ type, rules }: TypedConditions): Parsed<RuleConditions> {
  const filled = rules.flatMap((rule, index) =>
    isFilled(rule) ? { rule, path: `conditions.rules.${index}` } : [],
  )
  if (filled.length === 0) return failed('conditions.rules', NO_CONDITION_VALUE)
  const parsed = filled.map(({ rule, path }) => parseCondition(rule, path))
  const problems = parsed.flatMap((each) => (each.ok ? [] : each.problems))
  if (problems.length > 0) return { ok: false, problems }
  return { ok: true, value: { type, rules: parsed.flatMap((each) => (each.ok ? each.value : [])) } }
}

function parseCondition(
  typed: TypedConditions['rules'][number],
  path: string,
): Parsed<RuleCondition> {
  const field = RULE_FIELDS.find((each) => each === typed.field)
  if (!field) return failed(`${path}.field`, 'Choose what the condition is about')
  const operator = RULE_OPERATORS.find((each) => each === typed.operator)
  if (!operator) {
    return failed(`${path}.operator`, `Choose one of: ${RULE_OPERATORS.join(', ')}`)
  }
  const read = parseConditionValue({ field, operator }, typed.value ?? '')
  if ('reason' in read) return failed(`${path}.value`, read.reason)
  return { ok: true, value: { field, operator, value: read.value } }
}

/** What a rule does, as a form or a client of the API sends it. */
export type TypedAction =
  | { type: 'block'; message: string }
  | {
      type: 'discount'
      discounts: readonly (Omit<DiscountEntry, 'value'> & { value: string | number })[]
    }

/**
 * Reads the action of a rule and converts it to what is stored. Discounts of 0 or less are dropped.
 *
 * @param currency of the fixed amounts
 */
export function parseAction(action: TypedAction, currency: string): Parsed<RuleAction> {
  if (action.type === 'block') {
    const message = action.message.trim()
    if (message === '') return failed('action.message', 'Say why this cannot be bought')
    return { ok: true, value: { type: 'block', message } }
  }
  const problems: RuleProblem[] = []
  const discounts: Discount[] = []
  for (const [index, { ticketTypeId, discountType, value: typed }] of action.discounts.entries()) {
    const value = amountOf(String(typed).trim())
    if (value <= 0) continue
    const read = readDiscount(ticketTypeId, discountType, value, currency)
    const isTwice = discounts.some((each) => each.ticketTypeId === ticketTypeId)
    const path = `action.discounts.${index}`
    if (isTwice) {
      problems.push({
        path: `${path}.ticketTypeId`,
        reason: 'This ticket type has a discount above already',
      })
    } else if (typeof read === 'string') problems.push({ path: `${path}.value`, reason: read })
    else discounts.push(read)
  }
  if (problems.length > 0) return { ok: false, problems }
  if (discounts.length === 0) {
    return failed('action.discounts', 'At least one discount must be above 0')
  }
  return { ok: true, value: { type: 'discount', discounts } }
}

/** A number as people write it; NaN for any other text, such as '0x10', and 0 for none. */
const amountOf = (text: string): number =>
  text === '' ? 0 : /^-?\d{0,12}\.?\d{0,12}$/.test(text) ? Number(text) : Number.NaN

function readDiscount(
  ticketTypeId: string,
  discountType: DiscountEntry['discountType'],
  value: number,
  currency: string,
): Discount | string {
  if (discountType === 'percentage') {
    const ratePpm = Math.round(value * 10_000)
    const isExact = Math.abs(ratePpm - value * 10_000) < 1e-6
    if (!(value <= 100) || !isExact) return 'Enter a percentage above 0 and up to 100'
    return { ticketTypeId, discountType, ratePpm }
  }
  const amountMinor = fromMajor(value, currency)
  // 1,000,000 is above every charge; the bound keeps sums safe.
  if (amountMinor === null || value > 1_000_000) return 'Enter an amount, like 5 or 4.50'
  return { ticketTypeId, discountType, amountMinor }
}

/** A stored discount as organizers read and write it. */
export const discountEntryOf = (discount: Discount, currency: string): DiscountEntry => ({
  ticketTypeId: discount.ticketTypeId,
  discountType: discount.discountType,
  value:
    discount.discountType === 'percentage'
      ? discount.ratePpm / 10_000
      : toMajor(discount.amountMinor, currency),
})

const failed = (path: string, reason: string) => ({
  ok: false as const,
  problems: [{ path, reason }],
})
